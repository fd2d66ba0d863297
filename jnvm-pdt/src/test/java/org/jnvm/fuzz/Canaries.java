package org.jnvm.fuzz;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The canaries whose static initialisers ran. */
public final class Canaries {
    /** Their names. */
    public static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

    private Canaries() {}
}
