package org.jnvm.crashtest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.crashtest.internal.model.Progress;
import org.jnvm.crashtest.internal.oracle.History;
import org.jnvm.crashtest.internal.oracle.ObjectCounts;
import org.jnvm.crashtest.internal.oracle.Specification;
import org.jnvm.crashtest.internal.schedule.Schedule;
import org.jnvm.crashtest.internal.schedule.Scheduler;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jspecify.annotations.Nullable;

/** Runs of a workload, each on a copy of one heap. */
final class Runs {
    /** Superblocks are written without the recorder, too. */
    private static final int CLOSED_WORLD_FROM = 8192;
    /** A thread that does nothing for so long is given up. */
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** More than this many orders of operations are too many to try. */
    private static final int MOST_ORDERS = 2000;
    /** How often a run is done again because a thread had to wait for another one. */
    private static final int MOST_ATTEMPTS = 1000;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final CrashScenario scenario;
    private final Set<Integer> skipped;
    /** Whether each run begins with the recovery from a crash. */
    private final boolean recovering;

    private final Recovery kind;

    private final Path prepared;
    private final Path file;
    private final Map<String, Long> leftOver;
    private final Function<Heap, String> state;
    private final Specification specification = new Specification();
    private final Recording first;
    private final int threads;

    /**
     * Prepares, and runs the workload once, in case of several threads in each order of their operations.
     *
     * @param scenario what to run
     * @param folder where heaps may be made
     * @param skipped operations to leave out
     */
    Runs(CrashScenario scenario, Path folder, Set<Integer> skipped) {
        this(scenario, folder, skipped, null, scenario.crashing() == null ? scenario.recovery() : Recovery.AUTO);
    }

    /**
     * Prepares runs that begin with the opening of what a crash has left, which is recorded with them, and runs the
     * workload once.
     *
     * @param scenario what to run; its set-up is left out
     * @param folder where heaps may be made
     * @param crashed what the crash has left
     * @param recovery how it is opened
     */
    Runs(CrashScenario scenario, Path folder, byte[] crashed, Recovery recovery) {
        this(scenario, folder, Set.of(), crashed, recovery);
    }

