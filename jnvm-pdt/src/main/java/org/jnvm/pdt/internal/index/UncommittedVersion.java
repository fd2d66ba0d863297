package org.jnvm.pdt.internal.index;

import java.util.Arrays;
import org.jnvm.runtime.SlotTable;

/**
 * What an open failure-atomic block changes under one key of a concurrent collection: its own thread sees the one, all
 * others the other.
 *
 * <p>The index has one node of the key all the time, the <em>indexed</em> one: what the block puts in the place of the
 * member that it removed is a node aside, as which the indexed one goes on after the commit. So iterators find the key
 * once.
 */
final class UncommittedVersion {
    /** Of a node that was removed outside failure-atomic blocks: nobody sees it any more. */
    static final UncommittedVersion REMOVED = new UncommittedVersion(null, null, null, null);
    /** The same; and the index has it no more. */
    static final UncommittedVersion UNLINKED = new UncommittedVersion(null, null, null, null);

    static {
        REMOVED.over = true;
        UNLINKED.over = true;
        UNLINKED.unlinked = true;
    }

    private final Thread thread;
    private final IndexNode indexed;
    private final IndexNode before;
    private volatile IndexNode after;
    /** Whether the block has ended. */
    private volatile boolean over;
    /** Whether the index has the node no more. */
    private volatile boolean unlinked;
    /** Of the indexed node and of what was to take its place; used by the block's thread. */
    private long[] slots = {};

    /**
     * Makes a version.
     *
     * @param indexed the node in the index
     * @param before what others see: the indexed node, or null if the block added it
     */
    UncommittedVersion(IndexNode indexed, IndexNode before) {
        this(Thread.currentThread(), indexed, before, indexed);
        addSlot(indexed.slot());
    }

    private UncommittedVersion(Thread thread, IndexNode indexed, IndexNode before, IndexNode after) {
        this.thread = thread;
        this.indexed = indexed;
        this.before = before;
        this.after = after;
    }

    /** Tells whether the calling thread's open block made it. */
    boolean isMine() {
        return !over && thread == Thread.currentThread();
    }

    /** Tells whether the block is open, and its thread has ended. */
    boolean isAbandoned() {
        return !over && !thread.isAlive();
    }

    boolean isOver() {
        return over;
    }

    String threadName() {
        return thread.getName();
    }

    IndexNode indexed() {
        return indexed;
    }

    IndexNode before() {
        return before;
    }

    /** Returns what the block's thread sees, or null. */
    IndexNode after() {
        return after;
    }

    void after(IndexNode now) {
        after = now;
    }

    /** Returns the member as the calling thread sees it, null if it sees none. */
    IndexNode seen() {
        if (!over) {
            return isMine() ? after : before;
        }
        if (after == null) {
            return null;
        }
        return indexed.version() == this ? indexed : IndexNode.seen(indexed);
    }

    // ---- the index ----

    /** Tells whether the index has the node no more, so that its key may be unreadable. */
    boolean isUnlinked() {
        return unlinked;
    }

    void unlinked() {
        unlinked = true;
    }

    /** Shows everybody what the block's thread sees; after an abort that is what was there before. */
    void end() {
        over = true;
        if (after != null) {
            indexed.version(null);
        }
    }

    /** Returns how many members more there are after the block. */
    int difference() {
        return (after == null ? 0 : 1) - (before == null ? 0 : 1);
    }

    // ---- slots ----

    void addSlot(long slot) {
        slots = Arrays.copyOf(slots, slots.length + 1);
        slots[slots.length - 1] = slot;
    }

    int slotCount() {
        return slots.length;
    }

    /** Forgets the slots that came after the first ones. */
    void keepSlots(int count) {
        if (slots.length > count) {
            slots = Arrays.copyOf(slots, count);
        }
    }

    /** Gives back all slots but that of the member that stays. */
    void giveBackSlots(SlotTable table) {
        for (long slot : slots) {
            if (after == null || slot != after.slot()) {
                table.giveBack(slot);
            }
        }
    }
}
