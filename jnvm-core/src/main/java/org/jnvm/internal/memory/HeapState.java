package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jnvm.HeapPoisonedException;
import org.jnvm.spi.Recorder;

/**
 * The state word of a heap, which says what an access does that the {@link FastPathGuard} does not let pass, and the durability
 * primitives that hang on it. The word is 0 in normal operation, else some flags.
 */
public final class HeapState {
    /** A recorder listens. */
    public static final int RECORDING = 1;
    /** The heap was closed. */
    public static final int CLOSED = 2;
    /** An I/O error made the memory untrustworthy: nothing may be acknowledged. */
    public static final int POISONED = 4;
    /** HeapState of the region that freed proxies point to. */
    public static final int FREED = 8;
    /** Each access checks that the proxy's object is still there. */
    public static final int CHECKED = 16;
    /** The heap is being closed: only what has begun may go on. */
    public static final int CLOSING = 32;
    /**
     * Blocks on this heap may lock what they read: then no load in a block goes straight to memory, as it might have to lock
     * first. Set for good by the first such block; each sets it that does not see it.
     */
    public static final int LOCKS_READS = 64;

    /** Nobody may change the heap for a moment. */
    public static final int FROZEN = 128;

    /** The program may look at the heap only: a store of its own is refused. */
    public static final int READ_ONLY = 256;

    /** Flags that an access must heed whose pointer is a plain one, and an operation that begins. */
    public static final int REFUSING = CLOSED | CLOSING | POISONED | FROZEN;
    /** All but the flag that accesses heed in blocks only. */
    private static final int OUTSIDE_BLOCKS = ~LOCKS_READS;
    /** Those of them that a load heeds. */
    private static final int OF_LOADS = OUTSIDE_BLOCKS & ~READ_ONLY;

