package org.jnvm.internal.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jnvm.BackupException;
import org.jnvm.BackupOptions;
import org.jnvm.BackupReport;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapCheck;
import org.jnvm.internal.file.FileBytes;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.inspect.HeapImage;
import org.jnvm.internal.inspect.NewFile;
import org.jnvm.internal.inspect.OfflineHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ChunkLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.layout.SuperblockLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.util.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Copies a heap while others change it. Pages are copied, then compared with the copy and copied again where they differ, until few
 * do; once more while nobody changes the heap. So the copy is what the heap was at one moment. Where the file system can clone the file,
 * it does that instead, while nobody changes the heap. A recovery pass, as after a crash at that moment, undoes the blocks that were
 * open, and closes the copy.
 */
public final class HeapBackup {
    /** A share of a worker, at once. */
    private static final long SHARE_BYTES = 16L << 20;
    /** Rounds beside the program at most, after the first. */
    private static final int MOST_ROUNDS = 4;
    /** So much may differ when the heap is held: what is copied in about a millisecond. */
    private static final long FEW_BYTES = 4L << 20;

    /**
     * In domain {@code DISK} so much is brought to the device at once. If all of it were at the end, the write-ahead log would wait for
     * all of it.
     */
    private static final long FORCED_BYTES = 4L << 20;
    /** How many times as long the device is left to the write-ahead log then. */
    private static final int LEFT_TIMES = 5;

    private static final int MOST_WORKERS = 4;
    /**
     * Clones that are made beside the program, to be thrown away: each brings to the device what was stored since, so that there is
     * little left of that when the heap is held.
     */
    private static final int CLONES_BEFORE = 2;

    /** Makes a file what the heap file is in memory. */
    interface Cloner {
        /** Returns whether that was done; if not, anything may be in the file. */
        boolean clone(HeapFile heap, Path target);
    }

    /** Another one in tests: on most machines there is no file system that can clone. */
    private static volatile Cloner cloner = HeapFile::cloneTo;

    private final PersistentHeap heap;
    private final Path target;
    private final boolean replaces;
    private final BackupOptions options;
    private final long began = System.nanoTime();
    private long paced;

    private HeapBackup(PersistentHeap heap, Path target, boolean replaces, BackupOptions options) {
        this.heap = heap;
        this.target = target;
        this.replaces = replaces;
        this.options = options;
    }

    /** Makes a backup; see {@link org.jnvm.Heap#backup(Path, BackupOptions)}. */
    public static BackupReport make(PersistentHeap heap, Path target, BackupOptions options) {
        return make(heap, target, false, options);
    }

    /** Makes a backup, which may take the place of an older one. */
    static BackupReport make(PersistentHeap heap, Path target, boolean replaces, BackupOptions options) {
        if (heap.fa() != null) {
            throw new BackupException("backup inside a failure-atomic block, of which it would have nothing: heap="
                    + heap.file().path() + "; end the block first");
        }
        return new HeapBackup(heap, target, replaces, options).make();
    }

    private BackupReport make() {
        Image image = new NewFile(
                        target,
                        replaces,
                        (message, cause) -> new BackupException(
                                "no backup of heap=" + heap.file().path() + ": " + message, cause))
                .resume(partial -> {
                    Image copied = copy(partial);
                    finish(partial);
                    return copied;
                });
        return new BackupReport(
                image.bytes, image.written, image.rounds, image.pause, Duration.ofNanos(System.nanoTime() - began));
    }

    /** What was copied, and how. */
    private static final class Image {
        private long bytes;
        private long written;
        private int rounds = 1;
        private Duration pause = Duration.ZERO;
        private byte[] superblock = {};
    }

    /** Sets what clones the heap file, for tests; returns what did before. */
    static Cloner replaceCloner(Cloner next) {
        Cloner before = cloner;
        cloner = next;
        return before;
    }

    private Image copy(Path partial) throws IOException {
        Image image = clone(partial);
        return image != null ? image : copyPages(partial);
    }

    /** Clones the heap file; returns null where that cannot be done. */
    private @Nullable Image clone(Path partial) throws IOException {
        BackupFile.make(partial);
        for (int i = 0; i < CLONES_BEFORE; i++) {
            heap.requireOpen();
            if (!cloner.clone(heap.file(), partial)) {
                return null;
            }
        }
        Image image = new Image();
        boolean[] done = {false};
        heap.freezer().frozen(options.timeout(), () -> {
            long from = System.nanoTime();
            done[0] = cloner.clone(heap.file(), partial);
            image.bytes = heap.file().bytes();
            image.superblock = heap.file().superblockOfCopy();
            image.pause = Duration.ofNanos(System.nanoTime() - from);
        });
        if (!done[0]) {
            return null;
        }
        try (BackupFile file = BackupFile.open(partial, image.bytes)) {
            writeSuperblocks(file, image);
        }
        return image;
    }

    private static void writeSuperblocks(BackupFile file, Image image) throws IOException {
        for (int copy = 0; copy < 2; copy++) {
            file.write(SuperblockLayout.copyOffset(copy), image.superblock, 0, image.superblock.length);
        }
    }