    private Runs(
            CrashScenario scenario, Path folder, Set<Integer> skipped, byte @Nullable [] crashed, Recovery recovery) {
        this.scenario = scenario;
        this.skipped = skipped;
        recovering = crashed != null || scenario.crashing() != null;
        kind = recovery;
        prepared = folder.resolve(recovering ? "crashed.heap" : "prepared.heap");
        file = folder.resolve("recorded.heap");
        state = scenario.state() == null ? any -> "" : scenario.state();
        try {
            if (crashed != null) {
                Files.write(prepared, crashed);
            } else if (recovering) {
                prepareCrashed(folder.resolve("crashing.heap"));
            } else {
                prepare();
            }
            leftOver = leftOver(folder.resolve("undisturbed.heap"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Scheduler scheduler = Scheduler.ofOperations(List.of(), LIMIT.toNanos());
        first = run(scheduler, null, false);
        threads = scheduler.threads();
        if (threads > 0) {
            specify();
        }
    }

    private void prepare() throws IOException {
        Files.deleteIfExists(prepared);
        try (Heap heap = Heap.create(prepared, scenario.heapBytes());
                Heap.Scope scope = heap.enter()) {
            scenario.setUp().accept(heap);
        }
        // what the set-up left unreachable would go with the first recovery pass, which not every crash is followed by
        Heap.open(prepared, HeapOptions.defaults().recovery(Recovery.FULL)).close();
    }

    private void prepareCrashed(Path crashing) throws IOException {
        Files.deleteIfExists(crashing);
        Files.deleteIfExists(prepared);
        try (Heap heap = Heap.create(
                        crashing, scenario.heapBytes(), HeapOptions.defaults().collector(scenario.collector()));
                Heap.Scope scope = heap.enter()) {
            Objects.requireNonNull(scenario.crashing()).accept(heap, () -> {
                try {
                    Files.copy(crashing, prepared);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        if (!Files.exists(prepared)) {
            throw new IllegalArgumentException("the set-up has not crashed; let it call what it is given for that");
        }
    }

    private Map<String, Long> leftOver(Path copy) throws IOException {
        if (scenario.cleanUp() == null) {
            return Map.of();
        }
        Files.copy(prepared, copy, StandardCopyOption.REPLACE_EXISTING);
        try (Heap heap = Heap.open(copy);
                Heap.Scope scope = heap.enter()) {
            scenario.cleanUp().accept(heap);
            return ObjectCounts.byClass(heap);
        }
    }

    /** Runs the operations one after the other, in each order that keeps those of each thread. */
    private void specify() {
        Map<Integer, Integer> left = new TreeMap<>();
        first.history().order().stream()
                .filter(thread -> thread != History.MAIN)
                .forEach(thread -> left.merge(thread, 1, Integer::sum));
        for (List<Integer> order : orders(left)) {
            Scheduler scheduler = Scheduler.ofOperations(order, LIMIT.toNanos());
            run(scheduler, null, true);
            if (scheduler.anyWaited()) {
                throw new AssertionError(
                        "an operation waits for one of another thread: order=" + order
                                + "; operations must come to an end whatever other threads do, and locks be taken inside of them");
            }
        }
    }

    private static List<List<Integer>> orders(Map<Integer, Integer> left) {
        List<List<Integer>> orders = new ArrayList<>();
        addOrders(new ArrayList<>(), new TreeMap<>(left), orders);
        return orders;
    }

    private static void addOrders(List<Integer> order, Map<Integer, Integer> left, List<List<Integer>> orders) {
        if (left.values().stream().allMatch(count -> count == 0)) {
            if (orders.size() == MOST_ORDERS) {
                throw new IllegalArgumentException("too many orders of operations: more than " + MOST_ORDERS
                        + "; let threads do fewer operations, such as two each");
            }
            orders.add(List.copyOf(order));
            return;
        }
        for (int thread : left.keySet()) {
            if (left.getOrDefault(thread, 0) > 0) {
                left.merge(thread, -1, Integer::sum);
                order.add(thread);
                addOrders(order, left, orders);
                order.remove(order.size() - 1);
                left.merge(thread, 1, Integer::sum);
            }
        }
    }

    /** Returns the run of a workload of one thread; of several ones, the first one. */
    Recording first() {
        return first;
    }

    /** Returns how many threads the workload adds. */
    int threads() {
        return threads;
    }

    /** Runs the workload by a schedule. */
    Recording run(Schedule schedule) {
        Scheduler scheduler = Scheduler.of(schedule, LIMIT.toNanos());
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            try {
                Recording recording = run(scheduler, schedule, false);
                if (scheduler.isRepeatable()) {
                    return recording;
                }
            } catch (AssertionError e) {
                if (scheduler.isRepeatable()) {
                    throw new AssertionError(e.getMessage() + "; schedule=" + schedule, e);
                }
            }
            scheduler = scheduler.again(schedule);
        }
        throw new AssertionError("threads wait for each other again and again: schedule=" + schedule);
    }

    private Recording run(Scheduler scheduler, @Nullable Schedule schedule, boolean observesThreads) {
        boolean scheduled = schedule != null || observesThreads;
        Trace trace = scheduled ? new Trace(scheduler) : new Trace();
        try {
            Files.copy(prepared, file, StandardCopyOption.REPLACE_EXISTING);
            Recording recording;
            Held recovery = new Held();
            trace.recoveries(recovery);
            HeapOptions options = HeapOptions.defaults()
                    .recorder(trace)
                    .closeTimeout(CLOSE_TIMEOUT)
                    .collector(scenario.collector())
                    .recovery(kind);
            try (Heap heap = Heap.open(file, options);
                    Held ends = recovery;
                    Heap.Scope scope = heap.enter()) {
                recording = run(heap, trace, scheduler, schedule, observesThreads, recovery);
                if (scheduler.isRepeatable()) {
                    requireClosedWorld(recording);
                }
            }
            return recording;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Recording run(
            Heap heap,
            Trace trace,
            Scheduler scheduler,
            @Nullable Schedule schedule,
            boolean observesThreads,
            Held recovery) {
        if (!recovering) {
            heap.force(); // nothing is pending whose fence would hide the lack of one
        }
        String before = state.apply(heap);
        specification.add(List.of(), before, "");
        requireModel(List.of(), before);
        CrashRun.Observer observer = (history, operations, result) -> {
            String now = state.apply(heap);
            specification.add(history.order(), now, result);
            requireModel(operations, now);
        };
        CrashRun run =
                new CrashRun(heap, trace, scheduler, scenario.seed(), skipped, observer, observesThreads, recovery);
        scenario.workload().accept(run);
        scheduler.run();
        String[] end = {state.apply(heap)};
        Consumer<Heap> closing = scenario.closing();
        if (closing != null) {
            requireOneThread(scheduler);
            recovery.run(); // closing would wait for it
            run.close(() -> {
                closing.accept(heap);
                end[0] = state.apply(heap);
            });
            specification.add(run.history().order(), end[0], "");
        }
        Trace recorded = trace.copy();
        Map<Progress, Set<String>> allowed = new HashMap<>();
        return new Recording(
                schedule,
                recorded,
                run.history(),
                run.asked(),
                progress -> allowed.computeIfAbsent(progress, moment -> specification.allowed(run.history(), moment)),
                leftOver,
                schedule == null || !scheduler.isRepeatable() ? null : specification.violation(run.history(), end[0]),
                scheduler.accesses());
    }

    /** Keeps the recovery of the heap beside the workload until that wants it. */
    private static final class Held implements Consumer<Runnable>, Runnable, AutoCloseable {
        private final AtomicReference<@Nullable Runnable> held = new AtomicReference<>();

        @Override
        public void accept(Runnable recovery) {
            held.set(recovery);
        }

        @Override
        public void run() {
            Runnable taken = held.getAndSet(null);
            if (taken != null) {
                taken.run();
            }
        }

        @Override
        public void close() {
            run();
        }
    }

    private static void requireOneThread(Scheduler scheduler) {
        if (scheduler.threads() > 0) {
            throw new IllegalArgumentException("closing is explored for one thread only: threads added="
                    + scheduler.threads() + "; leave out closing() or the threads");
        }
    }

    private void requireModel(List<String> operations, String now) {
        if (scenario.model() != null) {
            String expected = scenario.model().apply(operations);
            if (!expected.equals(now)) {
                throw new AssertionError("without any crash the state is not that of the model: after=" + operations
                        + ", state=" + now + ", expected=" + expected);
            }
        }
    }

    private void requireClosedWorld(Recording recording) throws IOException {
        byte[] recorded = recording.trace().finalImage();
        byte[] real = Files.readAllBytes(file);
        int end = Math.min(recorded.length, real.length); // what is behind is a free map
        int at = Arrays.mismatch(recorded, CLOSED_WORLD_FROM, end, real, CLOSED_WORLD_FROM, end);
        if (at >= 0) {
            throw new AssertionError("memory was changed past the recorder: offset=" + (CLOSED_WORLD_FROM + at)
                    + ", recorded=" + recorded[CLOSED_WORLD_FROM + at] + ", memory=" + real[CLOSED_WORLD_FROM + at]
                    + "; a heap under test may be changed by its own objects and J-NVM only");
        }
    }
}
