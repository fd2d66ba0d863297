package org.jnvm.bench.structure;

import com.intel.pmem.llpl.TransactionalCompactAccessor;
import com.intel.pmem.llpl.TransactionalCompactMemoryBlock;
import com.intel.pmem.llpl.TransactionalHeap;
import java.nio.file.Path;

/** What {@link NodeList} is, of LLPL's memory blocks on libpmemobj. A change is a transaction. */
public final class LlplList implements LongList {
    /** Of the list. */
    private static final int FIRST = 0;

    private static final int LAST = 8;
    /** Of a node. */
    private static final int VALUE = 0;

    private static final int NEXT = 8;
    private static final int BYTES = 16;

    private final TransactionalHeap heap;
    private final TransactionalCompactMemoryBlock list;

    /**
     * Creates a heap with an empty list.
     *
     * @param file the file
     * @param bytes its size
     */
    public LlplList(Path file, long bytes) {
        heap = TransactionalHeap.createHeap(file.toString(), bytes);
        heap.registerAllocationSize(BYTES, true);
        list = heap.allocateCompactMemoryBlock(BYTES);
        heap.setRoot(list.handle());
    }

    @Override
    public AutoCloseable enterThread() {
        return () -> {};
    }

    @Override
    public void add(long value) {
        heap.execute(() -> {
            TransactionalCompactMemoryBlock node = heap.allocateCompactMemoryBlock(BYTES);
            node.setLong(VALUE, value);
            long last = list.getLong(LAST);
            if (last == 0) {
                list.setLong(FIRST, node.handle());
            } else {
                heap.compactMemoryBlockFromHandle(last).setLong(NEXT, node.handle());
            }
            list.setLong(LAST, node.handle());
        });
    }

    @Override
    public long sum() {
        TransactionalCompactAccessor node = heap.createCompactAccessor();
        long sum = 0;
        for (long handle = list.getLong(FIRST); handle != 0; handle = node.getLong(NEXT)) {
            node.handle(handle);
            sum += node.getLong(VALUE);
        }
        return sum;
    }

    @Override
    public long remove() {
        return heap.execute(() -> {
            TransactionalCompactMemoryBlock node = heap.compactMemoryBlockFromHandle(list.getLong(FIRST));
            long value = node.getLong(VALUE);
            long next = node.getLong(NEXT);
            list.setLong(FIRST, next);
            if (next == 0) {
                list.setLong(LAST, 0);
            }
            node.free();
            return value;
        });
    }

    /** LLPL closes its heaps when the JVM ends; the caller deletes the file. */
    @Override
    public void close() {}
}
