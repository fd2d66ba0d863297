package org.jnvm.internal.object;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.LockSlots;
import org.jnvm.internal.util.ShortWait;

/**
 * Numbers by which readers that take no lock notice that a commit changed what they read: they ask before and after, and
 * read again if the numbers differ. So what they return is from before the commit or from after it.
 *
 * <p>Changes outside failure-atomic blocks have no part in it.
 */
public final class CommitVersions {
    private CommitVersions() {}

    /**
     * Returns the version of what can be locked as a whole; waits while a commit changes it.
     *
     * @param space the heap's objects
     * @param key a block, slab slot or reference slot
     * @throws org.jnvm.HeapPoisonedException if the heap is poisoned, which a commit that breaks off does
     */
    public static long of(ObjectSpace space, long key) {
        HeapState state = space.file().state();
        int slot = space.chunk(key).lockSlot(key);
        for (int looks = 0; ; looks++) {
            long version = state.lockSlots().version(slot);
            if (version != LockSlots.CHANGING) {
                return version;
            }
            if (state.is(HeapState.POISONED)) {
                throw state.poisoned();
            }
            ShortWait.pause(looks);
        }
    }

    /**
     * Loads elements of a tail that failure-atomic blocks of other threads may be changing: all as they were before the commit
     * of each of these, or after it. See {@link Tails#load}.
     */
    public static void loadTail(
            ObjectSpace space,
            long ref,
            long[] blocks,
            int tailOffset,
            long index,
            Object array,
            int from,
            int count,
            Tails.Redirect redirect) {
        long quiet = HeapState.quietTime();
        if ((quiet & 1) == 0 || count <= 1) { // of one element all or nothing is read anyway
            Tails.load(space, ref, blocks, tailOffset, index, array, from, count, redirect);
            LockSlots.readsDone();
            if (count <= 1 || HeapState.quietTime() == quiet) {
                return;
            }
        }
        int shift = Tails.elementShift(array);
        long off = tailOffset + (index << shift);
        long end = off + ((long) count << shift);
        while (true) {
            long before = of(space, ref, blocks, off, end);
            Tails.load(space, ref, blocks, tailOffset, index, array, from, count, redirect);
            LockSlots.readsDone();
            if (of(space, ref, blocks, off, end) == before) {
                return;
            }
        }
    }

    /** Returns the version of a stretch of an object, given by object offsets; waits while a commit changes it. */
    private static long of(ObjectSpace space, long ref, long[] blocks, long off, long end) {
        long version = 0;
        if (blocks != null) {
            int last = BlockLayout.linkedBlock(end - 1);
            for (int block = BlockLayout.linkedBlock(off); block <= last; block++) {
                version += of(space, blocks[block]);
            }
            return version;
        }
        long start = Reference.offset(ref);
        if ((start & BlockLayout.BLOCK_MASK) != 0) {
            return of(space, start);
        }
        for (long at = start + off & -BlockLayout.BLOCK_BYTES; at < start + end; at += BlockLayout.BLOCK_BYTES) {
            version += of(space, at);
        }
        return version;
    }
}
