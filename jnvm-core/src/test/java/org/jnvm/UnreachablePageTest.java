package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jnvm.spi.Recorder;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Node;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code InternalError}, as the JVM throws it where a mapped page cannot be reached, at each of the first accesses
 * of every call that the API has: the heap is poisoned, the call throws that, and nothing is acknowledged after it.
 */
class UnreachablePageTest {
    private static final int ACCESSES = 25;

    @TempDir
    private Path folder;

    /** Throws at the n-th load or store from now on. */
    private static final class FailingAccess implements Recorder {
        private int left = -1;
        private boolean thrown;

        @Override
        public void started(byte[] image) {}

        @Override
        public boolean wantsImage() {
            return false;
        }

        @Override
        public void stored(long offset, byte[] bytes) {}

        @Override
        public boolean observesLoads() {
            return true;
        }

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

    private static Map<String, BiConsumer<Heap, Node>> calls() {
        Map<String, BiConsumer<Heap, Node>> calls = new LinkedHashMap<>();
        calls.put("check", (heap, node) -> heap.check());
        calls.put("histogram", (heap, node) -> heap.histogram());
        calls.put("describe", (heap, node) -> heap.describe(node.addr() + 8));
        calls.put("close", (heap, node) -> heap.close());
        calls.put("free", (heap, node) -> heap.free(node));
        calls.put("root().get", (heap, node) -> heap.root().get("other"));
        calls.put("root().exists", (heap, node) -> heap.root().exists("node"));
        calls.put("root().names", (heap, node) -> heap.root().names());
        calls.put("root().put", (heap, node) -> heap.root().put("new", node));
        calls.put("root().wput", (heap, node) -> heap.root().wput("new", node));
        calls.put("root().remove", (heap, node) -> heap.root().remove("node"));
        calls.put("get of a reference", (heap, node) -> node.next());
        calls.put("set of a reference", (heap, node) -> node.setNext(node));
        calls.put("validate", (heap, node) -> node.validate());
        calls.put("valid", (heap, node) -> node.valid());
        calls.put("bulk copy", (heap, node) -> ((Bytes) node.other()).read(new byte[1000]));
        return calls;
    }

    private Heap make(Path file, FailingAccess recorder) {
        Heap heap = Heap.create(file, 1 << 20, HeapOptions.defaults().recorder(recorder));
        try (Heap.Scope scope = heap.enter()) {
            Node node = new Node(1);
            node.setNext(new Node(2));
            node.setOther(new Bytes(new byte[1000]));
            heap.root().put("node", node);
            heap.root().put("other", new Node(3));
        }
        return heap;
    }

    @TestFactory
    Iterable<DynamicTest> everyCallPoisons() {
        return calls().entrySet().stream()
                .map(call -> DynamicTest.dynamicTest(call.getKey(), () -> {
                    int poisoned = 0;
                    for (int access = 0; access < ACCESSES; access++) {
                        if (!poisons(folder.resolve(call.getKey() + access), access, call.getValue())) {
                            break; // it has fewer
                        }
                        poisoned++;
                    }
                    assertThat(poisoned).as(call.getKey()).isPositive();
                }))
                .toList();
    }

    private boolean poisons(Path file, int access, BiConsumer<Heap, Node> call) {
        FailingAccess recorder = new FailingAccess();
        Heap heap = make(file, recorder);
        Node node = heap.root().get("node", Node.class);
        try (Heap.Scope scope = heap.enter()) {
            recorder.left = access;
            Throwable thrown = catchThrowable(() -> call.accept(heap, node));
            recorder.left = -1;
            if (recorder.thrown) {
                assertThat(thrown)
                        .as("access=%d", access)
                        .isExactlyInstanceOf(HeapPoisonedException.class)
                        .hasMessageContaining("heap=" + file)
                        .hasMessageContaining("close it")
                        .hasRootCauseInstanceOf(InternalError.class);
                assertThat(heap.stats().poisoned()).isTrue();
                if (!heap.stats().closed()) {
                    assertThatThrownBy(() -> heap.root().put("after", node))
                            .isExactlyInstanceOf(HeapPoisonedException.class);
                    assertThatThrownBy(heap::force).isExactlyInstanceOf(HeapPoisonedException.class);
                    assertThatThrownBy(heap::psync).isExactlyInstanceOf(HeapPoisonedException.class);
                    assertThat(node.toString()).contains("(heap poisoned)");
                }
            }
        }
        heap.close();
        try (Heap again = Heap.open(file)) {
            assertThat(again.recovery().skipped() && recorder.thrown).isFalse();
            assertThat(again.check().isRecoverable())
                    .as("access=%d: %s", access, again.check())
                    .isTrue();
            assertThat(again.root().get("after")).isNull();
        }
        return recorder.thrown;
    }

    @Test
    void openingThatMeetsItRefusesTheHeapAndGivesUpTheLock() {
        Path file = folder.resolve("a.heap");
        make(file, new FailingAccess()).close();
        int refused = 0;
        for (int access = 0; access < ACCESSES; access++) {
            FailingAccess recorder = new FailingAccess();
            recorder.left = access;
            HeapOptions failing = HeapOptions.defaults().recorder(recorder);
            Throwable thrown = catchThrowable(() -> Heap.open(file, failing).close());
            if (recorder.thrown) {
                assertThat(thrown)
                        .isInstanceOf(JnvmException.class)
                        .hasMessageContaining("heap=" + file)
                        .hasRootCauseInstanceOf(InternalError.class);
                refused++;
            }
            Heap.open(file).close();
        }
        assertThat(refused).isPositive();
    }
}
