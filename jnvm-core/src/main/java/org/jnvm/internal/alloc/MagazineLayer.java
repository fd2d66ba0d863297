package org.jnvm.internal.alloc;

/**
 * What a few threads have at hand: two magazines of free blocks, so that a thread that allocates and frees around the
 * edge of one does not go to the depot each time, one of interior blocks for in-flight copies, and one of retired memory; and a few extents of
 * each length up to 4 KiB.
 */
final class MagazineLayer extends Layer {
    private Magazine loaded = Magazine.NONE;
    private Magazine previous = Magazine.NONE;
    private Magazine retired = Magazine.NONE;
    private final Magazine copies = new Magazine();
    private final ExtentBins extents = new ExtentBins();

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

    ExtentBins extents() {
        return extents;
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

    /** Takes out what is retired. */
    Magazine takeRetired() {
        Magazine taken = retired;
        retired = Magazine.NONE;
        return taken;
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
