package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jnvm.internal.memory.HeapState;

/**
 * Writes what comes behind the mapped bytes of a heap file: the zeros of the next chunk, or the free map of a close. Not
 * thread-safe: under the lock of its {@link HeapFile}.
 */
final class FileTail {
    private final Path path;
    private final HeapState state;
    private final boolean sparse;
    private final boolean deferred;

    /**
     * Makes it.
     *
     * @param path the heap file
     * @param state the heap's state
     * @param sparse whether new chunks are holes
     * @param deferred whether to leave it to others to force the file
     */
    FileTail(Path path, HeapState state, boolean sparse, boolean deferred) {
        this.path = path;
        this.state = state;
        this.sparse = sparse;
        this.deferred = deferred;
    }

    /** Tells whether the space of new chunks is really written. */
    boolean writesZeros() {
        return !sparse;
    }

    /** Writes zeros, and forces them; a file that could not be written keeps its old length. */
    void writeZeros(FileChannel channel, long from, long to, boolean recorded) throws IOException {
        try {
            if (sparse) {
                channel.truncate(from);
            }
            FileBytes.writeZeros(channel, from, to, sparse);
            if (recorded) {
                state.recorder().stored(from, new byte[(int) (to - from)]);
            }
            force(channel, from, to, recorded);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            channel.truncate(from);
            throw FileBytes.diskFull(path, to - from, e);
        }
    }

    /** Writes a free map, and forces it; a file that could not be written ends where the map would have begun. */
    void writeFreeMap(FileChannel channel, long start, FreeMapImage map, boolean recorded) throws IOException {
        long[] at = {start};
        try {
            map.writeTo(bytes -> {
                byte[] written = new byte[recorded ? bytes.remaining() : 0];
                bytes.duplicate().get(written);
                int length = bytes.remaining();
                FileBytes.writeFully(channel, bytes, at[0]);
                if (written.length > 0) {
                    state.recorder().stored(at[0], written);
                }
                at[0] += length;
            });
            channel.truncate(at[0]); // of a longer map from before
            force(channel, start, at[0], recorded);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            channel.truncate(start);
            throw e;
        }
    }

    private void force(FileChannel channel, long from, long to, boolean recorded) throws IOException {
        if (deferred) {
            return;
        }
        channel.force(true);
        if (recorded) {
            state.recorder().forced(from, to - from);
        }
    }
}
