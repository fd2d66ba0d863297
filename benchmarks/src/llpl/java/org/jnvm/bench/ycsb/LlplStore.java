package org.jnvm.bench.ycsb;

import com.intel.pmem.llpl.TransactionalHeap;
import com.intel.pmem.llpl.TransactionalMemoryBlock;
import com.intel.pmem.llpl.util.AutoCloseableIterator;
import com.intel.pmem.llpl.util.ConcurrentLongART;
import com.intel.pmem.llpl.util.LongART;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * LLPL on libpmemobj: its own radix tree, from keys to blocks with the bytes of a record. An update is a transaction that
 * changes the field in the block. LLPL isolates nothing, so a lock for some of the keys does.
 */
public final class LlplStore implements Store {
    private static final int STRIPES = 64;

    private final TransactionalHeap heap;
    private final ConcurrentLongART blocks;
    private final int bytes;
    private final int length;
    private final Object[] locks = new Object[STRIPES];

    /**
     * Creates a heap.
     *
     * @param file the file
     * @param heapBytes its size
     * @param fields of a record
     * @param length of a field in bytes
     */
    public LlplStore(Path file, long heapBytes, int fields, int length) {
        this.length = length;
        bytes = fields * length;
        Arrays.setAll(locks, i -> new Object());
        heap = TransactionalHeap.createHeap(file.toString(), heapBytes);
        heap.registerAllocationSize(bytes, false);
        blocks = new ConcurrentLongART(heap, STRIPES);
        heap.setRoot(blocks.handle());
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.ISO_8859_1);
    }

    private Object lock(String key) {
        return locks[key.hashCode() & STRIPES - 1];
    }

    private TransactionalMemoryBlock block(String key) {
        long handle = blocks.get(bytes(key));
        return handle == 0 ? null : heap.memoryBlockFromHandle(handle);
    }

    @Override
    public void insert(String key, byte[] record) {
        synchronized (lock(key)) {
            heap.execute(() -> {
                TransactionalMemoryBlock block = heap.allocateMemoryBlock(bytes);
                block.copyFromArray(record, 0, 0, bytes);
                blocks.put(bytes(key), block.handle());
            });
        }
    }

    @Override
    public byte[] read(String key) {
        synchronized (lock(key)) {
            TransactionalMemoryBlock block = block(key);
            if (block == null) {
                return null;
            }
            byte[] record = new byte[bytes];
            block.copyToArray(0, record, 0, bytes);
            return record;
        }
    }

    @Override
    public boolean update(String key, int field, byte[] value) {
        synchronized (lock(key)) {
            TransactionalMemoryBlock block = block(key);
            if (block == null) {
                return false;
            }
            heap.execute(() -> block.copyFromArray(value, 0, (long) field * length, length));
            return true;
        }
    }

    @Override
    public boolean scans() {
        return true;
    }

    @Override
    public void scan(String from, int most, Consumer<byte[]> found) {
        try (AutoCloseableIterator<LongART.Entry> entries = blocks.getTailEntryIterator(bytes(from), true)) {
            for (int left = most; left > 0 && entries.hasNext(); left--) {
                LongART.Entry entry = entries.next();
                byte[] record = new byte[bytes];
                synchronized (lock(new String(entry.getKey(), StandardCharsets.ISO_8859_1))) {
                    heap.memoryBlockFromHandle(entry.getValue()).copyToArray(0, record, 0, bytes);
                }
                found.accept(record);
            }
        } catch (Exception e) {
            throw new IllegalStateException("scan failed: from=" + from, e);
        }
    }

    /** LLPL closes its heaps when the JVM ends; the caller deletes the file. */
    @Override
    public void close() {}
}
