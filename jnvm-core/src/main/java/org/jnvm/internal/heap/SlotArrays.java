package org.jnvm.internal.heap;

import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.LongStack;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.SlotVisitor;

/**
 * A growing set of reference slots, each changed by one atomic durable store: the persistent part of a map. The slots lie
 * in slot arrays, which form a list; an array is appended when no slot is free.
 *
 * <p>A slot is named by its heap offset. Inside a failure-atomic block changes become word entries of the log, so that
 * two blocks that change neighbouring slots do not disturb each other.
 *
 * <p>Safe for use by several threads as far as they use different slots.
 */
public class SlotArrays {
    /** Reference slots in a slot array. */
    public static final int SLOTS_PER_ARRAY = ReservedClass.SLOTS_PER_ARRAY;

    private final PersistentHeap heap;
    private final LongStack free = new LongStack();
    /** The word to which the next slot array is linked. */
    private long lastLink;

    /**
     * Attaches to a list of slot arrays of the heap itself.
     *
     * @param heap the heap
     * @param headWord the heap offset of the word that holds the reference to the first slot array, or null
     * @param visitor is told of the slots in use
     */
    SlotArrays(PersistentHeap heap, long headWord, SlotVisitor visitor) {
        this(heap, Reference.NULL, headWord, visitor);
    }

    /**
     * Attaches to the slot arrays that a field of an object leads to.
     *
     * @param owner the object
     * @param off the offset of the field, in its master block
     * @param visitor is told of the slots in use
     */
    protected SlotArrays(Proxy owner, int off, SlotVisitor visitor) {
        this(PersistentHeap.of(owner), owner.$jnvm$ref(), Reference.offset(owner.$jnvm$ref()) + off, visitor);
    }

    private SlotArrays(PersistentHeap heap, long owner, long headWord, SlotVisitor visitor) {
        this.heap = heap;
        this.lastLink = headWord;
        ObjectSpace space = heap.space();
        long limit = heap.file().bytes() >>> BlockLayout.BLOCK_SHIFT;
        for (long ref = space.load(headWord); ref != Reference.NULL; ref = space.load(lastLink)) {
            ObjectView block = limit-- == 0 ? null : space.viewChecked(ref, ReservedClass.SLOT_ARRAY);
            if (block == null || block.load(ReservedClass.SLOT_ARRAY_COUNT_OFFSET) != ReservedClass.SLOTS_PER_ARRAY) {
                if (owner != Reference.NULL) {
                    space.header(owner); // refuses one that another thread has freed, and its slots with it
                }
                throw new HeapFormatException(
                        "slots damaged: heap=" + heap.file().path() + ", block="
                                + Reference.describe(ref) + ", it is no slot array, or the arrays form a cycle;"
                                + " restore the file from a copy");
            }
            scan(Reference.offset(ref), visitor);
            visitor.visitBlock(Reference.offset(ref));
            lastLink = Reference.offset(ref) + ReservedClass.SLOT_ARRAY_NEXT_OFFSET;
        }
    }

    private void scan(long block, SlotVisitor visitor) {
        for (int i = ReservedClass.SLOTS_PER_ARRAY - 1; i >= 0; i--) {
            long slot = block + ReservedClass.SLOT_ARRAY_SLOTS_OFFSET + 8L * i;
            long ref = heap.space().load(slot);
            if (ref == Reference.NULL) {
                free.push(slot);
            } else {
                visitor.visit(slot, ref);
            }
        }
    }

    /**
     * Takes a free slot; the caller stores to it, or gives it back.
     *
     * @return its heap offset
     */
    public final synchronized long take() {
        if (free.isEmpty()) {
            heap.operate(this::append);
        }
        return free.pop();
    }

    /** Gives back a slot that holds null, durably. */
    public final synchronized void giveBack(long slot) {
        free.push(slot);
    }

    // persist-order: [zeroed slot array, valid] < pfence < [link]; the link is durable before a slot of the block is,
    //   because its write-back precedes the fence of the store to the slot.
    //   In a failure-atomic block too: appending is not undone, an abort leaves free slots.
    private void append() {
        ObjectSpace space = heap.space();
        ObjectView block = newBlock();
        block.setValid();
        block.pwb();
        space.pfence();
        MappedChunk chunk = space.chunk(lastLink);
        chunk.storeLongRelease(lastLink, block.ref());
        chunk.pwb(lastLink);
        space.pfence();
        linked(block);
    }

    private ObjectView newBlock() {
        ObjectView block = heap.space().create(ReservedClass.SLOT_ARRAY, 256);
        block.store(ReservedClass.SLOT_ARRAY_COUNT_OFFSET, ReservedClass.SLOTS_PER_ARRAY);
        return block;
    }

    private void linked(ObjectView block) {
        long offset = Reference.offset(block.ref());
        lastLink = offset + ReservedClass.SLOT_ARRAY_NEXT_OFFSET;
        scan(offset, (slot, ref) -> {});
    }

    /**
     * Makes room in the slots of a new object, which is invalid and to which nothing leads: without fences. Its slots are
     * then {@linkplain #take taken} and {@linkplain #initialise initialised}. In a failure-atomic block all of this is
     * undone with the block.
     *
     * @param slots how many slots must be free
     * @throws org.jnvm.HeapFullException if there is no room; what was made so far is reachable from the object
     */
    // persist-order: none: whatever makes the object reachable writes back and validates its slot arrays with it,
    //   fences, and only then stores the reference to it
    public final synchronized void grow(int slots) {
        heap.operate(() -> {
            while (free.size() < slots) {
                ObjectView block = newBlock();
                Transaction transaction = heap.fa();
                if (transaction != null) {
                    transaction.allocated(block, null);
                }
                heap.space().chunk(lastLink).storeLong(lastLink, block.ref());
                linked(block);
            }
        });
    }

    /**
     * Stores to a slot of a new object; see {@link #grow}.
     *
     * @param slot the slot
     * @param value a persistent object of the same heap; may be invalid
     */
    public final void initialise(long slot, Object value) {
        long ref = heap.refOf(value);
        heap.operate(() -> heap.space().chunk(slot).storeLong(slot, ref));
        java.lang.ref.Reference.reachabilityFence(value);
    }

    /**
     * Finds the slots of a slot array that are not null, as other threads see them.
     *
     * @param block the heap offset of the block
     * @param slots takes the heap offsets of the slots, {@link #SLOTS_PER_ARRAY} at most
     * @param at where the first one goes
     * @return the index after the last one
     */
    public final int slotsInUse(long block, long[] slots, int at) {
        int end = at;
        for (int i = SLOTS_PER_ARRAY - 1; i >= 0; i--) {
            long slot = block + ReservedClass.SLOT_ARRAY_SLOTS_OFFSET + 8L * i;
            if (heap.space().load(slot) != Reference.NULL) {
                slots[end++] = slot;
            }
        }
        return end;
    }

    /** Returns the object in a slot, or null. */
    public final Object get(long slot) {
        return heap.proxy(heap.slots().read(slot));
    }

    /**
     * Changes a slot. What the value leads to is validated and fenced first; durable when this returns, or at the commit
     * of the open block.
     *
     * @param slot the slot
     * @param value a persistent object of the same heap, or null
     */
    public final void set(long slot, Object value) {
        heap.slots().write(slot, slot, heap.refOf(value));
        java.lang.ref.Reference.reachabilityFence(value);
    }
}
