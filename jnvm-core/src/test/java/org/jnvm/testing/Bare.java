package org.jnvm.testing;

/** A class that looks transformed and registers no descriptor. */
public abstract class Bare extends TestObject {
    /** For nobody. */
    protected Bare() {}
}
