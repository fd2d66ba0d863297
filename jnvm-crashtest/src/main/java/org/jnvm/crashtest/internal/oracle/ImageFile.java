package org.jnvm.crashtest.internal.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.crashtest.internal.model.CrashMemory;

/**
 * A heap file that takes one crash image after the other: only pages that differ are written. In memory where the system
 * has such a folder.
 */
public final class ImageFile implements AutoCloseable {
    private static final int PAGE_BYTES = 4096;
    /** Where the two copies of the superblock end. */
    private static final int STATE = 8192;

    /** The mapping of a heap that was closed goes with the next collection. */
    private static final int OPENINGS_PER_COLLECTION = 1000;

    private final Path folder;
    private final Path file;
    private FileChannel channel;
    private MappedByteBuffer mapped;
    private int opened;

    /** Makes room for images. */
    public ImageFile() {
        try {
            folder = MemoryFolder.make();
            file = folder.resolve("image.heap");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the file. */
    public Path path() {
        return file;
    }

    /** Makes the file hold an image, whatever a heap made of the one before. */
    public void write(byte[] image) {
        try {
            if (channel == null) {
                channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            }
            resize(image);
            if (mapped == null || mapped.capacity() != image.length) {
                mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, image.length);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ByteBuffer wanted = ByteBuffer.wrap(image);
        int from = 0;
        while (from < image.length) {
            int same = mapped.slice(from, image.length - from).mismatch(wanted.slice(from, image.length - from));
            if (same < 0) {
                return;
            }
            int page = (from + same) / PAGE_BYTES * PAGE_BYTES;
            int length = Math.min(PAGE_BYTES, image.length - page);
            mapped.put(page, image, page, length);
            from = page + length;
        }
    }

    /** Gives the file the length of an image: a heap leaves a free map behind it, or takes one away. */
    private void resize(byte[] image) throws IOException {
        channel.truncate(image.length);
        for (long size = channel.size(); size < image.length; size = channel.size()) {
            channel.write(ByteBuffer.wrap(image, (int) size, image.length - (int) size), size);
        }
    }

    /** Returns what the file holds, as it is at any moment: without what the heap has made it shorter by. */
    public ByteBuffer content() {
        try {
            return mapped.slice(0, (int) Math.min(mapped.capacity(), channel.size()))
                    .order(ByteOrder.LITTLE_ENDIAN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what the file holds, up to the length of the image; zeros where the heap has made it shorter. */
    public byte[] read() {
        byte[] content = new byte[mapped.capacity()];
        try {
            mapped.get(0, content, 0, (int) Math.min(content.length, channel.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return content;
    }

    /** Changes bytes under the feet of the heap that is open. */
    private void change(int offset, byte[] bytes) {
        mapped.put(offset, bytes);
    }

    /** Opens the file as a heap. */
    public Heap open(HeapOptions options) {
        if (++opened % OPENINGS_PER_COLLECTION == 0) {
            System.gc();
        }
        return Heap.open(file, options.domain(DurabilityDomain.PAGE_CACHE)); // else it tries others first
    }

    /**
     * Opens a crash image as a heap. What is undecided is decided as it is read, also after the opening.
     *
     * @param memory the image
     * @param options how to open it; the recorder is set here
     */
    public Heap open(CrashMemory memory, HeapOptions options) {
        write(memory.bytes());
        return reopen(memory, options);
    }

    /** Opens again what was made of a crash image. What is still undecided is decided as it is read. */
    public Heap reopen(CrashMemory memory, HeapOptions options) {
        if (!memory.isUndecided()) {
            return open(options);
        }
        memory.mirror(this::change);
        memory.loading(0, STATE); // opening reads the superblocks from the file itself, and tells nobody
        return open(options.recorder(new Deciding(memory)));
    }

    /** Tells undecided memory what is loaded and stored. */
    private static final class Deciding extends OpeningRecorder {
        private final CrashMemory memory;

        private Deciding(CrashMemory memory) {
            this.memory = memory;
        }

        @Override
        public boolean observesLoads() {
            return true;
        }

        @Override
        public void loading(long offset, int bytes) {
            memory.loading(offset, bytes);
        }

        @Override
        public void loadingChecksummed(long[] words) {
            memory.loadingChecksummed(words);
        }

        @Override
        public void stored(long offset, byte[] bytes) {
            memory.stored(offset, bytes);
        }
    }

    @Override
    public void close() throws IOException {
        mapped = null;
        if (channel != null) {
            channel.close();
        }
        MemoryFolder.delete(folder);
    }
}
