package org.jnvm.internal.recovery;

/**
 * The bounds of a pass.
 *
 * @param workers how many threads take part, at least 1
 * @param smallBlocks up to how many blocks below the bump pointer one thread does it alone
 * @param stackItems objects that a worker remembers to look at, at least 2
 * @param poolBatches batches of such objects that workers may share, at least 1
 * @param danglingWords words with references to nothing live that a worker remembers
 */
public record RecoverySettings(int workers, long smallBlocks, int stackItems, int poolBatches, int danglingWords) {
    private static final int MOST_WORKERS = 8;

    /**
     * Returns these bounds without what only several workers need, if one does it alone: of many small heaps that are
     * looked at one after the other, making room for work to be shared would take most of the time.
     *
     * @param blocks how many blocks there are below the bump pointer
     */
    public RecoverySettings forBlocks(long blocks) {
        return blocks <= smallBlocks ? new RecoverySettings(1, smallBlocks, stackItems, 1, danglingWords) : this;
    }

    /** Returns the bounds for this machine: some 100 KiB for each worker, and 1 MiB for all of them. */
    public static RecoverySettings defaults() {
        int workers = Math.min(Runtime.getRuntime().availableProcessors(), MOST_WORKERS);
        return new RecoverySettings(workers, 1 << 15, 4096, 64, 4096);
    }
}
