package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.Test;

/** What a failure-atomic block shows while it runs, after it commits, and after it is aborted. */
@HeapTest
class FailureAtomicBlockTest {
    private final TestHeap test;
    private Heap heap;

    FailureAtomicBlockTest(TestHeap test) {
        this.test = test;
        heap = test.create(1 << 20);
    }

    private void reopen() {
        heap = test.restart();
    }

    private Node root(String name, long left, long right) {
        Node node = Node.of(left, right);
        heap.root().put(name, node);
        return node;
    }

    @Test
    void firstBlockEverCommits() {
        Node node = root("n", 0, 100);
        heap.atomically(() -> node.move(30));
        assertThat(node.left()).isEqualTo(30);
        reopen();
        Node again = heap.root().get("n", Node.class);
        assertThat(again.left()).isEqualTo(30);
        assertThat(again.right()).isEqualTo(70);
    }

    @Test
    void readsItsOwnWritesThroughAnyProxyAndOthersReadTheOriginal() throws Exception {
        Node node = root("n", 0, 100);
        Node other = heap.root().get("n", Node.class);
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        long[] seen = new long[1];
        Thread reader = new Thread(() -> {
            await(written);
            seen[0] = node.left();
            looked.countDown();
        });
        reader.start();
        heap.atomically(() -> {
            node.move(30);
            assertThat(other.left()).isEqualTo(30);
            other.move(5);
            assertThat(node.left()).isEqualTo(35);
            written.countDown();
            await(looked);
        });
        reader.join();
        assertThat(seen[0]).isZero();
        assertThat(node.left()).isEqualTo(35);
        assertThat(node.right()).isEqualTo(65);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void exceptionUndoesEverything() {
        Node node = root("n", 0, 100);
        Node[] made = new Node[1];
        assertThatThrownBy(() -> heap.atomically(() -> {
                    node.move(30);
                    made[0] = Node.of(1, 1);
                    node.setNext(made[0]);
                    heap.root().put("made", made[0]);
                    heap.root().remove("n");
                    heap.free(node);
                    throw new IllegalStateException("on purpose");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("on purpose");
        assertThat(node.left()).isZero();
        assertThat(node.right()).isEqualTo(100);
        assertThat(node.next()).isNull();
        assertThat(heap.root().names()).containsExactly("n");
        assertThatThrownBy(() -> made[0].left()).isInstanceOf(StaleObjectException.class);
        reopen();
        assertThat(heap.root().names()).containsExactly("n");
        assertThat(heap.root().get("n", Node.class).right()).isEqualTo(100);
    }

    @Test
    void newObjectsAreValidAtCommitWithoutTheProgramsDoing() {
        Node node = root("n", 0, 0);
        Node before = Node.of(7, 8);
        heap.atomically(() -> {
            Node inside = Node.of(5, 6);
            node.setNext(inside);
            inside.setNext(before);
        });
        reopen();
        Node next = heap.root().get("n", Node.class).next();
        assertThat(next.left()).isEqualTo(5);
        assertThat(next.next().right()).isEqualTo(8);
    }

    @Test
    void blockThatOnlyMakesObjectsLeavesThemToWhateverMakesThemReachable() {
        Node node = root("n", 0, 0);
        Node[] made = new Node[3];
        heap.atomically(() -> {
            made[0] = Node.of(1, 2);
            made[0].setNext(Node.of(3, 4));
            made[1] = Node.of(5, 6);
        });
        assertThat(made[0].valid()).isFalse();
        heap.atomically(() -> {
            made[2] = Node.of(7, 8);
            made[2].validate();
        });
        assertThat(made[2].valid()).isTrue();
        node.setNext(made[0]);
        heap.root().put("m", made[1]);
        reopen();
        assertThat(heap.root().get("n", Node.class).next().next().right()).isEqualTo(4);
        assertThat(heap.root().get("m", Node.class).right()).isEqualTo(6);
    }

    @Test
    void nestedBlocksCommitTogether() {
        Node node = root("n", 0, 100);
        assertThatThrownBy(() -> heap.atomically(() -> {
                    heap.atomically(() -> node.move(30));
                    throw new IllegalStateException("after the inner block");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(node.left()).isZero();
    }

    @Test
    void innerFailureThatIsCaughtOutsideItUndoesTheInnerBlockOnly() {
        Node node = root("n", 0, 100);
        heap.atomically(() -> {
            node.move(5);
            assertThatThrownBy(() -> heap.atomically(() -> {
                        node.move(30);
                        throw new IllegalStateException("inner");
                    }))
                    .hasMessage("inner");
            assertThat(node.values()).isEqualTo("5,5,95,95");
            node.move(1);
        });
        assertThat(node.values()).isEqualTo("6,6,94,94");
    }

    @Test
    void freeTakesEffectAtCommitAndItsBlocksComeBack() {
        Node node = root("n", 0, 0);
        for (int i = 0; i < 10_000; i++) { // more than the heap has blocks
            heap.atomically(() -> {
                Node old = node.next();
                node.setNext(Node.of(1, 2));
                if (old != null) {
                    heap.free(old);
                }
            });
        }
        reopen();
        assertThat(heap.root().get("n", Node.class).next().right()).isEqualTo(2);
        assertThat(heap.recovery().liveObjects()).isLessThan(10);
    }

    @Test
    void useAfterFreeInsideTheBlockIsRefused() {
        Node node = root("n", 0, 0);
        Node other = heap.root().get("n", Node.class);
        assertThatThrownBy(() -> heap.atomically(() -> {
                    heap.free(node);
                    assertThat(other.left()).isNotNegative();
                }))
                .isInstanceOf(StaleObjectException.class)
                .hasMessageContaining("freed in this failure-atomic block");
        assertThat(other.left()).isZero();
        assertThat(node.left()).isZero();
    }

    @Test
    void manyBlocksInOneLog() {
        int count = 500;
        Node[] nodes = new Node[count];
        for (int i = 0; i < count; i++) {
            nodes[i] = root("n" + i, 0, i);
        }
        heap.atomically(() -> {
            for (Node node : nodes) {
                node.move(1);
            }
        });
        reopen();
        for (int i = 0; i < count; i++) {
            assertThat(heap.root().get("n" + i, Node.class).right()).isEqualTo(i - 1);
        }
    }

    @Test
    void fourThreadsOnTheirOwnObjects() throws Exception {
        int rounds = 2_000;
        Thread[] threads = new Thread[4];
        Node[] nodes = new Node[threads.length];
        for (int t = 0; t < threads.length; t++) {
            Node node = root("n" + t, 0, 0);
            nodes[t] = node;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < rounds; i++) {
                    heap.atomically(() -> node.move(1));
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (Node node : nodes) {
            assertThat(node.left()).isEqualTo(rounds);
            assertThat(node.right()).isEqualTo(-rounds);
        }
    }
}
