package org.jnvm.bench.ycsb;

import org.jnvm.Heap;

/** A store whose changes are failure-atomic blocks of the program, as with J-PFA (thesis, 5.1). */
final class BlockStore implements Store {
    private final Heap heap;
    private final Store store;

    /**
     * Makes a store.
     *
     * @param heap that of the records
     * @param store makes the changes, on the calling thread
     */
    BlockStore(Heap heap, Store store) {
        this.heap = heap;
        this.store = store;
    }

    @Override
    public AutoCloseable enterThread() {
        return store.enterThread();
    }

    @Override
    public void insert(String key, byte[] record) {
        heap.atomically(() -> store.insert(key, record));
    }

    @Override
    public byte[] read(String key) {
        return store.read(key);
    }

    @Override
    public boolean update(String key, int field, byte[] value) {
        return heap.atomically(() -> store.update(key, field, value));
    }

    @Override
    public void close() {
        store.close();
    }
}
