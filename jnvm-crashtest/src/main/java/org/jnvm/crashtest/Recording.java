package org.jnvm.crashtest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.crashtest.internal.oracle.ObjectCounts;
import org.jnvm.crashtest.internal.trace.EventKind;
import org.jnvm.crashtest.internal.trace.Trace;

/**
 * A workload that was run and recorded.
 *
 * @param trace what happened
 * @param operations the names of the operations
 * @param asked how many operations there are, those left out included
 * @param states what the heap showed after 0, 1, 2… operations
 * @param leftOver objects that are there after everything was deleted, without a crash
 */
record Recording(Trace trace, List<String> operations, int asked, List<String> states, Map<String, Long> leftOver) {
    /** Superblocks are written without the recorder, too. */
    private static final int CLOSED_WORLD_FROM = 8192;

    /**
     * Runs a workload.
     *
     * @param scenario what to run
     * @param folder where heaps may be made
     * @param skipped operations to leave out
     */
    static Recording of(CrashScenario scenario, Path folder, Set<Integer> skipped) {
        try {
            Path file = folder.resolve("recorded.heap");
            prepare(scenario, file);
            Map<String, Long> leftOver = leftOver(scenario, file, folder.resolve("undisturbed.heap"));
            Trace trace = new Trace();
            try (Heap heap = Heap.open(file, HeapOptions.defaults().recorder(trace));
                    Heap.Scope scope = heap.enter()) {
                Recording recording = run(scenario, heap, trace, skipped, leftOver);
                requireClosedWorld(recording, file);
                return recording;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void prepare(CrashScenario scenario, Path file) throws IOException {
        Files.deleteIfExists(file);
        try (Heap heap = Heap.create(file, scenario.heapBytes());
                Heap.Scope scope = heap.enter()) {
            scenario.setUp().accept(heap);
        }
    }

    private static Map<String, Long> leftOver(CrashScenario scenario, Path file, Path copy) throws IOException {
        if (scenario.cleanUp() == null) {
            return Map.of();
        }
        Files.deleteIfExists(copy);
        Files.copy(file, copy);
        try (Heap heap = Heap.open(copy);
                Heap.Scope scope = heap.enter()) {
            scenario.cleanUp().accept(heap);
            return ObjectCounts.byClass(heap);
        }
    }

    private static Recording run(
            CrashScenario scenario, Heap heap, Trace trace, Set<Integer> skipped, Map<String, Long> leftOver) {
        List<String> states = new ArrayList<>();
        Function<Heap, String> state = scenario.state() == null ? any -> "" : scenario.state();
        heap.force(); // nothing is pending whose fence would hide the lack of one
        states.add(state.apply(heap));
        CrashRun run = new CrashRun(heap, trace, scenario.seed(), skipped, operations -> {
            states.add(state.apply(heap));
            requireModel(scenario, operations, states.get(states.size() - 1));
        });
        requireModel(scenario, List.of(), states.get(0));
        scenario.workload().accept(run);
        if (scenario.closing() != null) {
            run.close(() -> {
                scenario.closing().accept(heap);
                states.add(state.apply(heap));
            });
        }
        return new Recording(trace.copy(), List.copyOf(run.operations()), run.asked(), states, leftOver);
    }

    private static void requireModel(CrashScenario scenario, List<String> operations, String state) {
        if (scenario.model() != null) {
            String expected = scenario.model().apply(operations);
            if (!expected.equals(state)) {
                throw new AssertionError("without any crash the state is not that of the model: after=" + operations
                        + ", state=" + state + ", expected=" + expected);
            }
        }
    }

    private static void requireClosedWorld(Recording recording, Path file) throws IOException {
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

    /** Returns how many stores there were since the first operation began. */
    long stores() {
        return trace.events().stream()
                .dropWhile(event -> event.kind() != EventKind.START)
                .filter(event -> event.kind() == EventKind.STORE)
                .count();
    }
}
