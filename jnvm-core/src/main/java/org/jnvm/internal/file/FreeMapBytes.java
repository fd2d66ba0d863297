package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import org.jnvm.internal.memory.MappedChunk;

/**
 * The bytes of the free map that the last close left, mapped read-only: what is not asked for is not read.
 *
 * <p>The bytes lie behind the heap's own, where the heap grows to. Before that happens, {@link #detach} copies them. Safe
 * for use by several threads.
 */
public final class FreeMapBytes {
    /** A mapping is less than 2 GiB. */
    private static final int PART_SHIFT = 30;

    private final FreeMapRef ref;
    private final ByteBuffer[] parts;
    private boolean detached;

    private FreeMapBytes(FreeMapRef ref, ByteBuffer[] parts) {
        this.ref = ref;
        this.parts = parts;
    }

    /** Maps the bytes of a map that begins at {@code start} of the file and is there in full length. */
    static FreeMapBytes map(FileChannel channel, long start, FreeMapRef ref) throws IOException {
        ByteBuffer[] parts = new ByteBuffer[(int) ((ref.bytes() - 1 >>> PART_SHIFT) + 1)];
        for (int part = 0; part < parts.length; part++) {
            long from = (long) part << PART_SHIFT;
            long length = Math.min(1L << PART_SHIFT, ref.bytes() - from);
            parts[part] = MappedChunk.mapToRead(channel, start + from, start + from + length);
        }
        return new FreeMapBytes(ref, parts);
    }

    /** Returns what the superblock says about the map. */
    public FreeMapRef ref() {
        return ref;
    }

    /**
     * Reads bytes.
     *
     * @param offset where, from the start of the map
     * @param length how many; within the map
     * @return the bytes, little-endian
     */
    public synchronized ByteBuffer read(long offset, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        for (long at = offset; bytes.hasRemaining(); ) {
            ByteBuffer part = parts[(int) (at >>> PART_SHIFT)];
            int from = (int) (at & (1 << PART_SHIFT) - 1);
            int count = Math.min(bytes.remaining(), part.capacity() - from);
            bytes.put(part.duplicate().position(from).limit(from + count));
            at += count;
        }
        return bytes.flip();
    }

    /** Copies what is mapped, as the file is about to get other bytes there. */
    synchronized void detach() {
        if (detached) {
            return;
        }
        for (int part = 0; part < parts.length; part++) {
            ByteBuffer copy = ByteBuffer.allocate(parts[part].capacity());
            parts[part] = copy.put(parts[part].duplicate()).flip();
        }
        detached = true;
    }
}
