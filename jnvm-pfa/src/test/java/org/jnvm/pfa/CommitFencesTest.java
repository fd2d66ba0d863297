package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.spi.Recorder;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.Test;

/**
 * What a commit costs in steady state, where fences and write-backs cost something: as docs/PERSIST-ORDER.md says. More
 * would be slow; fewer would lose data, which the crash tests look for.
 */
@HeapTest
class CommitFencesTest {
    private final Counter counter = new Counter();
    private final Heap heap;
    private Node x;
    private Node y;

    /** Counts. */
    private static final class Counter implements Recorder {
        private int fences;
        private int lines;

        @Override
        public void started(byte[] image) {
            assertThat(image).isNotEmpty();
        }

        @Override
        public void stored(long offset, byte[] bytes) {
            assertThat(bytes).isNotEmpty();
        }

        @Override
        public void writtenBack(long offset) {
            lines++;
        }

        @Override
        public void fenced() {
            fences++;
        }
    }

    CommitFencesTest(TestHeap test) {
        heap = test.create(4 << 20, HeapOptions.defaults().recorder(counter));
        x = Node.of(0, 100);
        y = Node.of(0, 200);
        heap.root().put("x", x);
        heap.root().put("y", y);
    }

    /** Runs a block often enough that logs and free blocks are at hand, then demands what the last one costs. */
    private void costs(int fences, int mostLines, Runnable block) {
        for (int i = 0; i < 3; i++) {
            heap.atomically(block);
        }
        counter.fences = 0;
        counter.lines = 0;
        heap.atomically(block);
        assertThat(counter.fences).as("fences").isEqualTo(fences);
        assertThat(counter.lines).as("write-backs").isLessThanOrEqualTo(mostLines);
    }

    @Test
    void nothing() {
        costs(0, 0, () -> {});
    }

    @Test
    void aField() {
        costs(1, 2, () -> x.setLeft(x.left() + 1)); // the record; what the one before changed
    }

    @Test
    void fieldsOfTwoObjects() {
        costs(1, 11, () -> {
            x.move(1);
            y.move(1);
        });
    }

    @Test
    void innerBlocksCostNothingMore() {
        costs(
                1,
                2,
                () -> heap.atomically(() -> {
                    x.setLeft(x.left() + 1);
                    heap.atomically(() -> x.setLeft(x.left() - 1));
                }));
    }

    @Test
    void aWholeBlock() {
        Row row = new Row(0);
        heap.root().put("row", row);
        costs(1, 10, () -> row.fill(1)); // the record, the block that the one before changed
    }

    @Test
    void aHundredBytesOfALargeObject() {
        Longs longs = new Longs(125);
        heap.root().put("longs", longs);
        costs(1, 3 + 3, () -> longs.write(30, new long[13])); // over the boundary between two blocks
    }

    @Test
    void manyWords() {
        Longs longs = new Longs(200);
        heap.root().put("longs", longs);
        // in-flight copies of 7 blocks, the record, what the one before changed; and it is erased
        costs(2, 28 + 3 + 28, () -> longs.write(0, new long[200]));
    }

    @Test
    void aNewObjectAndALink() {
        costs(1, 9, () -> {
            Node before = x.next();
            x.setNext(Node.of(1, 1));
            if (before != null) {
                heap.free(before);
            }
        });
    }

    @Test
    void aLargeNewObject() {
        // four blocks, three lines of the record and of the one before, and of the blocks' interior map
        costs(2, 4 * 4 + 3 + 3 + 2, () -> heap.root().put("longs", new Longs(100)));
    }

    @Test
    void onlyNewObjects() {
        costs(0, 0, () -> Node.of(1, 1));
    }

    @Test
    void aRoot() {
        costs(1, 3, () -> heap.root().put("x", x));
    }

    /** The first store outside a block has the records erased, with two fences; the next one is a store. */
    @Test
    void aStoreAfterBlocks() {
        heap.atomically(() -> x.move(1));
        heap.atomically(() -> y.move(1));
        counter.fences = 0;
        y.setLeft(5);
        assertThat(counter.fences).isEqualTo(2);
        y.setLeft(6);
        x.setLeft(7);
        assertThat(counter.fences).isEqualTo(2);
    }

    @Test
    void aBlockThatIsUndone() {
        costs(0, 0, () -> {
            try {
                heap.atomically(() -> {
                    x.move(1);
                    throw new IllegalStateException("undone");
                });
            } catch (IllegalStateException e) {
                assertThat(e).hasMessage("undone");
            }
        });
    }
}
