package org.jnvm.internal.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jnvm.internal.layout.WalLayout;
import org.jnvm.internal.memory.DirtyLines;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.WriteBack;
import org.junit.jupiter.api.Test;

/**
 * Snapshots while threads store, write back and fence: a snapshot that holds what a thread stored after a fence holds
 * what it wrote back before.
 */
class LegalCutTest {
    private static final int THREADS = 3;
    /** A snapshot takes some time, for the threads to do something meanwhile. */
    private static final int PAGES = 400;

    private static final int WORDS_IN_PAGE = DirtyLines.PAGE_BYTES / 8;
    private static final int SNAPSHOTS = Integer.getInteger("jnvm.disk.snapshots", 300);

    private final GroupCommit commit = new GroupCommit(
            new HeapState(WriteBack.MARK, null, false),
            new DiskSettings(Path.of("heap"), null, 1L << 40, 1 << 20),
            new DiskCounters());
    private final WordMemory memory =
            new WordMemory(new byte[PAGES * DirtyLines.PAGE_BYTES], commit.dirtyPages(), offset -> false);
    private volatile boolean stop;

    /** The first word of a thread is on a page that a snapshot comes to early, the second on one at the end. */
    private static int first(int thread) {
        return 8 * thread;
    }

    private static int second(int thread) {
        return (PAGES - 1) * WORDS_IN_PAGE + 8 * thread;
    }

    /** Stores a number in the first word, then in the second, again and again. */
    private void work(int thread, boolean fences) {
        for (long n = 1; !stop; n++) {
            memory.store(first(thread), n);
            memory.pwb(first(thread));
            if (fences) {
                commit.pfence();
            }
            memory.store(second(thread), n);
            memory.pwb(second(thread));
            if (fences) {
                commit.pfence();
            }
        }
    }

    /** Returns how many snapshots hold a second number without the first. */
    private int illegalCuts(boolean fences, int snapshots, boolean untilFound) throws Exception {
        Watched watched = new Watched();
        WriteAheadLog log = new WriteAheadLog(watched, new Watched());
        log.begin(new UUID(1, 2), new UUID(3, 4));
        commit.attach(log, memory, null, null, () -> {}, () -> {});
        commit.registered();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            threads.add(new Thread(() -> work(thread, fences)));
        }
        threads.forEach(Thread::start);
        try {
            for (int i = 0; i < snapshots && !(untilFound && watched.illegal > 0); i++) {
                for (int page = 1; page < PAGES - 1; page++) {
                    for (int line = 0; line < 64; line += 4) {
                        memory.pwb(page * WORDS_IN_PAGE + 8 * line);
                    }
                }
                commit.commit();
            }
        } finally {
            stop = true;
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(watched.seen)
                .as("snapshots that held something of the threads")
                .isPositive();
        return watched.illegal;
    }

    @Test
    void aCaptureIsALegalCut() throws Exception {
        assertThat(illegalCuts(true, SNAPSHOTS, false)).isZero();
    }

    @Test
    void withoutFencesItIsNone() throws Exception {
        assertThat(illegalCuts(false, 20_000, true)).isPositive();
    }

    /** A segment that only looks at what is written to it. */
    private static final class Watched implements BlockFile {
        private final long[] image = new long[PAGES * WORDS_IN_PAGE];
        private int illegal;
        private int seen;

        @Override
        public void write(ByteBuffer bytes, long offset) {
            if (offset < WalLayout.BATCHES_OFFSET) {
                return;
            }
            ByteBuffer batch = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
            int payload = (int) batch.getLong(WalLayout.PAYLOAD_BYTES_OFFSET);
            ByteBuffer lines = batch.duplicate()
                    .limit(WalLayout.BATCH_HEADER_BYTES + payload)
                    .position(WalLayout.BATCH_HEADER_BYTES)
                    .slice()
                    .order(ByteOrder.LITTLE_ENDIAN);
            CheckpointWriter.forEachPage(lines, 8L * image.length, (page, mask, at) -> {
                int from = at;
                for (long left = mask; left != 0; left &= left - 1) {
                    int word = (int) (page / 8) + 8 * Long.numberOfTrailingZeros(left);
                    for (int i = 0; i < 8; i++) {
                        image[word + i] = lines.getLong(from + 8 * i);
                    }
                    from += 64;
                }
            });
            if (batch.getInt(WalLayout.LAST_OFFSET) == 1) {
                look();
            }
        }

        private void look() {
            for (int thread = 0; thread < THREADS; thread++) {
                illegal += image[second(thread)] > image[first(thread)] ? 1 : 0;
                seen += image[second(thread)] > 0 ? 1 : 0;
            }
        }

        @Override
        public void read(ByteBuffer bytes, long offset) throws IOException {
            throw new IOException("nothing is kept");
        }

        @Override
        public void force() {
            // nothing is kept
        }

        @Override
        public long size() {
            return 0;
        }

        @Override
        public void close() {
            // nothing is kept
        }
    }
}
