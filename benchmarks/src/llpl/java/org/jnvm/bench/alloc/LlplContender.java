package org.jnvm.bench.alloc;

import com.intel.pmem.llpl.AnyHeap;
import com.intel.pmem.llpl.AnyMemoryBlock;
import com.intel.pmem.llpl.Heap;
import com.intel.pmem.llpl.MemoryBlock;
import com.intel.pmem.llpl.TransactionalHeap;
import com.intel.pmem.llpl.TransactionalMemoryBlock;
import java.nio.file.Path;

/**
 * LLPL 1.2.0 on libpmemobj. Blocks that nothing refers to come from {@code Heap}, without transactions: libpmemobj's
 * atomic allocation. Blocks that are referred to come from {@code TransactionalHeap}: allocation and reference, as well
 * as free and null, are one transaction, the only way in LLPL to do both or neither.
 *
 * <p>The sizes of the fixed workloads are registered, as LLPL advises, so that libpmemobj has an allocation class for each.
 */
public final class LlplContender implements Contender {
    private static final int[] SIZES = {16, 64, 100, 256, 1000, 4096};

    private final Heap plain;
    private final TransactionalHeap transactional;

    /**
     * Creates a heap.
     *
     * @param file the file
     * @param bytes its size
     * @param durable whether blocks are going to be referred to
     */
    public LlplContender(Path file, long bytes, boolean durable) {
        plain = durable ? null : Heap.createHeap(file.toString(), bytes);
        transactional = durable ? TransactionalHeap.createHeap(file.toString(), bytes) : null;
        AnyHeap any = durable ? transactional : plain;
        for (int size : SIZES) {
            any.registerAllocationSize(size, false);
        }
    }

    @Override
    public AutoCloseable enterThread() {
        return () -> {};
    }

    @Override
    public Object allocate(int bytes) {
        return plain == null ? transactional.allocateMemoryBlock(bytes) : plain.allocateMemoryBlock(bytes, false);
    }

    @Override
    public void free(Object block) {
        if (block instanceof MemoryBlock one) {
            one.free(false);
        } else {
            ((TransactionalMemoryBlock) block).free();
        }
    }

    @Override
    public long address(Object block) {
        return ((AnyMemoryBlock) block).handle();
    }

    @Override
    public Links links(int count) {
        TransactionalMemoryBlock slots = transactional.allocateMemoryBlock(8L * count);
        TransactionalMemoryBlock[] blocks = new TransactionalMemoryBlock[count];
        return new Links() {
            @Override
            public void allocate(int slot, int bytes) {
                transactional.execute(() -> {
                    TransactionalMemoryBlock block = transactional.allocateMemoryBlock(bytes);
                    slots.setLong(8L * slot, block.handle());
                    blocks[slot] = block;
                });
            }

            @Override
            public void free(int slot) {
                transactional.execute(() -> {
                    slots.setLong(8L * slot, 0);
                    blocks[slot].free();
                });
                blocks[slot] = null;
            }
        };
    }

    @Override
    public Ints ints(int count) {
        MemoryBlock block = plain.allocateMemoryBlock((long) Integer.BYTES * count, false);
        return new Ints() {
            @Override
            public int get(int index) {
                return block.getInt((long) Integer.BYTES * index);
            }

            @Override
            public void set(int index, int value) {
                block.setInt((long) Integer.BYTES * index, value);
            }

            @Override
            public void free() {
                block.free(false);
            }
        };
    }

    /** LLPL closes its heaps when the JVM ends; the caller deletes the file. */
    @Override
    public void close() {}
}
