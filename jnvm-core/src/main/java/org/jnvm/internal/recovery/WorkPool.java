package org.jnvm.internal.recovery;

/**
 * Work that workers share: a bounded number of batches of items, and the knowledge of who is idle, by which all of them
 * find that nothing is left. Safe for use by several threads.
 */
final class WorkPool {
    /** Items of a batch, at most. */
    private final int batchItems;

    private final long[][] batches;
    private final int[] sizes;
    private final int workers;
    private int count;
    private int idle;
    private boolean done;
    /** Whether a worker waits and there is no batch for it; read plainly by those who could share. */
    private volatile boolean hungry;

    WorkPool(int workers, int batches, int batchItems) {
        this.workers = workers;
        this.batchItems = batchItems;
        this.batches = new long[batches][];
        this.sizes = new int[batches];
    }

    /** Tells whether a worker waits for work. */
    boolean isHungry() {
        return hungry;
    }

    int batchItems() {
        return batchItems;
    }

    /**
     * Shares items.
     *
     * @return whether there was room for them
     */
    synchronized boolean offer(long[] items, int from, int size) {
        if (count == batches.length) {
            return false;
        }
        if (batches[count] == null) {
            batches[count] = new long[batchItems];
        }
        System.arraycopy(items, from, batches[count], 0, size);
        sizes[count++] = size;
        hungry = idle > count;
        notifyAll();
        return true;
    }

    /**
     * Takes a batch.
     *
     * @return how many items were stored into {@code into}; 0 if there is no batch at the moment
     */
    synchronized int poll(long[] into) {
        if (count == 0) {
            return 0;
        }
        count--;
        System.arraycopy(batches[count], 0, into, 0, sizes[count]);
        return sizes[count];
    }

    /** Wakes workers that wait: there is other work than batches. */
    synchronized void wake() {
        hungry = false;
        notifyAll();
    }

    /** Begins again, when all workers have ended. */
    synchronized void reopen() {
        done = false;
        idle = 0;
        hungry = false;
    }

    /** Makes all workers stop. */
    synchronized void stop() {
        done = true;
        notifyAll();
    }

    /**
     * Waits for work, after a worker found none.
     *
     * @param millis how long to wait at most; 0 for until there is work
     * @return false if no worker has any, so that there is none left
     */
    synchronized boolean await(long millis) throws InterruptedException {
        if (count > 0 || done) {
            return !done;
        }
        idle++;
        if (idle == workers) {
            done = true;
            notifyAll();
            return false;
        }
        hungry = true;
        try {
            wait(millis);
        } finally {
            idle--;
            hungry = idle > count;
        }
        return !done;
    }
}
