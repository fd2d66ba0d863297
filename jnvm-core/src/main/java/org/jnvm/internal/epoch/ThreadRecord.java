package org.jnvm.internal.epoch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jnvm.internal.util.AsymmetricFence;
import org.jnvm.internal.util.StackReserve;

/**
 * What is kept for one thread: its open epoch-protected section, and slots for the layers above. Used by its thread only, but for
 * what {@link EpochSections} reads. Refers to the thread weakly; found by {@link ThreadTable#current}.
 */
public abstract sealed class ThreadRecord extends PaddedThreadReference permits PaddedThreadRecord {
    /** Epoch of a thread that is in no epoch-protected section. */
    static final long IDLE = 0;

    private static final VarHandle EPOCH;
    private static final VarHandle OPERATION;

    static {
        try {
            EPOCH = MethodHandles.lookup().findVarHandle(ThreadRecord.class, "epoch", long.class);
            OPERATION = MethodHandles.lookup().findVarHandle(ThreadRecord.class, "operation", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The global epoch when the thread's outermost section began, or {@link #IDLE}. */
    @SuppressWarnings("unused") // by EPOCH
    private long epoch;

    private int depth;
    /** Whether the thread ever was in a section; set once, with a full fence. */
    private volatile boolean reader;

    /** The global epoch when the thread's outermost operation began, or {@link #IDLE}; see {@link Operations}. */
    @SuppressWarnings("unused") // by OPERATION
    private long operation;

    private int operationDepth;

    private Object transaction;
    private Object scopes;

    ThreadRecord(Thread thread) {
        super(thread);
    }

    // ---- epoch-protected sections; see EpochSections for why this is enough ----

    void enter() {
        StackReserve.forSection(); // so that it is left again, whatever happens inside
        int outer = depth;
        if (outer == 0) {
            EPOCH.setOpaque(this, GlobalEpoch.current());
            AsymmetricFence.light();
            if (!reader) {
                reader = true;
                VarHandle.fullFence();
            }
        }
        depth = outer + 1;
    }

    void exit() {
        int outer = depth - 1;
        if (outer < 0) {
            throw new IllegalStateException("thread is in no epoch-protected section: thread="
                    + Thread.currentThread().getName() + "; exitRead must follow enterRead, in the same thread");
        }
        depth = outer;
        if (outer == 0) {
            EPOCH.setRelease(this, IDLE);
        }
    }

    /** Returns how many sections the thread is in, one inside the other. */
    public int depth() {
        return depth;
    }

    long epochAcquire() {
        return (long) EPOCH.getAcquire(this);
    }

    boolean isReader() {
        return reader;
    }

    /** Tells whether the thread can still do something: it has not ended and was not collected. */
    public boolean isLive() {
        Thread thread = get();
        return thread != null && thread.isAlive();
    }

    // ---- operations; see Operations ----

    /**
     * Enters an operation, or one inside it. The outermost one makes sure that the stack has room for all of it; those
     * inside are part of that, and only make sure that they are left.
     *
     * @throws StackOverflowError if there is not enough room; nothing was entered then
     */
    void enterOperation() {
        int outer = operationDepth;
        if (outer > 0) {
            StackReserve.forSection();
        } else {
            StackReserve.forOperation();
            OPERATION.setOpaque(this, GlobalEpoch.current());
            AsymmetricFence.light();
        }
        operationDepth = outer + 1;
    }

    void exitOperation() {
        int outer = operationDepth - 1;
        operationDepth = outer;
        if (outer == 0) {
            OPERATION.setRelease(this, IDLE);
        }
    }

    /** Tells whether the thread is in one operation, and in nothing that began before it. */
    boolean isOutermostOperation() {
        return operationDepth == 1 && depth == 0;
    }

    int operationDepth() {
        return operationDepth;
    }

    /** Tells whether the thread is in an operation or an epoch-protected section that began in an epoch or before. */
    public boolean isBusySince(long ended) {
        long began = (long) OPERATION.getAcquire(this);
        long read = epochAcquire();
        return began != IDLE && began <= ended || read != IDLE && read <= ended;
    }

    // ---- slots of the layers above ----

    /** Returns what {@link #setTransaction} set, or null. */
    public Object transaction() {
        return transaction;
    }

    /** Keeps the transaction of the thread. */
    public void setTransaction(Object made) {
        transaction = made;
    }

    /** Returns what {@link #setScopes} set, or null. */
    public Object scopes() {
        return scopes;
    }

    /** Keeps the scopes in which the thread's {@code new} allocates. */
    public void setScopes(Object entered) {
        scopes = entered;
    }
}
