package org.jnvm.bench.blocks;

import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.jnvm.runtime.Durability;
import org.jnvm.spi.Region;

/**
 * Persistent objects of one block each, by proxies that are made for each access: 248 bytes of a block are theirs, the
 * others are its header.
 */
final class ProxyBlocks extends BlockMemory {
    private static final int PAYLOAD = 8;
    private static final int LINE = 64;
    /** Room for what else is in a heap. */
    private static final long MORE_BYTES = 16 << 20;
    /** Blocks lie side by side within a chunk; chunks double, so that one of the first has room. */
    private static final long PARTS = 4;

    private final Folder folder = new Folder();
    private final Heap heap;
    private final Region region;
    private final long first;

    ProxyBlocks(int bytes) {
        heap = Heap.create(
                folder.file("blocks.heap"),
                PARTS * (long) bytes + MORE_BYTES,
                HeapOptions.defaults().domain(DurabilityDomain.NVMM_EMULATED));
        try (Heap.Scope scope = heap.enter()) {
            Block block = new Block();
            region = block.$jnvm$region();
            long start = block.$jnvm$ref();
            for (long i = 1; i < bytes / BLOCK_BYTES; i++) {
                long ref = new Block().$jnvm$ref();
                if (ref != start + i * BLOCK_BYTES) { // a chunk ended
                    start = ref;
                    i = 0;
                }
            }
            first = start;
        }
    }

    private Block at(long block) {
        return new Block(region, first + block * BLOCK_BYTES);
    }

    @Override
    int bytes() {
        return BLOCK_BYTES - PAYLOAD;
    }

    @Override
    long sum(long block) {
        Block proxy = at(block);
        long sum = 0;
        for (int i = PAYLOAD; i < BLOCK_BYTES; i += Long.BYTES) {
            sum += proxy.get(i);
        }
        return sum;
    }

    @Override
    long touch(long block) {
        Block proxy = at(block);
        return proxy.get(PAYLOAD) + proxy.get(LINE) + proxy.get(2 * LINE) + proxy.get(3 * LINE);
    }

    @Override
    void write(long block, long value) {
        Block proxy = at(block);
        for (int i = PAYLOAD; i < BLOCK_BYTES; i += Long.BYTES) {
            proxy.set(i, value);
        }
        Durability.pwb(proxy);
        Durability.pfence(proxy);
    }

    @Override
    public void close() {
        heap.close();
        folder.close();
    }
}
