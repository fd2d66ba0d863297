package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jnvm.spi.Recorder;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Heaps whose file fails under them.
 *
 * <p>Invariants checked: after the first error every use is refused with an exception that names heap and error; nothing
 * is acknowledged; closing gives up the lock and leaves the heap as after a crash.
 */
class PoisonTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    /** Lets the n-th force from now on fail. */
    private static final class FailingForce implements Recorder {
        private int left = -1;

        @Override
        public void started(byte[] image) {}

        @Override
        public void stored(long offset, byte[] bytes) {}

        @Override
        public void writtenBack(long offset) {}

        @Override
        public void fenced() {}

        @Override
        public void forcing() {
            if (left > 0 && --left == 0) {
                throw new UncheckedIOException(new IOException("the device is gone"));
            }
        }
    }

    @Test
    void aForceThatFailsPoisonsTheHeap() {
        Path file = folder.resolve("a.heap");
        FailingForce force = new FailingForce();
        Heap heap = Heap.create(file, MIB, HeapOptions.defaults().recorder(force));
        Heap.Scope scope = heap.enter();
        Node node = new Node(1);
        heap.root().put("node", node);
        force.left = 1;
        assertPoisoned(heap::force, file);
        List<ThrowingCallable> uses = List.of(
                heap::force,
                heap::pfence,
                heap::psync,
                heap::enter,
                () -> heap.root().get("node"),
                () -> heap.root().put("other", node),
                () -> heap.root().remove("node"),
                () -> heap.free(node),
                () -> new Node(2),
                node::value,
                () -> node.setValue(2),
                () -> node.setNext(node),
                node::next,
                () -> heap.atomically(() -> {}));
        for (ThrowingCallable use : uses) {
            assertPoisoned(use, file);
        }
        scope.close();
        heap.close();
        heap.close();
        assertThatThrownBy(node::value).isExactlyInstanceOf(HeapClosedException.class);
        try (Heap again = Heap.open(file)) {
            assertThat(again.recovery().skipped()).isFalse();
            assertThat(again.root().get("node", Node.class).value()).isEqualTo(1);
        }
    }

    private static void assertPoisoned(ThrowingCallable use, Path file) {
        assertThatThrownBy(use)
                .isExactlyInstanceOf(HeapPoisonedException.class)
                .hasMessageContaining("heap=" + file)
                .hasMessageContaining("the device is gone")
                .hasMessageContaining("close it")
                .hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void aForceThatFailsWhileClosingLeavesTheHeapInUse() {
        for (int failing = 1; failing <= 2; failing++) {
            Path file = folder.resolve(failing + ".heap");
            FailingForce force = new FailingForce();
            Heap heap = Heap.create(file, MIB, HeapOptions.defaults().recorder(force));
            try (Heap.Scope scope = heap.enter()) {
                heap.root().put("node", new Node(1));
            }
            force.left = failing;
            assertThatThrownBy(heap::close).isExactlyInstanceOf(HeapPoisonedException.class);
            assertThatCode(heap::close).doesNotThrowAnyException();
            try (Heap again = Heap.open(file)) {
                // the last force fails when the mark is written already: it may or may not have reached the device
                assertThat(again.recovery().skipped()).isEqualTo(failing == 2);
                assertThat(again.root().get("node", Node.class).value()).isEqualTo(1);
            }
        }
    }

    @Test
    void aForceThatFailsWhileOpeningRefusesTheHeap() {
        Path file = folder.resolve("a.heap");
        Heap.create(file, MIB).close();
        FailingForce force = new FailingForce();
        force.left = 1;
        assertThatThrownBy(() -> Heap.open(file, HeapOptions.defaults().recorder(force)))
                .isExactlyInstanceOf(HeapPoisonedException.class);
        Heap.open(file).close();
    }

    @Test
    void aTruncatedFilePoisonsTheHeapAndDoesNotKillTheJvm() throws Exception {
        Path file = folder.resolve("a.heap");
        try (ChildJvm child = Child.start("truncated", file.toString())) {
            assertThat(child.line()).isEqualTo("ready");
            try (RandomAccessFile shorter = new RandomAccessFile(file.toFile(), "rw")) {
                shorter.setLength(64 << 10);
            }
            ChildJvm.Result result = child.finish();
            assertThat(result.out()).contains("poisoned", "refused", "closed");
            assertThat(result.exit()).isZero();
        }
        assertThatThrownBy(() -> Heap.open(file))
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("truncated");
    }
}
