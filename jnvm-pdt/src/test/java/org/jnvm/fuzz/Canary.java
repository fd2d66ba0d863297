package org.jnvm.fuzz;

/** A class that is not persistent; doctored heap files name it. It must never be initialised. */
final class Canary {
    static {
        Canaries.SEEN.add("Canary");
    }

    private Canary() {}
}
