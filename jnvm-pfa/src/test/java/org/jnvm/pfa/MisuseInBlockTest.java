package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jnvm.ConflictException;
import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.StaleObjectException;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Misuse of objects in and around failure-atomic blocks, in heaps that are checked and that are not. */
@HeapTest
class MisuseInBlockTest {
    private final TestHeap test;
    private Heap heap;
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    MisuseInBlockTest(TestHeap test) {
        this.test = test;
    }

    private void open(boolean checked) {
        HeapOptions options = HeapOptions.defaults();
        heap = test.create(1 << 20, checked ? options.checked(true) : options);
    }

    @AfterEach
    void close() {
        other.shutdown();
    }

    private Node root(String name, long left, long right) {
        Node node = Node.of(left, right);
        heap.root().put(name, node);
        return node;
    }

    /** Runs in the other thread, and returns what it throws, or null. */
    private Throwable elsewhere(ThrowingCallable work) {
        try {
            return other.submit(() -> {
                        try {
                            work.call();
                            return null;
                        } catch (Throwable e) {
                            return e;
                        }
                    })
                    .get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void objectsOfAnAbortedBlockAreRefused(boolean checked) {
        open(checked);
        Node node = root("n", 1, 2);
        Node[] made = new Node[2];
        assertThatThrownBy(() -> heap.atomically(() -> {
                    made[0] = Node.of(3, 4);
                    node.setNext(made[0]);
                    made[1] = node.next(); // a second proxy of it
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        for (int reused = 0; reused < 2; reused++) {
            for (Node proxy : made) {
                for (ThrowingCallable use : List.<ThrowingCallable>of(
                        () -> heap.free(proxy),
                        () -> node.setNext(proxy),
                        () -> heap.root().put("x", proxy),
                        proxy::valid,
                        proxy::validate)) {
                    assertThatThrownBy(use).isExactlyInstanceOf(StaleObjectException.class);
                }
                if (proxy == made[0] || checked) {
                    assertThatThrownBy(proxy::pwb).isExactlyInstanceOf(StaleObjectException.class);
                    assertThatThrownBy(proxy::left).isExactlyInstanceOf(StaleObjectException.class);
                    assertThatThrownBy(() -> proxy.setLeft(1)).isExactlyInstanceOf(StaleObjectException.class);
                }
            }
            assertThat(made[0]).isEqualTo(made[1]);
            assertThat(made[0].addr()).isZero();
            Node owner = Node.of(5, 6);
            assertThat(owner).isNotEqualTo(made[0]).isNotEqualTo(made[1]);
        }
        assertThat(node.next()).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatABlockIsGoingToFreeStaysForOthersAndCannotBeFreedTwice(boolean checked) {
        open(checked);
        Node node = root("n", 1, 2);
        Node second = heap.root().get("n", Node.class);
        Node third = heap.root().get("n", Node.class);
        heap.atomically(() -> {
            heap.root().remove("n");
            heap.free(node);
            for (ThrowingCallable use : List.<ThrowingCallable>of(
                    node::left,
                    second::left,
                    () -> second.setLeft(3),
                    () -> heap.free(second),
                    () -> heap.free(node))) {
                assertThatThrownBy(use).isExactlyInstanceOf(StaleObjectException.class);
            }
            assertThat(elsewhere(() -> assertThat(second.left()).isEqualTo(1))).isNull();
            assertThat(elsewhere(() -> heap.free(second)))
                    .isExactlyInstanceOf(ConflictException.class)
                    .hasMessageContaining("heap=" + heap.path())
                    .hasMessageContaining("guard the object with a lock");
            for (Runnable use : List.<Runnable>of(() -> heap.free(third), () -> third.setLeft(9))) {
                assertThat(elsewhere(() -> heap.atomically(use)))
                        .isExactlyInstanceOf(ConflictException.class)
                        .hasMessageContaining("another thread's failure-atomic block");
            }
            assertThat(elsewhere(() -> assertThat(third.left()).isEqualTo(1))).isNull();
        });
        for (Node proxy : List.of(node, second, third)) {
            assertThatThrownBy(() -> heap.free(proxy)).isExactlyInstanceOf(StaleObjectException.class);
            if (proxy == node || checked) {
                assertThatThrownBy(proxy::left).isExactlyInstanceOf(StaleObjectException.class);
            }
        }
        for (int i = 0; i < 3; i++) { // the claims are gone: the next owner can be changed and freed
            Node owner = root("o", 1, 1);
            heap.atomically(() -> owner.move(1));
            heap.root().remove("o");
            heap.free(owner);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatABlockIsGoingToChangeCannotBeFreedOrChangedByAnother(boolean checked) {
        open(checked);
        Node node = root("n", 1, 2);
        Node second = heap.root().get("n", Node.class);
        heap.atomically(() -> {
            node.move(5);
            assertThat(elsewhere(() -> heap.free(second))).isExactlyInstanceOf(ConflictException.class);
            assertThat(elsewhere(() -> heap.atomically(() -> second.move(1))))
                    .isExactlyInstanceOf(ConflictException.class);
            assertThat(elsewhere(() -> assertThat(second.left()).isEqualTo(1))).isNull();
        });
        assertThat(node.left()).isEqualTo(6);
        assertThat(elsewhere(() -> heap.atomically(() -> second.move(1)))).isNull();
        assertThat(node.left()).isEqualTo(7);
        assertThatThrownBy(() -> heap.atomically(() -> {
                    node.move(5);
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThat(elsewhere(() -> heap.free(second))).isNull();
        assertThatThrownBy(() -> heap.free(node)).isExactlyInstanceOf(StaleObjectException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void abortGivesTheFreedObjectBackToEveryProxy(boolean checked) {
        open(checked);
        Node node = root("n", 1, 2);
        Node second = heap.root().get("n", Node.class);
        assertThatThrownBy(() -> heap.atomically(() -> {
                    heap.free(node);
                    assertThat(node.addr()).isZero();
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThat(node.addr()).isEqualTo(second.addr()).isPositive();
        node.setLeft(11);
        assertThat(second.left()).isEqualTo(11);
        heap.root().remove("n");
        heap.free(second);
        assertThatThrownBy(() -> heap.free(node)).isExactlyInstanceOf(StaleObjectException.class);
    }

    /** Of two threads that free one object at once, one in a block, one succeeds, and no block is in use twice. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void freesOfOneObjectInAndOutsideBlocksExcludeEachOther(boolean checked) throws Exception {
        open(checked);
        for (int round = 0; round < 300; round++) {
            Node node = root("n", round, 0);
            Node second = heap.root().get("n", Node.class);
            heap.root().remove("n");
            boolean bothInBlocks = round % 2 == 0;
            CyclicBarrier barrier = new CyclicBarrier(2);
            Future<Boolean> there = other.submit(() -> {
                barrier.await();
                return frees(() -> heap.atomically(() -> heap.free(second)));
            });
            barrier.await();
            boolean here = frees(bothInBlocks ? () -> heap.atomically(() -> heap.free(node)) : () -> heap.free(node));
            if (!there.get() && !here) { // both were refused, as each saw the other's claim
                heap.free(heap.root().exists("n") ? heap.root().get("n") : second);
            } else {
                assertThat(there.get() && here).isFalse();
            }
        }
        heap.root().put("a", Node.of(1, 1));
        heap = test.reopen();
        assertThat(heap.root().get("a", Node.class).left()).isEqualTo(1);
    }

    private static boolean frees(Runnable free) {
        try {
            free.run();
            return true;
        } catch (StaleObjectException | FailureAtomicException e) {
            return false;
        }
    }
}
