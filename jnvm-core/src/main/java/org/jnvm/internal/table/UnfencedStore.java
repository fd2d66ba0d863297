package org.jnvm.internal.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jnvm.internal.memory.MappedChunk;

/**
 * The one value of some entries that is stored and may not be durable yet: readers see the one before. Who stores has a lock
 * that these entries share.
 */
public class UnfencedStore {
    private static final VarHandle PENDING;

    static {
        try {
            PENDING = MethodHandles.lookup().findVarHandle(UnfencedStore.class, "pending", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The entry whose value is not durable yet, 0 for none. */
    @SuppressWarnings("UnusedVariable") // by its VarHandle
    private long pending;
    /** Its value before. */
    private long before;

    /** None yet. */
    protected UnfencedStore() {}

    /** Has readers see the value from before in place of an entry's until {@link #durable}. */
    public final void beginStore(long entry, long valueBefore) {
        before = valueBefore;
        PENDING.setRelease(this, entry);
        VarHandle.storeStoreFence();
    }

    /** Says that what was stored is durable. */
    public final void durable() {
        PENDING.setRelease(this, 0L);
    }

    /** Tells whether the value of an entry is not durable yet. */
    public final boolean isPending(long entry) {
        return (long) PENDING.getAcquire(this) == entry;
    }

    /**
     * Returns the value of an entry that is durable; for readers.
     *
     * @param chunk the chunk in which the entry is
     */
    public final long durableValue(MappedChunk chunk, long entry) {
        while (true) {
            long value = chunk.loadLongAcquire(entry);
            if ((long) PENDING.getAcquire(this) != entry) {
                return value;
            }
            long was = before;
            VarHandle.loadLoadFence();
            if ((long) PENDING.getAcquire(this) == entry && before == was) {
                return was;
            }
        }
    }
}
