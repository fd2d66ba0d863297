package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.Node;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who opens a heap second, under odd circumstances; see {@link BadHeapFileTest} for the plain ones.
 *
 * <p>Invariant checked: a heap has one owner at a time, and gets a new one when the old one is gone.
 */
class SecondOpenerTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void make() {
        file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(file, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("node", new Node(42));
        }
    }

    /** The system drops a process's locks on a file when the process closes any channel on it. */
    @Test
    void anotherChannelOnTheHeapFileThatIsClosedGivesNothingAway() throws Exception {
        try (Heap heap = Heap.open(file)) {
            try (RandomAccessFile stray = new RandomAccessFile(file.toFile(), "rw")) {
                assertThat(stray.length()).isPositive();
            }
            try (ChildJvm child = Child.start("try", file.toString())) {
                assertThat(child.line()).startsWith(HeapLockedException.class.getName());
            }
            assertThat(heap.root().get("node", Node.class).value()).isEqualTo(42);
        }
    }

    @Test
    void thoseWhoReadDisturbEachOtherNotAndKeepOutWhoChanges() throws Exception {
        try (ChildJvm child = Child.start("hold read-only", file.toString())) {
            assertThat(child.line()).isEqualTo("open [node]");
            try (Heap heap = Heap.openReadOnly(file);
                    ChildJvm third = Child.start("read", file.toString())) {
                assertThat(heap.root().get("node", Node.class).value()).isEqualTo(42);
                assertThat(third.line()).isEqualTo("read [node]");
                assertThatThrownBy(() -> Heap.openReadOnly(file))
                        .isExactlyInstanceOf(HeapLockedException.class)
                        .hasMessageContaining("open in this process");
            }
            assertThatThrownBy(() -> Heap.open(file))
                    .isExactlyInstanceOf(HeapLockedException.class)
                    .hasMessageContaining("open read-only in another process")
                    .hasMessageContaining("heap=" + file);
            child.kill();
        }
        try (Heap heap = Heap.open(file);
                ChildJvm child = Child.start("read", file.toString())) {
            assertThat(child.line())
                    .startsWith(HeapLockedException.class.getName())
                    .contains("holder=process", "no snapshot", "heap=" + file);
            assertThat(heap.root().get("node", Node.class).value()).isEqualTo(42);
        }
    }

    @Test
    void anInterruptedOpenerLeavesNoLock() throws Exception {
        for (int i = 0; i < 3; i++) {
            Thread.currentThread().interrupt();
            try (Heap heap = Heap.open(file)) {
                assertThat(heap.root().get("node", Node.class).value()).isEqualTo(42);
            } catch (JnvmException e) {
                assertThat(e).hasMessageContaining("heap=" + file);
            } finally {
                assertThat(Thread.interrupted()).as("still marked").isTrue();
            }
            try (Heap heap = Heap.open(file)) {
                assertThat(heap.root().get("node", Node.class).value()).isEqualTo(42);
            }
        }
    }

    @Test
    void anInterruptedSecondOpenerTakesNothingAway() throws Exception {
        try (Heap heap = Heap.open(file)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> Heap.open(file)).isExactlyInstanceOf(HeapLockedException.class);
            assertThat(Thread.interrupted()).isTrue();
            try (ChildJvm child = Child.start("try", file.toString())) {
                assertThat(child.line()).startsWith(HeapLockedException.class.getName());
            }
        }
    }

    @Test
    void anOwnerThatIsKilledAgainAndAgainIsFollowedAtOnce() throws Exception {
        for (int i = 0; i < 3; i++) {
            try (ChildJvm child = Child.start("hold", file.toString())) {
                assertThat(child.line()).startsWith("open");
                assertThatThrownBy(() -> Heap.open(file)).isExactlyInstanceOf(HeapLockedException.class);
                child.kill();
            }
            try (Heap heap = Heap.open(file)) {
                assertThat(heap.root().get("node", Node.class).value()).isEqualTo(42);
            }
        }
    }
}
