package org.jnvm.bench.structure;

import com.intel.pmem.llpl.TransactionalHeap;
import com.intel.pmem.llpl.util.ConcurrentLongART;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** LLPL's radix tree on libpmemobj, which has the values in its leaves. A change is a transaction. */
public final class LlplTree implements LongMap {
    private static final int STRIPES = 64;

    private final ConcurrentLongART tree;

    /**
     * Creates a heap with an empty tree.
     *
     * @param file the file
     * @param bytes its size
     */
    public LlplTree(Path file, long bytes) {
        TransactionalHeap heap = TransactionalHeap.createHeap(file.toString(), bytes);
        tree = new ConcurrentLongART(heap, STRIPES);
        heap.setRoot(tree.handle());
    }

    private static byte[] bytes(long key) {
        return ByteBuffer.allocate(Long.BYTES).putLong(key).array();
    }

    @Override
    public AutoCloseable enterThread() {
        return () -> {};
    }

    @Override
    public void add(long key, long value) {
        tree.put(bytes(key), value);
    }

    @Override
    public void replace(long key, long value) {
        tree.put(bytes(key), value);
    }

    @Override
    public long get(long key) {
        return tree.get(bytes(key));
    }

    @Override
    public long remove(long key) {
        return tree.remove(bytes(key), value -> {});
    }

    /** LLPL closes its heaps when the JVM ends; the caller deletes the file. */
    @Override
    public void close() {}
}
