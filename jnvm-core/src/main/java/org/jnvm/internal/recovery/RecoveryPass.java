package org.jnvm.internal.recovery;

import java.time.Duration;
import org.jnvm.HeapFormatException;
import org.jnvm.RecoveryReport;
import org.jnvm.internal.alloc.BlockBitmap;
import org.jnvm.internal.alloc.LongStack;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;

/**
 * The recovery GC (T§4.4.4): marks what is valid and reachable from the roots, sets references to anything else to
 * null, and gives all other blocks to the free store. Needs no class of the program, as the class table has the
 * layouts. Iterative; uses one bit for each block and a stack of references.
 *
 * <p>It trusts no reference, header or length in the file: what cannot be is refused with
 * {@link HeapFormatException}, before anything is changed. A crash during the pass leads to the same state after the
 * next one, since it only sets to null what the next one would, and only voids headers of blocks that nothing live leads
 * to.
 */
public final class RecoveryPass {
    private final ObjectSpace space;
    private final BlockBitmap live;
    private final LongStack pending = new LongStack();
    private final LongStack toRecover = new LongStack();
    /** Places of references to nothing live; set to null once the whole heap turned out to be sound. */
    private final LongStack dangling = new LongStack();

    private long highest = StateLayout.FIRST_BLOCK - 1;
    private long liveObjects;
    private long liveBlocks;

    /**
     * Prepares the pass.
     *
     * @param space the heap's objects
     */
    public RecoveryPass(ObjectSpace space) {
        this.space = space;
        this.live = new BlockBitmap(space.file().bytes() >>> BlockLayout.BLOCK_SHIFT);
    }

    /**
     * Runs the pass.
     *
     * @param replayedLogs for the report
     * @param began {@link System#nanoTime()} when opening began
     * @return the report
     */
    // persist-order: [nullified references, voided headers, bump] < pfence < the program
    public RecoveryReport run(int replayedLogs, long began) {
        long bump = space.load(StateLayout.BUMP_OFFSET);
        long blocks = space.file().bytes() >>> BlockLayout.BLOCK_SHIFT;
        if (bump < StateLayout.FIRST_BLOCK || bump > blocks) {
            throw damaged("bump pointer out of range: bump=" + bump + ", expected=" + StateLayout.FIRST_BLOCK + ".."
                    + blocks);
        }
        RootMapCheck.check(space);
        mark(StateLayout.CLASS_TABLE_OFFSET);
        mark(StateLayout.ROOTS_OFFSET);
        while (!pending.isEmpty()) {
            space.forEachReference(space.view(pending.pop()), this::mark);
        }
        space.file().markInUse(); // the heap is sound, and changes from here on
        nullify();
        long end = Math.max(bump, highest + 1);
        long free = sweep(end);
        space.allocator().recovered(live, end, free);
        space.pfence();
        return new RecoveryReport(
                false,
                replayedLogs,
                liveObjects,
                liveBlocks,
                free,
                dangling.size(),
                Duration.ofNanos(System.nanoTime() - began));
    }

    /** Returns the references of live objects whose class overrides {@code recover()}. */
    public LongStack toRecover() {
        return toRecover;
    }

    private void mark(long place) {
        long ref = space.load(place);
        if (ref == Reference.NULL) {
            return;
        }
        if (!space.isLive(ref)) {
            dangling.push(place);
            return;
        }
        long master = Reference.offset(ref) >>> BlockLayout.BLOCK_SHIFT;
        if (!live.set(master)) {
            return;
        }
        ObjectView view = space.viewChecked(ref, 0);
        if (view == null) {
            throw damaged("object with an unknown class, broken blocks or an impossible length: object="
                    + Reference.describe(ref) + ", header=0x"
                    + Long.toHexString(space.load(Reference.offset(ref))));
        }
        highest = Math.max(highest, master);
        for (long k = 1; k < view.blockCount(); k++) {
            long block = view.place(k << BlockLayout.BLOCK_SHIFT) >>> BlockLayout.BLOCK_SHIFT;
            if (!live.set(block)) {
                throw damaged("block belongs to two objects: block=0x"
                        + Long.toHexString(block << BlockLayout.BLOCK_SHIFT) + ", second object="
                        + Reference.describe(ref));
            }
            highest = Math.max(highest, block);
        }
        liveObjects++;
        liveBlocks += view.blockCount();
        ClassEntry entry = space.classes().entry(BlockLayout.classId(space.load(Reference.offset(ref))));
        if (entry.layout().overridesRecover()) {
            toRecover.push(ref);
        }
        pending.push(ref);
    }

    private void nullify() {
        for (int i = 0; i < dangling.size(); i++) {
            long place = dangling.get(i);
            MappedChunk chunk = space.chunk(place);
            chunk.storeLong(place, Reference.NULL);
            chunk.pwb(place);
        }
    }

    private long sweep(long end) {
        long free = 0;
        for (long block = live.nextClear(StateLayout.FIRST_BLOCK, end);
                block < end;
                block = live.nextClear(block + 1, end)) {
            long offset = block << BlockLayout.BLOCK_SHIFT;
            MappedChunk chunk = space.chunk(offset);
            long header = chunk.loadLong(offset);
            if (BlockLayout.classId(header) != 0 || BlockLayout.isValid(header)) {
                chunk.storeLong(offset, BlockLayout.freed(header));
                chunk.pwb(offset);
            }
            free++;
        }
        return free;
    }

    private HeapFormatException damaged(String what) {
        return RootMapCheck.damaged(space, what);
    }
}
