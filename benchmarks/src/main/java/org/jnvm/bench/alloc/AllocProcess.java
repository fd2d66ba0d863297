package org.jnvm.bench.alloc;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.jnvm.spi.Recorder;

/**
 * Measures one contender with one workload, in a JVM of its own. Arguments: contender, workload, bytes, objects (of
 * {@link Workload#MASS}), then one of these:
 *
 * <ul>
 *   <li>{@code time <teams> <least> <most> <window> <windows>} prints {@code RESULT team - pairs/s ns/pair CPU-ns/pair} for
 *       each team, of the median of the windows; for {@code MASS}, too, {@code RESULT team allocate allocations/s
 *       ns/allocation}, and the same of {@code free};
 *   <li>{@code latency} with the same arguments prints {@code LATENCY team operation p50 p99 p999 p9999 max} in ns for
 *       {@code allocate} and {@code free} of {@code PAIRS}, of all windows together;
 *   <li>{@code count <rounds>} prints {@code BYTES bytes between neighbours} and {@code COUNT pairs fences write-backs},
 *       both of the second half of the rounds (the write-backs of LLPL are counted from outside).
 * </ul>
 *
 * <p>Teams are separated by colons: {@code 2} is two threads with one heap, {@code 2/2} two threads with a heap each. Each
 * team has new heaps. Warm-up takes <em>least</em> milliseconds, or longer until the rate is {@linkplain Steady steady}, but
 * not more than <em>most</em>, if the rounds are not longer; a third of both for teams but the first.
 */
public final class AllocProcess {
    private static final long HEAP_BYTES = 512L << 20;
    /** Of {@link Workload#MASS}. */
    private static final long LARGE_HEAP_BYTES = 1L << 30;

    private static final int NEIGHBOURS = 1000;
    private static final double[] PERCENTILES = {50, 99, 99.9, 99.99};

    private final String name;
    private final Workload workload;
    private final int bytes;
    private final int objects;

    private AllocProcess(String name, Workload workload, int bytes, int objects) {
        this.name = name;
        this.workload = workload;
        this.bytes = bytes;
        this.objects = objects;
    }

    /** Counts what reaches persistent memory. */
    private static final class Counter implements Recorder {
        private long writeBacks;
        private long fences;

        @Override
        public void started(byte[] image) {
            // only counts matter
        }

        @Override
        public void stored(long offset, byte[] stored) {
            // only write-backs and fences are compared
        }

        @Override
        public void writtenBack(long offset) {
            writeBacks++;
        }

