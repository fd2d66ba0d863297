package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.spi.Recorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code InternalError} of a page that cannot be reached, at accesses all through an opening that replays a log. */
class UnreachableLogTest {
    private static final List<String> SUFFIXES = List.of("", ".wal0", ".wal1");

    @TempDir
    private Path folder;

    /** Throws at the n-th load or store. */
    private static final class FailingAccess implements Recorder {
        private int left;
        private boolean thrown;

        private FailingAccess(int left) {
            this.left = left;
        }

        @Override
        public void started(byte[] image) {}

        @Override
        public boolean wantsImage() {
            return false;
        }

        @Override
        public boolean observesLoads() {
            return true;
        }

        @Override
        public void stored(long offset, byte[] bytes) {}

        @Override
        public void loading(long offset, int bytes) {
            access();
        }

        @Override
        public void storing() {
            access();
        }

        private synchronized void access() {
            if (left >= 0 && --left < 0) {
                thrown = true;
                throw new InternalError("a fault occurred in an unsafe memory access operation, on purpose");
            }
        }

        @Override
        public void writtenBack(long offset) {}

        @Override
        public void fenced() {}
    }

    @Test
    void replayThatMeetsItRefusesTheHeapAndIsDoneAgain() throws IOException {
        Path crashed = folder.resolve("crashed");
        Path original = folder.resolve("original");
        HeapOptions disk =
                HeapOptions.defaults().domain(DurabilityDomain.DISK).walBytes(1 << 20); // records stay untruncated
        try (Heap heap = Heap.create(original, 1 << 20, disk);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            Longs longs = new Longs(100);
            heap.root().put("longs", longs);
            heap.atomically(() -> longs.write(0, 1, 2, 3));
            copy(original, crashed); // as a crash would leave it
        }
        boolean opened = false;
        int replayed = 0;
        for (int access = 0; !opened; access += 1 + access / 6) {
            Path file = folder.resolve("copy" + access);
            copy(crashed, file);
            FailingAccess recorder = new FailingAccess(access);
            Throwable thrown = catchThrowable(() ->
                    Heap.open(file, HeapOptions.defaults().recorder(recorder)).close());
            opened = !recorder.thrown;
            if (recorder.thrown) {
                assertThat(thrown)
                        .as("access=%d", access)
                        .isInstanceOf(JnvmException.class)
                        .hasMessageContaining("heap=" + file)
                        .hasRootCauseInstanceOf(InternalError.class);
            }
            try (Heap heap = Heap.open(file)) {
                assertThat(heap.root().get("longs", Longs.class).read(0, 4)).containsExactly(1, 2, 3, 0);
                replayed += heap.recovery().replayedLogs();
                assertThat(heap.check().isRecoverable()).isTrue();
            }
            for (String suffix : SUFFIXES) {
                Files.delete(Path.of(file + suffix));
            }
        }
        assertThat(replayed).isPositive();
    }

    private static void copy(Path from, Path to) throws IOException {
        for (String suffix : SUFFIXES) {
            Files.copy(Path.of(from + suffix), Path.of(to + suffix));
        }
    }
}
