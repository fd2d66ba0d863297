package org.jnvm.internal.collector;

import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.object.Collecting;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.recovery.Trace;

/**
 * What the program tells the collection that is under way: marks what is allocated, and keeps references that are overwritten until the
 * marking thread takes them. Safe for use by several threads.
 */
final class Snapshot implements Collecting {
    private final ObjectSpace space;
    private final long end;
    private final MarkBitmap live;
    private final MarkBitmap slots;

    /** Guarded by this. */
    private Remembered overwritten = new Remembered();
    /** What was allocated before marking began: it may have got references that nobody told of. Guarded by this. */
    private Remembered early = new Remembered();

    private volatile boolean begun;

    /**
     * Begins to remember.
     *
     * @param space the heap's objects
     * @param end the heap offset from which on nothing is remembered
     */
    Snapshot(ObjectSpace space, long end) {
        this.space = space;
        this.end = end;
        long blocks = end >>> BlockLayout.BLOCK_SHIFT;
        live = new MarkBitmap(blocks);
        slots = new MarkBitmap(blocks * Trace.SLOT_BITS);
    }

    /** Returns the blocks of live objects. */
    MarkBitmap live() {
        return live;
    }

    /** Returns the slots of live objects: bit {@link Trace#slotBit}. */
    MarkBitmap slots() {
        return slots;
    }

    @Override
    public void allocated(long offset) {
        if (offset >= end) {
            return;
        }
        if ((offset & BlockLayout.BLOCK_MASK) == 0) {
            live.set(offset >>> BlockLayout.BLOCK_SHIFT);
        } else {
            slots.set(Trace.slotBit(offset));
        }
        if (!begun) {
            addEarly(offset);
        }
    }

    private synchronized void addEarly(long offset) {
        if (!begun) {
            early.add(offset);
        }
    }

    /** Says that the roots and pinned objects are known; returns what was allocated before, which is marked and not looked at. */
    synchronized Remembered begin() {
        begun = true;
        Remembered taken = early;
        early = new Remembered();
        return taken;
    }

    @Override
    public void overwriting(long word) {
        long offset = Reference.offset(word);
        if (word == Reference.NULL || offset >= end || isMarked(word, offset)) {
            return;
        }
        synchronized (this) {
            overwritten.add(word);
        }
    }

    @Override
    public void changing(long ref, long header) {
        space.forEachReference(space.view(ref, header), at -> overwriting(space.load(at)));
    }

    private boolean isMarked(long ref, long offset) {
        return Reference.isSlot(ref) ? slots.get(Trace.slotBit(offset)) : live.get(offset >>> BlockLayout.BLOCK_SHIFT);
    }

    /** Takes the references that were overwritten since the last call. */
    synchronized Remembered take() {
        Remembered taken = overwritten;
        overwritten = new Remembered();
        return taken;
    }
}