    private static final VarHandle WORD;
    private static final VarHandle UNTRUNCATED;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(HeapState.class, "word", int.class);
            UNTRUNCATED = MethodHandles.lookup().findVarHandle(HeapState.class, "untruncated", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The word; plain reads on purpose. */
    int word;
    /** Lanes with untruncated records; plain reads on purpose. */
    private int untruncated;

    /** Whether operations make room before they begin; plain reads on purpose. */
    private boolean isShort;

    private final WriteBack writeBack;
    private final Recorder recorder;
    /** Name of the heap, for messages. */
    private String heap = "";
    /** What happened first of all that poisons a heap. */
    private volatile HeapPoisonedException firstError;

    private final PersistCounters counters = new PersistCounters();
    private final LockSlots lockSlots = new LockSlots();
    private final FastPathGuard.Refusing refusal = new FastPathGuard.Refusing(this);
    /** The region of the whole heap; null on the segment route. */
    private FieldRegion fields;
    /** What fences do besides; null but in domain DISK. */
    private Barriers barriers;

    /**
     * Makes the state of a heap.
     *
     * @param writeBack how cache lines are written back
     * @param recorder who listens, or null
     * @param checked whether each access checks that the proxy's object is still there
     */
    public HeapState(WriteBack writeBack, Recorder recorder, boolean checked) {
        this.writeBack = writeBack;
        this.recorder = recorder;
        this.word = (recorder == null ? 0 : RECORDING) | (checked ? CHECKED : 0);
        FastPathGuard.forgetCollected();
    }

    /** Returns the state of a region that refuses every access. */
    static HeapState freed() {
        HeapState state = new HeapState(WriteBack.NONE, null, false);
        state.word = FREED;
        return state;
    }

    /** Sets the name of the heap, for messages. */
    public void setHeap(String name) {
        heap = name;
    }

    /**
     * Poisons the heap: the file or its mapping failed, so that nothing may be acknowledged from here on.
     *
     * @param what what failed
     * @param cause the error
     * @return the exception to throw, of the first error that the heap met
     */
    public HeapPoisonedException poison(String what, Throwable cause) {
        set(POISONED); // first: the rest needs memory
        synchronized (this) {
            if (firstError == null) {
                firstError = new HeapPoisonedException(
                        "heap met an error and cannot be trusted any more: heap=" + heap + ", failed=" + what
                                + ", first error=" + cause
                                + "; close it, look after the disk and the file, then open it again, which runs the"
                                + " recovery pass, or restore it from a copy",
                        cause);
            }
        }
        return poisoned();
    }

    /** Returns the exception that every use of a poisoned heap throws. */
    public HeapPoisonedException poisoned() {
        HeapPoisonedException first = firstError;
        if (first == null) {
            return new HeapPoisonedException(
                    "heap met an error and cannot be trusted any more: heap=" + heap + "; close it and open it again",
                    null);
        }
        return new HeapPoisonedException(first.getMessage(), first.getCause());
    }

    /** Tells whether memory is short, so that whoever begins an operation makes room first. */
    public boolean isShort() {
        return isShort;
    }

    /** Says whether memory is short. */
    public void setShort(boolean now) {
        isShort = now;
    }

    /** Tells whether one of some flags is set. */
    public boolean isAny(int flags) {
        return (word & flags) != 0;
    }

    /** Tells whether a flag is set. */
    public boolean is(int flag) {
        return (word & flag) != 0;
    }

    /** Returns the region of the whole heap, for the routes by address; called while the heap is opened. */
    FieldRegion fields(SlowPath slow) {
        if (fields == null) {
            fields = FieldRegion.ofHeap(this, slow);
        }
        return fields;
    }

    /** Tells whether nothing stands between a load of the calling thread at a plain pointer and memory. */
    boolean isQuiet() {
        return (word & OF_LOADS) == 0 && !OpenBlocks.mayBeInTouched();
    }

    /** Tells whether nothing stands between a store of the calling thread at a plain pointer and memory. */
    boolean isQuietForStores() {
        return (word & OUTSIDE_BLOCKS) == 0 && untruncated == 0 && !FastPathGuard.mayHaveBlocks();
    }

    /**
     * Tells whether a store of the calling thread at a plain pointer may go to memory because all that is open
     * are blocks of other threads, which have not locked the block it goes to.
     *
     * @param slot where a lock on that block would be
     */
    boolean isUnlocked(int slot) {
        return (word & OUTSIDE_BLOCKS) == 0
                && FastPathGuard.mayHaveBlocks()
                && !OpenBlocks.mayBeInOne()
                && lockSlots.isClear(slot);
    }

    /**
     * Tells whether a load of the calling thread at a plain pointer may go to memory though the thread has a block open: what
     * that has changed or freed there it has locked. Not where blocks lock what they read.
     *
     * @param slot where a lock on that block would be
     */
    boolean isUntouched(int slot) {
        return (word & ~READ_ONLY) == 0 && lockSlots.isClear(slot);
    }

    /** Tells whether accesses take the slow path even while nothing is open: pointers are made so then. */
    boolean isAlwaysSlow() {
        return (word & (RECORDING | CHECKED)) != 0;
    }

    /** Sets a flag; visible to other threads when they next synchronise. */
    public void set(int flag) {
        WORD.getAndBitwiseOr(this, flag);
        if ((flag & REFUSING) != 0) {
            FastPathGuard.refuse(refusal);
        }
    }

    /**
     * Tells whether failure-atomic blocks may be open, on this heap or another one; for a while after the last one has ended,
     * too, but for a heap that is recorded, whose program does the same each time.
     */
    public boolean mayHaveBlocks() {
        return recorder == null ? FastPathGuard.mayHaveBlocks() : anyBlockOpen();
    }

    /**
     * Has each store of the program take the slow path, which refuses it. For that a lane counts as untruncated, so that stores of
     * other heaps of this JVM look at their own state word, too.
     */
    public void makeReadOnly() {
        set(READ_ONLY);
        countUntruncated(1);
    }

    /** Takes back what {@link #makeReadOnly} did to other heaps; once this one is closed. */
    public void endReadOnly() {
        if (is(READ_ONLY)) {
            countUntruncated(-1);
        }
    }

    /**
     * Returns a number that is the same before and after a time in which no failure-atomic block was open, on any heap; odd if
     * one may be open. Who reads between two calls has {@link LockSlots#readsDone} before the second.
     */
    public static long quietTime() {
        return FastPathGuard.quietTime();
    }

    /** Tells whether a failure-atomic block is open, on any heap; looks at many cache lines. */
    public static boolean anyBlockOpen() {
        return OpenBlocks.any();
    }

    /** Tells whether the calling thread may have a failure-atomic block open, on whatever heap; often right when it has none. */
    public static boolean threadMayBeInBlock() {
        return FastPathGuard.mayHaveBlocks() && OpenBlocks.mayBeInOne();
    }

    /** Tells whether a fence takes time: not where stores survive a crash as they are. */
    public boolean fencesCost() {
        return writeBack != WriteBack.NONE || recorder != null;
    }

    /** Unsets {@link #FROZEN}. */
    public void thaw() {
        WORD.getAndBitwiseAnd(this, ~FROZEN);
        FastPathGuard.admit(refusal, this);
    }

    /** Tells whether an access at a plain pointer must heed a flag. */
    boolean isRefusing() {
        return ((int) WORD.getVolatile(this) & REFUSING) != 0;
    }

    /** Returns the lock slots of the heap. */
    public LockSlots lockSlots() {
        return lockSlots;
    }

    /** Counts lanes with untruncated records: up by one, or down. */
    public void countUntruncated(int change) {
        UNTRUNCATED.getAndAdd(this, change);
        FastPathGuard.countUntruncated(change);
    }

    /** Tells whether records of ended failure-atomic blocks are untruncated, which a change must have erased. */
    public boolean anyUntruncated() {
        return untruncated != 0;
    }

    /** Returns how cache lines are written back. */
    public WriteBack writeBack() {
        return writeBack;
    }

    /** Orders this thread's write-backs and stores before it against those after it. */
    public void pfence() {
        VarHandle.releaseFence();
        if (writeBack != WriteBack.NONE) {
            if (writeBack == WriteBack.MARK) {
                barriers.pfence();
            } else {
                writeBack.fence();
            }
            counters.fenced();
        }
        if (recorder != null) {
            recorder.fenced();
        }
    }

    /**
     * Like {@link #pfence()}, and waits until what was written back is as durable as the heap promises: the last fence of
     * every operation that acknowledges. The same but in domain DISK, where it waits for the disk in mode SYNC.
     */
    public void psync() {
        pfence();
        if (writeBack == WriteBack.MARK) {
            barriers.psync();
        }
    }

    /** Sets what fences do in domain DISK; while the heap is opened. */
    public void setBarriers(Barriers wanted) {
        barriers = wanted;
    }

    /** Returns what fences do in domain DISK, null in others. */
    Barriers barriers() {
        return barriers;
    }

    /** Returns how many lines were written back by instructions or calls. */
    public long writeBacks() {
        return counters.writeBacks();
    }

    /** Returns how many fences were issued. */
    public long fences() {
        return counters.fences();
    }

    PersistCounters counters() {
        return counters;
    }

    public Recorder recorder() {
        return recorder;
    }
}
