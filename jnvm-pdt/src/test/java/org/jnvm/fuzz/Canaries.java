package org.jnvm.fuzz;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The canaries whose static initialisers ran. */
final class Canaries {
    static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

    private Canaries() {}
}