        @Override
        public void fenced() {
            fences++;
        }
    }

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        AllocProcess process = new AllocProcess(
                arguments[0],
                Workload.valueOf(arguments[1]),
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]));
        String mode = arguments[4];
        switch (mode) {
            case "count" -> process.count(Integer.parseInt(arguments[5]));
            case "time", "latency" -> {
                Lengths lengths = Lengths.of(arguments, 6);
                for (String team : arguments[5].split(":")) {
                    process.measure(team, lengths, mode.equals("latency"));
                    lengths = lengths.again();
                }
            }
            default ->
                throw new IllegalArgumentException("unknown mode: mode=" + mode + ", known=time, latency, count");
        }
    }

    private Contender contender(Path file, HeapOptions options) throws ReflectiveOperationException {
        return Contenders.open(name, file, workload == Workload.MASS ? LARGE_HEAP_BYTES : HEAP_BYTES, options);
    }

    // ---- time ----

    private void measure(String text, Lengths lengths, boolean latency) throws Exception {
        String[] parts = text.split("/");
        int threads = Integer.parseInt(parts[0]);
        int heaps = parts.length == 1 ? 1 : Integer.parseInt(parts[1]);
        if (parts.length > 2 || heaps != 1 && heaps != threads || heaps != 1 && workload == Workload.LARSON) {
            throw new IllegalArgumentException("heaps must be one, or as many as threads if they share no block: team="
                    + text + ", workload=" + workload);
        }
        if (latency && workload != Workload.PAIRS) {
            throw new IllegalArgumentException("only calls of PAIRS are timed one by one: workload=" + workload);
        }
        List<Contender> contenders = new ArrayList<>();
        try (Folder folder = new Folder()) {
            try {
                for (int heap = 0; heap < heaps; heap++) {
                    contenders.add(contender(folder.file("alloc" + heap + ".heap"), HeapOptions.defaults()));
                }
                List<Team.Window> windows = windows(threads, contenders, lengths, latency);
                if (latency) {
                    printLatencies(text, windows);
                } else {
                    printTimes(text, threads, windows);
                }
            } finally {
                contenders.forEach(Contender::close);
            }
        }
    }

    private List<Team.Window> windows(int threads, List<Contender> contenders, Lengths lengths, boolean latency)
            throws Exception {
        Workload.Shared shared = shared(contenders.get(0), threads);
        IntFunction<Contender> its = thread -> contenders.get(thread % contenders.size());
        try (Team team = new Team(
                threads,
                its,
                thread -> latency
                        ? Workload.timedPairs(its.apply(thread), bytes, thread)
                        : workload.round(its.apply(thread), bytes, objects / threads, shared, thread))) {
            team.warmUp(lengths);
            return team.windows(lengths);
        }
    }

    private Workload.Shared shared(Contender contender, int threads) throws Exception {
        Workload.Shared shared = new Workload.Shared();
        if (workload == Workload.LARSON) {
            try (AutoCloseable scope = contender.enterThread()) {
                shared.fill(contender, threads);
            }
        }
        return shared;
    }

    private void printTimes(String team, int threads, List<Team.Window> windows) {
        Team.Window median = Team.Window.median(windows);
        print(
                "RESULT",
                team,
                "-",
                median.perSecond(),
                threads * 1e9 / median.perSecond(),
                (double) median.cpuNanos() / median.pairs());
        if (median.timings() != null) {
            int perRound = objects / threads;
            printPhase(team, "allocate", threads, median.timings().allocations().getMean() / perRound);
            printPhase(team, "free", threads, median.timings().frees().getMean() / perRound);
        }
    }

    private static void printPhase(String team, String phase, int threads, double nanos) {
        print("RESULT", team, phase, threads * 1e9 / nanos, nanos);
    }

    private static void printLatencies(String team, List<Team.Window> windows) {
        Timings all =
                windows.stream().map(Team.Window::timings).reduce(Timings::sum).orElseThrow();
        printLatency(team, "allocate", all.allocations());
        printLatency(team, "free", all.frees());
    }

    private static void printLatency(String team, String operation, Histogram nanos) {
        List<Object> words = new ArrayList<>(List.of("LATENCY", team, operation));
        for (double percentile : PERCENTILES) {
            words.add(nanos.getValueAtPercentile(percentile));
        }
        words.add(nanos.getMaxValue());
        print(words.toArray());
    }

    private static void print(Object... words) {
        System.out.println(Stream.of(words).map(String::valueOf).collect(Collectors.joining(" ")));
    }

    // ---- counts ----

    private void count(int rounds) throws Exception {
        Counter counter = new Counter();
        try (Folder folder = new Folder();
                Contender contender = contender(
                        folder.file("alloc.heap"), HeapOptions.defaults().recorder(counter));
                AutoCloseable scope = contender.enterThread()) {
            double between = bytesBetween(contender); // first, while the heap has no holes
            Workload.Shared shared = shared(contender, 1);
            Workload.Round round = workload.round(contender, bytes, objects, shared, 0);
            for (int i = 0; i < rounds / 2; i++) {
                round.run();
            }
            long fences = counter.fences;
            long writeBacks = counter.writeBacks;
            for (int i = rounds / 2; i < rounds; i++) {
                round.run();
            }
            long pairs = (long) round.pairs() * (rounds - rounds / 2);
            print("BYTES", between);
            print("COUNT", pairs, counter.fences - fences, counter.writeBacks - writeBacks);
        }
    }

    /**
     * Returns the heap bytes that an object takes: the mean distance of neighbours among many, without the few largest,
     * which lead from one area of the heap to another.
     */
    private double bytesBetween(Contender contender) {
        Object[] blocks = new Object[NEIGHBOURS];
        long[] addresses = new long[NEIGHBOURS];
        for (int i = 0; i < NEIGHBOURS; i++) {
            blocks[i] = contender.allocate(bytes);
            addresses[i] = contender.address(blocks[i]);
        }
        for (Object block : blocks) {
            contender.free(block);
        }
        Arrays.sort(addresses);
        return IntStream.range(1, NEIGHBOURS)
                .mapToLong(i -> addresses[i] - addresses[i - 1])
                .sorted()
                .limit(NEIGHBOURS - 1 - NEIGHBOURS / 50)
                .average()
                .orElseThrow();
    }
}
