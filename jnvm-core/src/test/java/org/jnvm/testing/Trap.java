package org.jnvm.testing;

/** A class that is not persistent, named by a doctored heap file: it must not be initialised. See {@link Loaded}. */
final class Trap {
    static {
        Loaded.NAMES.add("Trap");
    }

    private Trap() {}
}
