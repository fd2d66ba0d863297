package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.HeapPoisonedException;
import org.jnvm.spi.Recorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An error at any store, write-back or fence of a failure-atomic block (as a full stack would throw it): the block is
 * undone and the heap goes on; or, once its record may have been written, the heap is poisoned, and the next opening
 * finds the whole block or nothing of it.
 */
class ErrorInCommitTest {
    @TempDir
    Path folder;

    /** Throws at one of the next events. */
    private static final class Bomb implements Recorder {
        private int left = -1;

        private void tick() {
            if (left >= 0 && left-- == 0) {
                throw new StackOverflowError("on purpose");
            }
        }

        @Override
        public void started(byte[] image) {
            assertThat(image).isNotEmpty();
        }

        @Override
        public void stored(long offset, byte[] bytes) {
            tick();
        }

        @Override
        public void writtenBack(long offset) {
            tick();
        }

        @Override
        public void fenced() {
            tick();
        }
    }

    @Test
    void theBlockIsThereOrNot() throws Exception {
        int poisoned = 0;
        int undone = 0;
        int event = 0;
        while (true) {
            Boolean wasPoisoned = run(event);
            if (wasPoisoned == null) {
                break;
            }
            poisoned += wasPoisoned ? 1 : 0;
            undone += wasPoisoned ? 0 : 1;
            event++;
        }
        assertThat(poisoned).as("errors after the record was begun").isGreaterThan(10);
        assertThat(undone).as("errors before").isGreaterThan(10);
    }

    /** Returns whether the heap was poisoned by an error at an event, or null if the block ended before. */
    private Boolean run(int event) throws Exception {
        Path file = folder.resolve("heap" + event);
        Bomb bomb = new Bomb();
        try (Heap heap = Heap.create(file, 1 << 20, HeapOptions.defaults().recorder(bomb));
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            Node x = Node.of(0, 100);
            Node y = Node.of(0, 100);
            Row row = new Row(0);
            heap.root().put("x", x);
            heap.root().put("y", y);
            heap.root().put("row", row);
            heap.atomically(() -> x.move(1)); // a record stays untruncated
            heap.atomically(() -> x.move(1));
            bomb.left = event;
            try {
                heap.atomically(() -> {
                    x.move(10);
                    y.move(10);
                    row.fill(100);
                    Node made = Node.of(4, 4);
                    x.setNext(made);
                    heap.free(Node.of(9, 9)); // given back when the record is durable and applied
                    heap.atomically(() -> made.move(1)); // what there is to undo of an object that the block made
                });
                return null;
            } catch (StackOverflowError e) {
                assertThat(heap.stats().poisoned()).isFalse();
                assertThat(state(heap)).isEqualTo("2,2,98,98 0,0,100,100 null");
                heap.atomically(() -> y.move(1));
                assertThat(stateOfCopy(file)).isEqualTo("2,2,98,98 1,1,99,99 null");
                return false;
            } catch (HeapPoisonedException e) {
                assertThatThrownBy(() -> heap.atomically(() -> y.move(1))).isInstanceOf(HeapPoisonedException.class);
                assertThat(stateOfCopy(file)).isIn("2,2,98,98 0,0,100,100 null", "12,12,88,88 10,10,90,90 5,5,3,3");
                return true;
            } finally {
                bomb.left = -1;
            }
        }
    }

    private String stateOfCopy(Path file) throws Exception {
        Path copy = Files.copy(file, folder.resolve("copy"), StandardCopyOption.REPLACE_EXISTING);
        try (Heap heap = Heap.open(copy)) {
            String state = state(heap);
            assertThat(heap.root().get("row", Row.class).values()).startsWith(state.endsWith("null") ? "0 1 " : "100 ");
            assertThat(heap.check().isSound()).isTrue();
            return state;
        }
    }

    private static String state(Heap heap) {
        Node x = heap.root().get("x", Node.class);
        Node next = x.next();
        return x.values() + " " + heap.root().get("y", Node.class).values() + " "
                + (next == null ? null : next.values());
    }
}
