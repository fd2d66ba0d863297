package org.jnvm.crashtest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jnvm.Collector;
import org.jnvm.Heap;
import org.jnvm.Recovery;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.crashtest.option.Pruning;
import org.jspecify.annotations.Nullable;

/**
 * What is explored: a workload, and what must hold after a crash at any moment of it. Immutable; the methods return
 * changed copies. See docs/CRASH-TESTING.md.
 */
public final class CrashScenario {
    private static final long HEAP_BYTES = 1 << 20;
    private static final long SEED = 1;
    private static final long BOUND = 20_000;
    private static final int RANDOM_IMAGES = 20;
    private static final int SCHEDULES = 20;

    private Consumer<Heap> setUp = heap -> {};
    private final Consumer<CrashRun> workload;
    private @Nullable Function<Heap, String> state;
    private @Nullable Function<List<String>, String> model;
    private Map<String, Consumer<Heap>> invariants = Map.of();
    private @Nullable Consumer<Heap> goOn;
    private @Nullable Consumer<Heap> cleanUp;
    private PersistenceMode mode = PersistenceMode.NVMM;
    private Pruning pruning = Pruning.RECORDS;
    private long heapBytes = HEAP_BYTES;
    private long seed = SEED;
    private long bound = BOUND;
    private int randomImages = RANDOM_IMAGES;
    private int schedules = SCHEDULES;
    private int recoveryCrashes = 1;
    private @Nullable Consumer<Heap> closing;
    private Recovery recovery = Recovery.AUTO;
    private Collector collector = Collector.OFF;
    private boolean recoveryBeside;
    private @Nullable BiConsumer<Heap, Runnable> crashing;

    private CrashScenario(Consumer<CrashRun> workload) {
        this.workload = Objects.requireNonNull(workload);
    }

    private CrashScenario(CrashScenario other) {
        setUp = other.setUp;
        workload = other.workload;
        state = other.state;
        model = other.model;
        invariants = other.invariants;
        goOn = other.goOn;
        cleanUp = other.cleanUp;
        mode = other.mode;
        pruning = other.pruning;
        heapBytes = other.heapBytes;
        seed = other.seed;
        bound = other.bound;
        randomImages = other.randomImages;
        schedules = other.schedules;
        recoveryCrashes = other.recoveryCrashes;
        closing = other.closing;
        recovery = other.recovery;
        collector = other.collector;
        recoveryBeside = other.recoveryBeside;
        crashing = other.crashing;
    }

    /** Returns a scenario with a workload and no demands but that the heap is sound. */
    public static CrashScenario of(Consumer<CrashRun> workload) {
        return new CrashScenario(workload);
    }

    /** Makes what the workload starts from; not recorded. */
    public CrashScenario setUp(Consumer<Heap> action) {
        CrashScenario changed = new CrashScenario(this);
        changed.setUp = Objects.requireNonNull(action);
        return changed;
    }

    /**
     * Describes all that a heap holds. Then a recovered heap must show what the running one showed after the acknowledged
     * operations, or with the one in flight. Must depend on persistent state only, no identity hashes.
     */
    public CrashScenario state(Function<Heap, String> describe) {
        CrashScenario changed = new CrashScenario(this);
        changed.state = Objects.requireNonNull(describe);
        return changed;
    }

    /** Says what {@link #state} must show after some operations, given by their names; tested while they run. */
    public CrashScenario model(Function<List<String>, String> expected) {
        CrashScenario changed = new CrashScenario(this);
        changed.model = Objects.requireNonNull(expected);
        return changed;
    }

    /** Adds what must hold in every recovered heap; throws if it does not. */
    public CrashScenario invariant(String name, Consumer<Heap> test) {
        CrashScenario changed = new CrashScenario(this);
        changed.invariants = new LinkedHashMap<>(invariants);
        changed.invariants.put(name, Objects.requireNonNull(test));
        return changed;
    }

    /** Does something with a recovered heap that does not change what {@link #state} shows: finds stale free lists. */
    public CrashScenario goOn(Consumer<Heap> action) {
        CrashScenario changed = new CrashScenario(this);
        changed.goOn = Objects.requireNonNull(action);
        return changed;
    }

    /** Removes all roots and frees every object; what is left over then, and would not be without a crash, is a leak. */
    public CrashScenario cleanUp(Consumer<Heap> action) {
        CrashScenario changed = new CrashScenario(this);
        changed.cleanUp = Objects.requireNonNull(action);
        return changed;
    }

    /** Chooses the model of memory. Without it, {@link PersistenceMode#NVMM}. */
    public CrashScenario mode(PersistenceMode wanted) {
        CrashScenario changed = new CrashScenario(this);
        changed.mode = Objects.requireNonNull(wanted);
        return changed;
    }

    /** Chooses what is left out because something like it was examined. Without it, {@link Pruning#RECORDS}. */
    public CrashScenario pruning(Pruning wanted) {
        CrashScenario changed = new CrashScenario(this);
        changed.pruning = Objects.requireNonNull(wanted);
        return changed;
    }

