package org.jnvm.bench.harness;

/** Says how far a long run is. */
public final class Progress {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final String name;
    private final int steps;
    private final long began = System.nanoTime();
    private int done;

    /**
     * Begins.
     *
     * @param name of the run
     * @param steps that take about the same time
     */
    public Progress(String name, int steps) {
        this.name = name;
        this.steps = steps;
    }

    /** Says that the next step begins. */
    public void next(String step) {
        String left = "";
        if (done > 0) {
            long seconds = (System.nanoTime() - began) / done * (steps - done) / NANOS_PER_SECOND;
            left = ", about " + seconds + " s left";
        }
        done++;
        System.out.println(name + ": " + done + " of " + steps + left + ": " + step + " ...");
    }
}
