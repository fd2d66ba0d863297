package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jnvm.HeapPoisonedException;
import org.jnvm.spi.Recorder;

/**
 * The mode word of a heap, which gates every slow path, and the durability primitives that hang on it.
 *
 * <p>The word is 0 in normal operation, and read plainly by every access. The low bits are flags, the rest counts the
 * failure-atomic blocks that are open on the heap; one atomic add opens or closes a block, so that the word of a heap
 * with an open block is never seen as 0 by the thread that opened it.
 */
public final class Mode {
    /** A recorder listens. */
    public static final int RECORDING = 1;
    /** The heap was closed. */
    public static final int CLOSED = 2;
    /** An I/O error made the memory untrustworthy: nothing may be acknowledged. */
    public static final int POISONED = 4;
    /** Mode of the region that freed proxies point to. */
    public static final int FREED = 8;
    /** The heap is being closed: only what has begun may go on. */
    public static final int CLOSING = 16;
    /** One open failure-atomic block; the bits between are for further flags. */
    public static final int ONE_OPEN_BLOCK = 256;

    private static final VarHandle WORD;
    private static final VarHandle COPY;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(Mode.class, "word", int.class);
            COPY = MethodHandles.lookup().findVarHandle(FieldRegion.class, "word", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The word; plain reads on purpose. */
    int word;

    private final WriteBack writeBack;
    private final Recorder recorder;
    /** Name of the heap, for messages. */
    private String heap = "";
    /** What happened first of all that poisons a heap. */
    private volatile HeapPoisonedException firstError;

    private final PersistCounters counters = new PersistCounters();
    /** The region of the whole heap, which holds a copy of the word; null on the segment route. */
    private FieldRegion fields;

    /**
     * Makes the mode of a heap.
     *
     * @param writeBack how cache lines are written back
     * @param recorder who listens, or null
     */
    public Mode(WriteBack writeBack, Recorder recorder) {
        this.writeBack = writeBack;
        this.recorder = recorder;
        this.word = recorder == null ? 0 : RECORDING;
    }

    /** Returns the mode of a region that refuses every access. */
    static Mode freed() {
        Mode mode = new Mode(WriteBack.NONE, null);
        mode.word = FREED;
        return mode;
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
        set(POISONED);
        return poisoned();
    }

    /** Returns the exception that every use of a poisoned heap throws. */
    public HeapPoisonedException poisoned() {
        HeapPoisonedException first = firstError;
        return new HeapPoisonedException(first.getMessage(), first.getCause());
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

    /** Sets a flag; visible to other threads when they next synchronise. */
    public void set(int flag) {
        WORD.getAndBitwiseOr(this, flag);
        if (fields != null) {
            COPY.getAndBitwiseOr(fields, flag);
        }
    }

    /** Counts a failure-atomic block that opens. */
    public void openBlock() {
        add(ONE_OPEN_BLOCK);
    }

    /** Counts a failure-atomic block that closes. */
    public void closeBlock() {
        add(-ONE_OPEN_BLOCK);
    }

    private void add(int count) {
        WORD.getAndAdd(this, count);
        if (fields != null) {
            COPY.getAndAdd(fields, count);
        }
    }

    /** Tells whether a failure-atomic block is open on the heap, by any thread. */
    public boolean anyBlockOpen() {
        return word >= ONE_OPEN_BLOCK;
    }

    /** Returns how cache lines are written back. */
    public WriteBack writeBack() {
        return writeBack;
    }

    /** Orders this thread's write-backs and stores before it against those after it. */
    public void pfence() {
        VarHandle.releaseFence();
        if (writeBack != WriteBack.NONE) {
            writeBack.fence();
            counters.fenced();
        }
        if (recorder != null) {
            recorder.fenced();
        }
    }

    /** Like {@link #pfence()}, and waits until what was written back is durable. In all domains built so far the same. */
    public void psync() {
        pfence();
    }

    /** Returns how many outermost failure-atomic blocks are open on the heap. */
    public int openBlocks() {
        return (int) WORD.getAcquire(this) / ONE_OPEN_BLOCK;
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

    Recorder recorder() {
        return recorder;
    }
}
