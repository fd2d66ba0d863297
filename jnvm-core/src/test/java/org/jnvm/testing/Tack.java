package org.jnvm.testing;

import org.jnvm.Persistent;

/** A class that is annotated and was not transformed: a heap file may make it load, but not initialise. */
@Persistent
final class Tack {
    static {
        Loaded.NAMES.add("Tack");
    }

    private Tack() {}
}
