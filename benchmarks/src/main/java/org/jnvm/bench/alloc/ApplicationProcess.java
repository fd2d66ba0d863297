package org.jnvm.bench.alloc;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;

/**
 * Runs an {@link Application} in a JVM of its own. Arguments: contender, application, ints of {@link
 * Application#ACKERMANN}, number of threads, then {@link Lengths}. Prints {@code RESULT runs/s CPU-ns/run p50 p99 max}, the
 * last three in ns of all windows, the others of the median window.
 */
public final class ApplicationProcess {
    private static final int DIGITS = 3;
    /** That a heap of the largest blocks needs beside them. */
    private static final long SPARE_BYTES = 256L << 20;

    private final String name;
    private final Application application;
    private final int ints;

    private ApplicationProcess(String name, Application application, int ints) {
        this.name = name;
        this.application = application;
        this.ints = ints;
    }

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        new ApplicationProcess(arguments[0], Application.valueOf(arguments[1]), Integer.parseInt(arguments[2]))
                .measure(Integer.parseInt(arguments[3]), Lengths.of(arguments, 4));
    }

    /** A run that is timed; it counts as one. */
    private final class Run implements Workload.Round {
        private final Contender contender;
        private final Recorder nanos;

        Run(Contender contender, Recorder nanos) {
            this.contender = contender;
            this.nanos = nanos;
        }

        @Override
        public void run() {
            long began = System.nanoTime();
            application.check(contender, ints);
            nanos.recordValue(System.nanoTime() - began);
        }

        @Override
        public int pairs() {
            return 1;
        }
    }

    private void measure(int threads, Lengths lengths) throws Exception {
        long bytes = 2L * threads * ints * Integer.BYTES + SPARE_BYTES;
        Recorder nanos = new Recorder(DIGITS);
        try (Folder folder = new Folder();
                Contender contender =
                        Contenders.open(name, folder.file("application.heap"), bytes, HeapOptions.defaults());
                Team team = new Team(threads, thread -> contender, thread -> new Run(contender, nanos))) {
            team.warmUp(lengths);
            nanos.reset();
            List<Team.Window> windows = team.windows(lengths);
            Histogram all = nanos.getIntervalHistogram();
            Team.Window median = Team.Window.median(windows);
            System.out.println("RESULT " + median.perSecond() + " "
                    + (double) median.cpuNanos() / median.pairs() + " " + all.getValueAtPercentile(50) + " "
                    + all.getValueAtPercentile(99) + " " + all.getMaxValue());
        }
    }
}
