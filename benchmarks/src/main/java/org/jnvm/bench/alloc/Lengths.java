package org.jnvm.bench.alloc;

/**
 * How long is measured.
 *
 * @param least of warm-up, in ms
 * @param most of warm-up, in ms
 * @param window of one, in ms
 * @param windows how many are measured after warm-up
 */
record Lengths(int least, int most, int window, int windows) {
    /** Reads the four from an index on. */
    static Lengths of(String[] arguments, int at) {
        return new Lengths(
                Integer.parseInt(arguments[at]),
                Integer.parseInt(arguments[at + 1]),
                Integer.parseInt(arguments[at + 2]),
                Integer.parseInt(arguments[at + 3]));
    }

    /** Returns those of a team that is not the first of its process. */
    Lengths again() {
        return new Lengths(least / 3, most / 3, window, windows);
    }
}
