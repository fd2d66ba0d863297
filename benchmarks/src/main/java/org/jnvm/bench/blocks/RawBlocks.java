package org.jnvm.bench.blocks;

import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.micro.PwbMethods;
import org.jnvm.bench.micro.RawMemory;

/** A mapped file, by addresses: what the thesis calls J-NVM in its table 5.1. */
final class RawBlocks extends BlockMemory {
    private static final int LINE = 64;

    private final Folder folder = new Folder();
    private final RawMemory memory;
    private final long address;

    RawBlocks(int bytes) {
        memory = RawMemory.map(folder.file("raw"), bytes);
        address = memory.address();
    }

    @Override
    int bytes() {
        return BLOCK_BYTES;
    }

    @Override
    long sum(long block) {
        long place = address + block * BLOCK_BYTES;
        long sum = 0;
        for (int i = 0; i < BLOCK_BYTES; i += Long.BYTES) {
            sum += RawMemory.getLong(place + i);
        }
        return sum;
    }

    @Override
    long touch(long block) {
        long place = address + block * BLOCK_BYTES;
        return RawMemory.getLong(place)
                + RawMemory.getLong(place + LINE)
                + RawMemory.getLong(place + 2 * LINE)
                + RawMemory.getLong(place + 3 * LINE);
    }

    @Override
    void write(long block, long value) {
        long place = address + block * BLOCK_BYTES;
        for (int i = 0; i < BLOCK_BYTES; i += Long.BYTES) {
            RawMemory.putLong(place + i, value);
        }
        for (int i = 0; i < BLOCK_BYTES; i += LINE) {
            PwbMethods.line(place + i);
        }
        PwbMethods.fence();
    }

    @Override
    public void close() {
        folder.close();
    }
}
