package org.jnvm.bench.structure;

import org.jnvm.Heap;

/** A {@link NodeList} in a heap. */
final class PersistentList implements LongList {
    private final Heap heap;
    private final NodeList list;

    PersistentList(Heap heap) {
        this.heap = heap;
        try (Heap.Scope scope = heap.enter()) {
            list = new NodeList();
            heap.root().put("list", list);
        }
    }

    @Override
    public AutoCloseable enterThread() {
        return heap.enter();
    }

    @Override
    public void add(long value) {
        list.add(value);
    }

    @Override
    public long sum() {
        return list.sum();
    }

    @Override
    public long remove() {
        return list.remove(heap);
    }

    @Override
    public void close() {
        heap.close();
    }
}
