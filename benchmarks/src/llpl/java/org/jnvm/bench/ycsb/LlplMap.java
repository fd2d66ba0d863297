package org.jnvm.bench.ycsb;

import com.intel.pmem.llpl.TransactionalHeap;
import com.intel.pmem.llpl.TransactionalMemoryBlock;
import com.intel.pmem.llpl.util.ConcurrentLongART;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Bytes in blocks of LLPL on libpmemobj, found by its own radix tree. A change is a transaction. LLPL isolates nothing, so
 * a lock for some of the keys does.
 */
public final class LlplMap implements ByteMap {
    private static final int STRIPES = 64;
    /** A block begins with the length of what it holds. */
    private static final int HEADER = Integer.BYTES;

    private final TransactionalHeap heap;
    private final ConcurrentLongART blocks;
    private final Object[] locks = new Object[STRIPES];

    /**
     * Creates a heap.
     *
     * @param file the file
     * @param heapBytes its size
     */
    public LlplMap(Path file, long heapBytes) {
        Arrays.setAll(locks, i -> new Object());
        heap = TransactionalHeap.createHeap(file.toString(), heapBytes);
        blocks = new ConcurrentLongART(heap, STRIPES);
        heap.setRoot(blocks.handle());
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.ISO_8859_1);
    }

    private Object lock(String key) {
        return locks[key.hashCode() & STRIPES - 1];
    }

    @Override
    public byte[] get(String key) {
        synchronized (lock(key)) {
            long handle = blocks.get(bytes(key));
            if (handle == 0) {
                return null;
            }
            TransactionalMemoryBlock block = heap.memoryBlockFromHandle(handle);
            byte[] value = new byte[block.getInt(0)];
            block.copyToArray(HEADER, value, 0, value.length);
            return value;
        }
    }

    @Override
    public void put(String key, byte[] value) {
        synchronized (lock(key)) {
            heap.execute(() -> {
                TransactionalMemoryBlock block = heap.allocateMemoryBlock(HEADER + value.length);
                block.setInt(0, value.length);
                block.copyFromArray(value, 0, HEADER, value.length);
                long old = blocks.put(bytes(key), block.handle());
                if (old != 0) {
                    heap.memoryBlockFromHandle(old).free();
                }
            });
        }
    }

    @Override
    public boolean remove(String key) {
        synchronized (lock(key)) {
            return blocks.remove(
                            bytes(key), old -> heap.memoryBlockFromHandle(old).free())
                    != 0;
        }
    }

    /** LLPL closes its heaps when the JVM ends; the caller deletes the file. */
    @Override
    public void close() {}
}
