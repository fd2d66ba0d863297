package org.jnvm.bench.report;

import java.util.List;
import java.util.Map;

/** What the thesis says of each figure and table that has a counterpart here. */
final class Thesis {
    /**
     * A statement.
     *
     * @param what it is about
     * @param figure what it says
     * @param section where
     */
    record Line(String what, String figure, String section) {}

    private static final String MACHINE =
            "four Intel CLX 6230 (80 cores with hyperthreads), 128 GB of DRAM, 512 GB of Optane"
                    + " DC memory, Linux 4.19, HotSpot 8u232 with G1 (§5.1).";

    private static final Map<String, List<Line>> LINES = Map.of(
            "fig3.1",
            List.of(
                    new Line(
                            "YCSB-F, completion time with all in the cache against 1 % and 10 %",
                            "about 2 x", "§3.2.1"),
                    new Line("time in the collector with all in the cache", "69 %", "§3.2.1"),
                    new Line("latency above the 0.9999 percentile, a cache of 100 % against 1 %", "50 x", "§3.2.1")),
            "fig3.2",
            List.of(new Line(
                    "YCSB-F in go-pmem, completion time with a large dataset against a small one (0.3; 151 GB)",
                    "3.4 x",
                    "§3.2.1")),
            "table5.1",
            List.of(
                    new Line("sequential read, J-NVM; C", "3.21; 4.01 GB/s (0.80 x)", "§5.3.5"),
                    new Line("sequential write, J-NVM; C", "0.74; 0.78 GB/s (0.95 x)", "§5.3.5"),
                    new Line("random read, J-NVM; C", "0.71; 1.94 GB/s (0.37 x)", "§5.3.5"),
                    new Line("random write, J-NVM; C", "0.38; 0.40 GB/s (0.95 x)", "§5.3.5")),
            "fig5.1",
            List.of(
                    new Line("J-PDT against the file store, YCSB-A, B, C, F", "10.5 x", "§5.2"),
                    new Line("J-PDT against the file store and PCJ, YCSB-D", "at least 3.6 x", "§5.2"),
                    new Line("J-PDT against PCJ, YCSB-A, B, C, F", "13.8 to 22.7 x", "§5.2"),
                    new Line("J-PDT against J-PFA", "up to 1.65 x", "§5.2")),
            "fig5.2",
            List.of(new Line(
                    "completion time of three file stores (one does nothing) against volatile, by size of the record",
                    "2.11 to 6.26 x",
                    "§5.2")),
            "fig5.3",
            List.of(
                    new Line("a: cache 0 to 100 %, J-PDT, read; update", "1.7 to 1.2 µs; 2.6 to 2.1 µs", "§5.3.1"),
                    new Line("a: cache 0 to 100 %, file store, read", "32.5 to 0.8 µs", "§5.3.1"),
                    new Line("b: number of records", "no influence on either", "§5.3.1"),
                    new Line("c: more fields, J-PDT, read; update", "1.7 to 7.0 µs; 3.6 to 4.1 µs", "§5.3.1"),
                    new Line(
                            "c: more fields, file store, read; update",
                            "17.7 µs to 22.3 ms; 71.3 µs to 71.3 ms",
                            "§5.3.1"),
                    new Line("d: larger fields, J-PDT, read; update", "2.4 to 4.0 µs; 3.2 to 14.6 µs", "§5.3.1"),
                    new Line(
                            "d: larger fields, file store, read; update",
                            "17.5 µs to 1.6 ms; 71.0 µs to 6.5 ms",
                            "§5.3.1")),
            "fig5.4",
            List.of(
                    new Line("threads that saturate it, YCSB-A: J-PDT; volatile; file store", "12; 16; 16", "§5.3.2"),
                    new Line("threads that saturate it, YCSB-C: J-PDT; volatile; file store", "8; 8; 8", "§5.3.2"),
                    new Line("J-PDT against the file store at its peak", "more than 5 x", "§5.3.2")),
            "fig5.5",
            List.of(
                    new Line(
                            "first answer after SIGKILL: volatile; J-PFA; J-PFA scan-only; file store",
                            "2.4; 8.5; 5.7; 28.8 s",
                            "§5.3.3"),
                    new Line("nominal throughput again: volatile; file store", "5.5; 34 s", "§5.3.3"),
                    new Line(
                            "nominal throughput: volatile; J-PFA; file store",
                            "9.5; 8.8; 4.7 thousand operations/s",
                            "§5.3.3"),
                    new Line("recovery of 10 million objects", "about 3 s", "§5.4")),
            "fig5.6",
            List.of(new Line(
                    "YCSB-A, J-PDT against java.util: hash table, tree, skip list", "0.50 to 0.55 x", "§5.3.4")),
            "space",
            List.of(new Line(
                    "space lost in a record of YCSB, fields of 100 bytes; of 10 KB", "21.2 %; 9.4 %", "§5.3.5")));

    private Thesis() {}

    /** Returns what it says of a group, or of the one that its name begins with, as fig5.3 and fig5.3a. */
    static List<Line> of(String group) {
        return LINES.entrySet().stream()
                .filter(each -> group.equals(each.getKey())
                        || group.matches(each.getKey().replace(".", "\\.") + "[a-z]"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(List.of());
    }

    static String machine() {
        return MACHINE;
    }
}
