package org.jnvm.bench.harness;

import java.util.Locale;

/** How much is measured. */
public enum Preset {
    /** Proves that all works, in seconds; its figures mean nothing. */
    TINY,
    /** For the tables of RESULTS.md, in minutes. */
    DEFAULT,
    /** The sizes of the thesis, or as many repetitions: up to hours. */
    PAPER;

    /** Returns the name that the user gives. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
