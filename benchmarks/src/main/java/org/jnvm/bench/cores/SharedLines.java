package org.jnvm.bench.cores;

import org.jnvm.bench.ycsb.Mix;

/**
 * How many cache lines an operation writes that another thread may have written last, if all threads do the same; counted
 * in the code. Those of J-NVM are from {@code docs/internals/sharing.md}, where a test counts most of them.
 *
 * @param all of an operation; each is fetched from who wrote it
 * @param same of them, those that are the same line for all threads, one after the other; of several such lines the one
 *     that is written most
 */
public record SharedLines(double all, double same) {
    private static final SharedLines NONE = new SharedLines(0, 0);

    /** Updates in YCSB-A. */
    private static final double UPDATES = 0.5;
    /** The share that YCSB's scrambled zipfian distribution gives the record that is asked for most: 1/26.47. */
    private static final double HOTTEST = 0.038;
    /** Locks of a concurrent hash map: what is not about the hottest key is spread over them. */
    private static final int LOCKS = 64;

    // ---- J-NVM
    /** The depot and the epoch, in an allocation and a free of a record of 1000 bytes. */
    private static final double DEPOT_LARGE = 0.09;
    /** The same, of an object of 16 bytes. */
    private static final double DEPOT_SMALL = 0.02;
    /** The guard word, commit numbers, the list of blocks left open. */
    private static final double BLOCK = 0.003;
    /** The lock, the segment and the entry in the heap. */
    private static final int CHANGE_OF_A_MAP = 3;

    // ---- others
    /** A node of {@code ConcurrentHashMap}, whose monitor is the lock, and which refers to the value. */
    private static final int NODE = 1;
    /** The place of a record, whose monitor is the lock, and which has the version; 100 bytes lie in 2.6 lines. */
    private static final double PLACE_AND_FIELD = 1 + 2.6;

    /** Returns the lines of an operation; none of what one thread does alone. */
    public static SharedLines of(String store, String workload) {
        boolean updates = workload.equals(Mix.A.name());
        return switch (store) {
            case "J_NVM" ->
                switch (workload) {
                    case CoresProcess.ALLOCATE -> new SharedLines(DEPOT_SMALL, DEPOT_SMALL);
                    case CoresProcess.BLOCK -> new SharedLines(BLOCK, BLOCK);
                    default ->
                        updates
                                ? new SharedLines(
                                        UPDATES * (CHANGE_OF_A_MAP + DEPOT_LARGE),
                                        UPDATES * Math.max(DEPOT_LARGE, HOTTEST + (1 - HOTTEST) / LOCKS))
                                : NONE;
                };
            case "JAVA_UTIL" -> updates ? new SharedLines(UPDATES * NODE, UPDATES * HOTTEST) : NONE;
            case "RAW" -> updates ? new SharedLines(UPDATES * PLACE_AND_FIELD, UPDATES * HOTTEST) : NONE;
            default -> NONE;
        };
    }
}
