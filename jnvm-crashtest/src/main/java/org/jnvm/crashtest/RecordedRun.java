package org.jnvm.crashtest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jnvm.Collector;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.crashtest.internal.model.CrashMemory;
import org.jnvm.crashtest.internal.model.Progress;
import org.jnvm.crashtest.internal.oracle.ImageFile;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.option.Engine;
import org.jspecify.annotations.Nullable;

/**
 * A workload on a recorded heap, and the judgement of its crash images: opened as heaps, they must show the state after
 * the acknowledged operations, or that after the one in flight, and must be fit for going on.
 */
public final class RecordedRun implements AutoCloseable {
    private static final long HEAP_BYTES = 1 << 20;

    private final Function<Heap, String> show;
    private final Consumer<Heap> goOn;
    private final Trace trace = new Trace();
    /** What a heap shows after 0, 1, 2… operations. */
    private final List<String> states = new ArrayList<>();

    private final Heap heap;
    private final ImageFile images;

    /**
     * Prepares a heap, and opens it again recorded.
     *
     * @param folder where the heap may be made
     * @param setUp makes what the workload starts from, not recorded
     * @param show describes all that a heap holds
     * @param goOn does something with a recovered heap that must not change what it shows
     */
    public RecordedRun(Path folder, Consumer<Heap> setUp, Function<Heap, String> show, Consumer<Heap> goOn) {
        this(folder, setUp, show, goOn, Collector.OFF);
    }

    /**
     * Prepares a heap, and opens it again recorded.
     *
     * @param folder where the heap may be made
     * @param setUp makes what the workload starts from, not recorded
     * @param show describes all that a heap holds
     * @param goOn does something with a recovered heap that must not change what it shows
     * @param collector the collector of the recorded heap
     */
    public RecordedRun(
            Path folder, Consumer<Heap> setUp, Function<Heap, String> show, Consumer<Heap> goOn, Collector collector) {
        this.show = show;
        this.goOn = goOn;
        images = new ImageFile();
        Path file = folder.resolve("recorded.heap");
        try (Heap fresh = Heap.create(file, HEAP_BYTES);
                Heap.Scope scope = fresh.enter()) {
            setUp.accept(fresh);
        }
        heap = Heap.open(file, HeapOptions.defaults().recorder(trace).collector(collector));
    }

    /** Returns the recorded heap. */
    public Heap heap() {
        return heap;
    }

    /**
     * Ends the preparations on the recorded heap: what it shows now is the state before the first operation. Nothing is
     * pending that an operation would have to finish first, with fences that hide the lack of its own.
     */
    public void begin() {
        heap.force();
        states.add(show.apply(heap));
    }

    /** Runs an operation; acknowledged when it returns. */
    public void operation(Runnable action) {
        String name = "operation " + states.size();
        trace.start(name);
        action.run();
        trace.ack(name);
        states.add(show.apply(heap));
    }

    /** Returns what the heap showed after 0, 1, 2… operations. */
    public List<String> states() {
        return states;
    }

    /** Returns an exploration of the run. */
    public CrashImages images(long seed) {
        return new CrashImages(trace, this::judge, seed);
    }

    private @Nullable String judge(CrashMemory memory, Progress progress) {
        try (Heap reopened = images.open(memory, HeapOptions.defaults());
                Heap.Scope scope = reopened.enter()) {
            String seen = show.apply(reopened);
            String before = states.get(progress.acknowledged());
            String after = states.get(progress.started());
            if (!seen.equals(before) && !seen.equals(after)) {
                return "recovered " + seen + ", expected " + before
                        + (progress.started() > progress.acknowledged() ? " or " + after : "");
            }
            goOn.accept(reopened);
            return seen.equals(show.apply(reopened)) ? null : "going on after recovery changed " + seen;
        } catch (JnvmException e) {
            return e.toString();
        }
    }

    /**
     * Removes each write-back and fence of some operations in turn, and explores what is left.
     *
     * @param images the exploration, whose good images are not judged again
     * @param operations which operations, from 1
     * @param places which places in the code, by what {@link CrashMutants#places} calls them
     * @return what each mutant loses
     */
    public CrashMutants mutants(CrashImages images, IntPredicate operations, Predicate<String> places) {
        return new Mutation(images.explorer(), Engine.DEVIATION, trace, false)
                .run(EnumSet.of(CrashMutants.Kind.PWB, CrashMutants.Kind.FENCE), operations, places);
    }

    @Override
    public void close() throws IOException {
        heap.close();
        images.close();
    }
}
