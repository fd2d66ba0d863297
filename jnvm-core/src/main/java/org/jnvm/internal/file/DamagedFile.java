package org.jnvm.internal.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.ChunkLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.layout.SuperblockLayout;

/**
 * A copy of a heap file that may be damaged, with a superblock that lets it be looked at. The file itself is only read. Its form, which
 * chunks it has, is what the superblock says; where no copy of that is sound, it is one of those that there can be.
 */
public final class DamagedFile implements AutoCloseable {
    private final Path file;
    private final HeapLock lock;
    private final FileLinkLock link;
    private final Path copy;
    private final List<Superblock> forms;
    private long bytes;

    private DamagedFile(Path file, HeapLock lock, FileLinkLock link, Path copy, List<Superblock> forms) {
        this.file = file;
        this.lock = lock;
        this.link = link;
        this.copy = copy;
        this.forms = forms;
    }

    /**
     * Copies a heap file, with the part of it that is in its write-ahead log. Nobody can open the file until this is closed.
     *
     * @param damaged the file, which nobody may have open
     * @param copy the copy to make; one that is there is of a process that was killed
     * @param replaced whether another file is going to take the place of this one; else others may read it, too
     * @param problems hears what is damaged
     * @throws HeapFormatException if there is no file, it cannot be copied, is of a later format, or too short to hold anything
     */
    public static DamagedFile copy(Path damaged, Path copy, boolean replaced, Consumer<String> problems) {
        Path file = damaged.toAbsolutePath();
        HeapFileOpener.checkPath(file, HeapFile.Intent.OPEN);
        try {
            HeapLock lock = replaced ? HeapLock.take(file) : HeapLock.takeToRead(file);
            try {
                lock.registerHeap();
                return copy(file, lock, copy, problems);
            } catch (IOException | RuntimeException | Error e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new HeapFormatException(
                    "heap file cannot be copied: heap=" + file + ", copy=" + copy + ", error=" + e
                            + "; check that it can be read, and the space on the disk",
                    e);
        }
    }

    private static DamagedFile copy(Path file, HeapLock lock, Path copy, Consumer<String> problems) throws IOException {
        FileLinkLock link = FileLinkLock.takeToRead(file);
        Files.deleteIfExists(copy); // of one that was killed
        try (FileChannel out = FileChannel.open(
                copy,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ),
                FileBytes.ownerOnly(copy))) {
            DamagedFile made = new DamagedFile(file, lock, link, copy, new ArrayList<>());
            made.copy(link.channel(), out, problems);
            return made;
        } catch (IOException | RuntimeException | Error e) {
            link.close();
            Files.deleteIfExists(copy);
            throw e;
        }
    }

    private void copy(FileChannel in, FileChannel out, Consumer<String> problems) throws IOException {
        long size = in.size();
        if (size < StateLayout.BLOCKS_OFFSET) {
            throw new HeapFormatException("nothing of a heap is in the file: heap=" + file + ", bytes=" + size
                    + ", expected at least=" + StateLayout.BLOCKS_OFFSET + "; restore it from a copy");
        }
        for (long at = 0; at < size; ) {
            long step = in.transferTo(at, size - at, out.position(at));
            if (step == 0) {
                throw new IOException("heap file ended while it was copied, at byte " + at);
            }
            at += step;
        }
        forms.addAll(withLog(file, in, out, size, problems));
        if (forms.isEmpty()) {
            forms.addAll(soundCopies(file, in, problems));
        }
        bytes = size;
        if (forms.isEmpty()) {
            problems.accept("no copy of the superblock is sound: the form of the heap is guessed");
            forms.addAll(guesses(size));
        } else if (forms.get(0).fileBytes() > size) {
            problems.accept("file is truncated: bytes=" + size + ", expected="
                    + forms.get(0).fileBytes());
        } else {
            bytes = forms.get(0).fileBytes(); // behind it is what a clean close left
        }
        out.truncate(bytes);
    }

