package org.jnvm.testing;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Names of the trap classes that were initialised. */
public final class Loaded {
    /** The names. */
    public static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

    private Loaded() {}
}