    /** Sets the size of the heap in bytes, which is fixed. Without it, 1 MiB; each image takes time by it. */
    public CrashScenario heapBytes(long bytes) {
        CrashScenario changed = new CrashScenario(this);
        changed.heapBytes = bytes;
        return changed;
    }

    /** Sets the seed of what is random. Without it, 1. */
    public CrashScenario seed(long wanted) {
        CrashScenario changed = new CrashScenario(this);
        changed.seed = wanted;
        return changed;
    }

    /**
     * Bounds the images, or runs of recovery, of one crash point, for the engines that go through all. Without it, 20 000.
     * A report says if there were more.
     */
    public CrashScenario bound(long most) {
        CrashScenario changed = new CrashScenario(this);
        changed.bound = most;
        return changed;
    }

    /** Sets how many random or damaged images are looked at for each crash point. Without it, 20. */
    public CrashScenario randomImages(int count) {
        CrashScenario changed = new CrashScenario(this);
        changed.randomImages = count;
        return changed;
    }

    /**
     * Sets how many schedules are tried if the workload {@linkplain CrashRun#thread adds threads}: each order of the
     * threads without a preemption, then some with one and with two, which follow from the seed. Without it, 20.
     */
    public CrashScenario schedules(int count) {
        CrashScenario changed = new CrashScenario(this);
        changed.schedules = count;
        return changed;
    }

    /**
     * Sets how many crashes of recoveries follow each other, for the recursive engine. Without it, 1; each more takes a
     * multiple of the time.
     */
    public CrashScenario recoveryCrashes(int depth) {
        CrashScenario changed = new CrashScenario(this);
        changed.recoveryCrashes = depth;
        return changed;
    }

    /**
     * Lets the workload be followed by an operation that closes the heap.
     *
     * @param last what the operation does before; it need not make anything durable
     */
    public CrashScenario closing(Consumer<Heap> last) {
        CrashScenario changed = new CrashScenario(this);
        changed.closing = Objects.requireNonNull(last);
        return changed;
    }

    /**
     * Chooses the recovery that crash images are opened with. Without it, {@link Recovery#AUTO}. With {@link
     * Recovery#SCAN_ONLY} what a crash leaves unreachable stays, so that nothing is taken for a leak.
     */
    public CrashScenario recovery(Recovery kind) {
        CrashScenario changed = new CrashScenario(this);
        changed.recovery = Objects.requireNonNull(kind);
        return changed;
    }

    /** Chooses the collector of the recorded heap. Without it, {@link Collector#OFF}; one in the background does not repeat. */
    public CrashScenario collector(Collector kind) {
        CrashScenario changed = new CrashScenario(this);
        changed.collector = Objects.requireNonNull(kind);
        return changed;
    }

    /**
     * Recovers crash images as a heap with a collector is recovered: beside the program. It has ended when the heap is looked at, and is
     * judged and crashed as other recoveries are.
     */
    public CrashScenario recoveryBeside() {
        CrashScenario changed = new CrashScenario(this);
        changed.recoveryBeside = true;
        return changed;
    }

    /**
     * Makes what the workload starts from, in place of {@link #setUp}, and crashes. The workload goes on from what has persisted then, which
     * is all that was stored; so its opening is recorded, too, and crashed. With a {@link #collector} the heap is recovered beside the
     * workload: where that calls {@link CrashRun#recover}.
     *
     * @param action is given the heap, which has that collector, and what it has to call at the moment of the crash
     */
    public CrashScenario crashed(BiConsumer<Heap, Runnable> action) {
        CrashScenario changed = new CrashScenario(this);
        changed.crashing = Objects.requireNonNull(action);
        return changed;
    }

    boolean isRecoveredBeside() {
        return recoveryBeside;
    }

    @Nullable
    BiConsumer<Heap, Runnable> crashing() {
        return crashing;
    }

    Collector collector() {
        return collector;
    }

    Recovery recovery() {
        return recovery;
    }

    @Nullable
    Consumer<Heap> closing() {
        return closing;
    }

    Consumer<Heap> setUp() {
        return setUp;
    }

    Consumer<CrashRun> workload() {
        return workload;
    }

    @Nullable
    Function<Heap, String> state() {
        return state;
    }

    @Nullable
    Function<List<String>, String> model() {
        return model;
    }

    Map<String, Consumer<Heap>> invariants() {
        return invariants;
    }

    @Nullable
    Consumer<Heap> goOn() {
        return goOn;
    }

    @Nullable
    Consumer<Heap> cleanUp() {
        return cleanUp;
    }

    PersistenceMode mode() {
        return mode;
    }

    Pruning pruning() {
        return pruning;
    }

    long heapBytes() {
        return heapBytes;
    }

    long seed() {
        return seed;
    }

    long bound() {
        return bound;
    }

    int randomImages() {
        return randomImages;
    }

    int schedules() {
        return schedules;
    }

    int recoveryCrashes() {
        return recoveryCrashes;
    }
}