    /** Puts what a write-ahead log holds into the copy; returns the superblock that it gives, none if there is no log. */
    private static List<Superblock> withLog(
            Path file, FileChannel in, FileChannel out, long bytes, Consumer<String> problems) throws IOException {
        try (PendingWal pending = PendingWal.find(file, in)) {
            if (pending == null) {
                return List.of();
            }
            pending.forEachLine((offset, line) -> {
                if (offset + line.length <= bytes) {
                    try {
                        FileBytes.writeFully(out, ByteBuffer.wrap(line), offset);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });
            return List.of(pending.superblocks().newest());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (HeapFormatException e) {
            if (WalFiles.exist(file)) {
                problems.accept("what the write-ahead log holds is lost: " + e.getMessage());
            }
            return List.of();
        }
    }

    /** Returns the newest copy of the superblock that is sound, if there is one. */
    private static List<Superblock> soundCopies(Path file, FileChannel in, Consumer<String> problems)
            throws IOException {
        Superblock best = null;
        for (int copy = 0; copy < 2; copy++) {
            ByteBuffer page = ByteBuffer.allocate(SuperblockLayout.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            FileBytes.readFully(in, page, SuperblockLayout.copyOffset(copy));
            Superblock found = page.getLong(SuperblockLayout.MAGIC_OFFSET) == SuperblockLayout.MAGIC
                    ? Superblock.fromBytes(page)
                    : null;
            if (found != null && found.version() > SuperblockLayout.FORMAT_VERSION) {
                throw new HeapFormatException("heap format too new: heap=" + file + ", version=" + found.version()
                        + ", supported=" + SuperblockLayout.FORMAT_VERSION + "; salvage it with a newer J-NVM");
            }
            if (found == null || !Superblocks.isPossible(found)) {
                problems.accept("superblock is damaged: copy=" + copy);
            } else if (best == null || found.sequence() > best.sequence()) {
                best = found;
            }
        }
        if (best != null && best.hasWal() && !WalFiles.exist(file)) {
            problems.accept("what the write-ahead log held is lost: its files are missing");
        }
        return best == null ? List.of() : List.of(best);
    }

    private static List<Superblock> guesses(long bytes) {
        List<Superblock> guesses = new ArrayList<>();
        UUID id = UUID.randomUUID();
        for (int shift = ChunkLayout.MIN_CHUNK_SHIFT; shift <= ChunkLayout.MAX_CHUNK_SHIFT; shift++) {
            if (guesses.isEmpty() || 1L << shift <= bytes) {
                guesses.add(Superblock.first(id, 1L << shift, 1L << shift, 1L << shift));
            }
        }
        return guesses;
    }

    /** Returns how many forms the heap can have: one, unless its superblock is lost. */
    public int forms() {
        return forms.size();
    }

    /** Returns how many bytes the file has. */
    public long bytes() {
        return bytes;
    }

    /** Returns what the heap may grow to, as far as that is known; else 0. */
    public long maxBytes() {
        return forms.size() == 1 ? forms.get(0).maxBytes() : 0;
    }

    /**
     * Opens the copy, to be looked at on private pages, in one of its forms.
     *
     * @param form its number, from 0
     */
    public HeapFile open(int form) {
        Superblock found = forms.get(form);
        int shift = Long.numberOfTrailingZeros(found.firstChunkBytes());
        long least = Math.max(ChunkLayout.MIN_HEAP_BYTES, Math.max(bytes, found.firstChunkBytes()));
        long pages =
                (Math.min(least, ChunkLayout.MAX_HEAP_BYTES) + ChunkLayout.PAGE_BYTES - 1) & -ChunkLayout.PAGE_BYTES;
        long most = Math.max(pages, forms.size() == 1 ? found.maxBytes() : pages);
        long whole = ChunkLayout.endOfChunk(shift, pages - 1, most);
        byte[] superblock = Superblock.first(found.heapId(), found.firstChunkBytes(), whole, most)
                .toBytes();
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            for (int number = 0; number < 2; number++) {
                FileBytes.writeFully(channel, ByteBuffer.wrap(superblock), SuperblockLayout.copyOffset(number));
            }
            if (channel.size() < whole) {
                FileBytes.writeZeros(channel, channel.size(), whole, true);
            }
        } catch (IOException e) {
            throw new HeapFormatException(
                    "copy of the heap file cannot be written: copy=" + copy + ", error=" + e
                            + "; check the space on the disk",
                    e);
        }
        return HeapFileOpener.openReadOnly(copy, true);
    }

    /**
     * Puts a heap file into the place of this one, which goes aside with its write-ahead log.
     *
     * @param made the new file, forced; it has no log
     * @param aside the name that this one gets, which is free
     */
    // persist-order: [the new file] < [names of this one and its log aside] < force of the folder < rename < force of
    // the folder
    //   crash before the rename: the damaged file is there, and what it was is aside, too; after it, the new one
    public void replaceBy(Path made, Path aside) throws IOException {
        link(file, aside);
        List<Path> log = WalFiles.paths(file);
        for (int i = 0; i < log.size(); i++) {
            if (Files.exists(log.get(i), LinkOption.NOFOLLOW_LINKS)) {
                link(log.get(i), WalFiles.paths(aside).get(i));
            }
        }
        FileBytes.force(file.getParent());
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
        FileBytes.force(file.getParent());
        for (Path each : log) {
            Files.deleteIfExists(each);
        }
    }

    /** Gives a file a second name; copies it where that cannot be. */
    private static void link(Path existing, Path name) throws IOException {
        try {
            Files.createLink(name, existing);
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.copy(existing, name);
            try (FileChannel copied = FileChannel.open(name, StandardOpenOption.WRITE)) {
                copied.force(true);
            }
        }
    }

    /** Deletes the copy, and lets others open the file. */
    @Override
    public void close() {
        try (lock) {
            link.close();
            Files.deleteIfExists(copy);
            Files.deleteIfExists(copy.resolveSibling(copy.getFileName() + ".lock"));
        } catch (IOException e) {
            throw new HeapFormatException("copy of the heap file cannot be deleted: copy=" + copy + "; delete it", e);
        }
    }
}
