package org.jnvm.internal.alloc;

/**
 * What a few threads have at hand: two magazines of free blocks, so that a thread that allocates and frees around the
 * edge of one does not go to the depot each time, one of interior blocks for in-flight copies, and one of retired memory;
 * extents of each length up to 4 KiB; and the limbo of what was retired here, so that it comes back here.
 */
abstract sealed class MagazineLayer extends Layer permits PaddedMagazineLayer {
    /** Blocks of the longest extents that layers have: 4 KiB and what goes with them. */
    static final int LONGEST_EXTENT = 17;
    /** Most extents of one length: what comes back has room beside what is in use. */
    private static final int EXTENTS = 256;
    /** Blocks that the extents of a layer have, less than the last one's, at most: 1 MiB. */
    private static final long MOST_EXTENT_BLOCKS = 4096;

    private Magazine loaded = Magazine.NONE;
    private Magazine previous = Magazine.NONE;
    private Magazine retired = Magazine.NONE;
    private final Magazine copies = new PaddedMagazine();
    private final Limbo limbo;
    private long extentBlocks;
    /** Magazines that were taken out of {@link #retired} or the limbo, and lie nowhere. */
    private int inHand;
    /** How often such a magazine was put away. */
    private long putAways;
    /** Whether one of the threads has allocated blocks: who only frees leaves them to others. */
    private boolean takesBlocks;

    MagazineLayer(Epochs epochs) {
        super(new Bins(LONGEST_EXTENT + 1, EXTENTS));
        limbo = new Limbo(epochs);
    }

    /** Takes a block; 0 if there is none. */
    long pop() {
        if (loaded.isEmpty()) {
            if (previous.isEmpty()) {
                return 0;
            }
            swap();
        }
        return loaded.popBlock();
    }

    private void swap() {
        Magazine swapped = loaded;
        loaded = previous;
        previous = swapped;
    }

    /** Puts a magazine where an empty one is, or nothing; returns that, or the magazine itself if neither place is empty. */
    Magazine load(Magazine magazine) {
        if (loaded.isEmpty()) {
            Magazine displaced = loaded;
            loaded = magazine;
            return displaced;
        }
        if (previous.isEmpty()) {
            Magazine displaced = previous;
            previous = magazine;
            return displaced;
        }
        return magazine;
    }

    /** Adds a free block if there is room. */
    boolean push(long block) {
        if (loaded.isFull()) {
            if (previous.isFull()) {
                return false;
            }
            swap();
        }
        loaded.pushBlock(block);
        return true;
    }

    /** Takes a full magazine out, or nothing where there is none, so that an empty one can be {@linkplain #load loaded}. */
    Magazine takeFull() {
        Magazine full = previous;
        previous = loaded;
        loaded = Magazine.NONE;
        return full;
    }

    /** Takes an interior block for a copy; 0 if there is none. */
    long popCopy() {
        return copies.isEmpty() ? 0 : copies.popBlock();
    }

    /** Keeps an interior block for a copy if there is room. */
    boolean pushCopy(long block) {
        if (copies.isFull()) {
            return false;
        }
        copies.pushBlock(block);
        return true;
    }

    Magazine copies() {
        return copies;
    }

    /** Takes an extent of a length up to {@link #LONGEST_EXTENT}; 0 if there is none. */
    long popExtent(int count) {
        long extent = bins().pop(count);
        extentBlocks -= extent == 0 ? 0 : count;
        return extent;
    }

    /** Keeps an extent if there is room. */
    boolean pushExtent(long offset, long count) {
        boolean kept = count <= LONGEST_EXTENT && extentBlocks < MOST_EXTENT_BLOCKS && bins().push((int) count, offset);
        extentBlocks += kept ? count : 0;
        return kept;
    }

    /** Returns how many blocks the extents have. */
    long extentBlocks() {
        return extentBlocks;
    }

    /** Notes that one of the threads allocates blocks. */
    void servesBlocks() {
        takesBlocks = true;
    }

    /**
     * Keeps of released memory what the threads of the layer are likely to allocate, as far as there is room: it is in the
     * processor's caches still, and lies where other threads' memory does not.
     *
     * @param released what may be used again
     * @param ready how many of its first entries are blocks and extents in the shape in which they are handed out
     * @return a magazine of what was not kept: the same, or an empty one that was at hand, or {@link Magazine#NONE}
     */
    Magazine keep(Magazine released, int ready) {
        if (takesBlocks && ready == released.size() && released.isSingles()) {
            Magazine displaced = load(released);
            if (displaced != released) {
                return displaced;
            }
        }
        int left = 0;
        for (int i = 0; i < released.size(); i++) {
            if (i >= ready || !keep(released.get(i))) {
                released.move(i, left++);
            }
        }
        released.keepFirst(left);
        return released;
    }

    private boolean keep(long entry) {
        long count = Magazine.blocks(entry);
        return count == 1 ? takesBlocks && push(entry) : pushExtent(Magazine.offset(entry), count);
    }

    /** Adds retired memory if there is room. */
    boolean retire(long entry) {
        if (retired.isFull()) {
            return false;
        }
        retired.push(entry);
        return true;
    }

    /** Tells whether what is retired should be flushed now. */
    boolean isRetiredFull(long mostBlocks) {
        return retired.isFull() || retired.blocks() >= mostBlocks;
    }

    /** Takes out what is retired; to be followed by {@link #putAway}. */
    Magazine takeRetired() {
        Magazine taken = retired;
        retired = Magazine.NONE;
        inHand += taken == Magazine.NONE ? 0 : 1;
        return taken;
    }

    /** Notes that what {@link #takeRetired} gave is free, or can be found in the limbo; returns whether it was anything. */
    boolean putAway(Magazine taken) {
        if (taken == Magazine.NONE) {
            return false;
        }
        inHand--;
        putAways++;
        return true;
    }

    /** Returns how often something was put away. */
    long putAways() {
        return putAways;
    }

    /** Tells whether a thread has retired memory in hand, which nobody else can find. */
    boolean isInHand() {
        return inHand > 0;
    }

    /** Returns where retired memory of the layer waits, once its freed headers are durable; needs no lock. */
    Limbo limbo() {
        return limbo;
    }

    /** Gives an empty magazine for what is retired next; returns it if there is one already. */
    Magazine loadRetired(Magazine empty) {
        if (retired != Magazine.NONE) {
            return empty;
        }
        retired = empty;
        return Magazine.NONE;
    }

    Magazine loaded() {
        return loaded;
    }

    Magazine previous() {
        return previous;
    }

    Magazine retired() {
        return retired;
    }
}
