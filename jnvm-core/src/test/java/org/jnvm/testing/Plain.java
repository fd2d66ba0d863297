package org.jnvm.testing;

import org.jnvm.PObject;

/** A class that says it is persistent but was not transformed. */
public final class Plain implements PObject {}
