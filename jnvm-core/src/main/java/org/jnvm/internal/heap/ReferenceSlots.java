package org.jnvm.internal.heap;

import org.jnvm.HeapFullException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.spi.Proxy;

/**
 * Reads and changes single references: fields of objects, and the reference slots that roots, maps and sets consist of.
 * Safe for use by several threads.
 */
public final class ReferenceSlots {
    private final PersistentHeap heap;
    private final ObjectSpace space;

    ReferenceSlots(PersistentHeap heap) {
        this.heap = heap;
        this.space = heap.space();
    }

    /**
     * Gets ready to store a reference: what it leads to must be valid and durable before it is reachable
     * (A. Lefort's thesis, section 4.4.7).
     *
     * @param owner the object that will hold the reference, or null for a reference slot
     * @param target the reference
     */
    // persist-order: [target and what it leads to] < pfence < the store that the caller does next
    //   an owner that is itself invalid needs none of it: whatever makes the owner reachable validates both
    public void prepareStore(Proxy owner, long target) {
        if (target == Reference.NULL) {
            return;
        }
        boolean targetValid = BlockLayout.isValid(space.header(target));
        Transaction transaction = heap.fa();
        if (transaction != null) {
            if (!targetValid) {
                transaction.adopt(target);
            }
        } else if (!targetValid && (owner == null || BlockLayout.isValid(space.header(owner.$jnvm$ref())))) {
            heap.validator().validateReachable(target);
        }
    }

    /** Reads a reference slot that is its own key; see {@link #read(long, long)}. */
    public long read(long slot) {
        return read(slot, slot);
    }

    /**
     * Reads a reference slot.
     *
     * @param key what a transaction locks: the same as for {@link #write}
     * @param slot the heap offset of the reference slot
     */
    public long read(long key, long slot) {
        heap.requireOpen();
        Transaction transaction = heap.fa();
        try {
            if (transaction == null) {
                return space.chunk(slot).loadLongAcquire(slot);
            }
            return key == slot
                    ? transaction.memory().readWord(slot)
                    : transaction.memory().readWordOf(key, slot);
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    /**
     * Changes a slot; durable when it returns, or at the commit of the open block.
     *
     * @param key what a transaction locks: the slot, or the object that has it and can be freed
     * @param slot the heap offset of the reference slot
     * @param target the reference to store; what it leads to is made valid first
     */
    public void write(long key, long slot, long target) {
        heap.enterOperation();
        try {
            writeOpen(key, slot, target);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    /**
     * Stores the value of a new entry of a hash table, outside blocks and inside an operation: durable when it returns.
     *
     * @param slot the heap offset of the value
     * @param key the key, which was stored before in the line of the value
     * @param value the value
     * @param before run between the fence and the store
     */
    // persist-order: [key, value] < pfence < [value in the entry] < psync
    public void insert(long slot, long key, long value, Runnable before) {
        MappedChunk chunk = space.chunk(slot);
        try {
            heap.validator().validateReachable(key, value);
            before.run();
            chunk.storeLongRelease(slot, value);
            chunk.pwb(slot);
            heap.state().psync();
        } catch (HeapFullException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            throw heap.state().poison("change of a reference", e);
        }
    }

    // persist-order: [target] < pfence (in prepareStore) < [slot] < psync
    private void writeOpen(long key, long slot, long target) {
        prepareStore(null, target);
        Transaction transaction = heap.fa();
        if (transaction != null) {
            if (key == slot) {
                transaction.memory().writeWord(slot, target);
            } else {
                transaction.memory().writeWordOf(key, slot, target);
            }
            return;
        }
        heap.beforeChange(key);
        MappedChunk chunk = space.chunk(slot);
        try {
            space.overwritingAt(slot);
            chunk.storeLongRelease(slot, target);
            chunk.pwb(slot);
            heap.state().psync();
        } catch (RuntimeException | Error e) {
            // the caller could not tell whether the slot has changed, and its volatile state would not agree with it
            throw heap.state().poison("change of a reference", e);
        }
    }
}