    private Image copyPages(Path partial) throws IOException {
        Image image = new Image();
        // room for what the heap grows to meanwhile; cut to size below
        try (BackupFile file = BackupFile.open(partial, heap.file().maxBytes())) {
            long differing = round(file);
            file.filled();
            image.written = differing;
            while (differing > FEW_BYTES && image.rounds <= MOST_ROUNDS) {
                long next = round(file);
                image.rounds++;
                image.written += next;
                if (next > differing / 2) {
                    break; // the program changes as much as is copied
                }
                differing = next;
            }
            heap.freezer().frozen(options.timeout(), () -> {
                long from = System.nanoTime();
                image.written += held(file);
                image.bytes = heap.file().bytes();
                image.superblock = heap.file().superblockOfCopy();
                image.pause = Duration.ofNanos(System.nanoTime() - from);
            });
            image.rounds++;
            writeSuperblocks(file, image);
            file.cut(image.bytes);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return image;
    }

    /** Returns the heap offset behind all that was handed out. */
    private long end() {
        long bump = heap.space().load(StateLayout.BUMP_OFFSET);
        long used = Math.max(StateLayout.FIRST_BLOCK, bump) << BlockLayout.BLOCK_SHIFT;
        return Math.min(heap.file().bytes(), used + ChunkLayout.PAGE_BYTES - 1 & -ChunkLayout.PAGE_BYTES);
    }

    /** Copies what differs, beside the program, and no faster than wanted; returns how many bytes. */
    private long round(BackupFile file) {
        byte[] buffer = new byte[BackupFile.STEP_BYTES];
        long written = 0;
        long forced = 0;
        long end = end();
        for (long at = 0; at < end; at += BackupFile.STEP_BYTES) {
            heap.requireOpen();
            int length = (int) Math.min(BackupFile.STEP_BYTES, end - at);
            written += update(file, at, length, buffer);
            if (written - forced >= FORCED_BYTES && heap.file().domain() == DurabilityDomain.DISK) {
                forceInTurns(file);
                forced = written;
            }
            pace(length);
        }
        return written;
    }

    /** Waits as long as the bytes are to take. */
    private void pace(int bytes) {
        if (options.bytesPerSecond() == 0) {
            return;
        }
        paced += bytes;
        waitUntil(began + (long) (paced * 1e9 / options.bytesPerSecond()));
    }

    private static void waitUntil(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Brings what was copied to the device, and leaves that to the write-ahead log for a while if it wants it. */
    private void forceInTurns(BackupFile file) {
        long commits = heap.file().diskStats().groupCommits();
        long from = System.nanoTime();
        try {
            file.force();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long to = System.nanoTime();
        if (heap.file().diskStats().groupCommits() != commits) {
            waitUntil(to + LEFT_TIMES * (to - from));
        }
    }

    /** Copies what differs, as fast as can be; returns how many bytes. */
    private long held(BackupFile file) {
        long end = end();
        AtomicLong next = new AtomicLong();
        AtomicLong written = new AtomicLong();
        int workers = (int)
                Math.min(Math.min(MOST_WORKERS, Runtime.getRuntime().availableProcessors()), end / SHARE_BYTES + 1);
        new Workers(workers, "jnvm-backup-")
                .run(
                        worker -> {
                            byte[] buffer = new byte[BackupFile.STEP_BYTES];
                            for (long from = next.getAndAdd(SHARE_BYTES);
                                    from < end;
                                    from = next.getAndAdd(SHARE_BYTES)) {
                                for (long at = from;
                                        at < Math.min(end, from + SHARE_BYTES);
                                        at += BackupFile.STEP_BYTES) {
                                    written.getAndAdd(
                                            update(file, at, (int) Math.min(BackupFile.STEP_BYTES, end - at), buffer));
                                }
                            }
                        },
                        () -> {});
        return written.get();
    }

    /** Makes a step of the copy what it is in the heap. */
    private int update(BackupFile file, long offset, int length, byte[] buffer) {
        for (int done = 0; done < length; ) {
            MappedChunk chunk = heap.file().chunkOf(offset + done);
            int step = (int) Math.min(length - done, chunk.end() - offset - done);
            chunk.loadBytes(offset + done, buffer, done, step);
            done += step;
        }
        try {
            return file.update(offset, buffer, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Recovers the copy, closes, checks and forces it. */
    // persist-order: [all pages, what recovery stores, free map, superblock: clean] < force < rename, as NewFile has it
    //   Nothing is forced before: a crash until the rename leaves a partial file, and the next backup
    //   compares all of its pages with the heap.
    private void finish(Path partial) throws IOException {
        OfflineHeap.openToFinish(partial).close();
        try (HeapImage copy = HeapImage.open(partial)) {
            HeapCheck check = copy.check((phase, done, total, elapsed) -> {});
            if (!check.isRecoverable()) {
                throw new BackupException("backup is not sound, so it is deleted: heap="
                        + heap.file().path()
                        + ", findings=" + check.findings()
                        + "; run jnvm check on the heap itself once it is closed");
            }
        }
        FileBytes.force(partial);
    }
}
