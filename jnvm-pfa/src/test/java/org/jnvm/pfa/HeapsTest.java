package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.ConflictException;
import org.jnvm.DurabilityDomain;
import org.jnvm.FailureAtomicException;
import org.jnvm.ForeignHeapException;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.Heaps;
import org.jnvm.JNVM;
import org.jnvm.spi.Recorder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failure-atomic blocks over several heaps, without crashes: all or nothing, whatever ends them. */
class HeapsTest {
    @TempDir
    Path folder;

    private final Counter fencesOfA = new Counter();
    private final Counter fencesOfB = new Counter();
    private Heap a;
    private Heap b;
    private Heaps both;
    private Node inA;
    private Node inB;

    /** Counts. */
    private static final class Counter implements Recorder {
        private int fences;

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
            assertThat(offset).isNotNegative();
        }

        @Override
        public void fenced() {
            fences++;
        }
    }

    @BeforeEach
    void open() {
        a = Heap.openOrCreate(folder.resolve("a.heap"), 1 << 20);
        b = Heap.openOrCreate(folder.resolve("b.heap"), 1 << 20);
        both = Heaps.of(a, b);
        inA = node(a);
        inB = node(b);
    }

    private static Node node(Heap heap) {
        if (!heap.root().exists("node")) {
            try (Heap.Scope scope = heap.enter()) {
                heap.root().put("node", Node.of(0, 0));
            }
        }
        return heap.root().get("node", Node.class);
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
    }

    private void assertBoth(long value) {
        assertThat(inA.left()).isEqualTo(value);
        assertThat(inB.left()).isEqualTo(value);
        assertThat(JNVM.inFa()).isFalse();
    }

    private void setBoth(long value) {
        inA.setLeft(value);
        inB.setLeft(value);
    }

    @Test
    void bothHeapsAreChanged() {
        both.atomically(() -> setBoth(1));
        assertBoth(1);
        assertThat(both.atomically(() -> {
                    setBoth(2);
                    return inA.left() + inB.left(); // sees its own writes
                }))
                .isEqualTo(4);
        close();
        open();
        assertBoth(2);
        assertThat(a.check().isSound()).isTrue();
        assertThat(b.check().isSound()).isTrue();
    }

    @Test
    void othersSeeNothingBeforeTheCommit() throws Exception {
        both.atomically(() -> {
            setBoth(1);
            List<Long> seen = new ArrayList<>();
            Thread other = new Thread(() -> {
                seen.add(inA.left());
                seen.add(inB.left());
            });
            other.start();
            other.join();
            assertThat(seen).containsExactly(0L, 0L);
        });
    }

    @Test
    void anExceptionUndoesBoth() {
        List<String> order = new ArrayList<>();
        RuntimeException thrown = new RuntimeException("on purpose");
        assertThatThrownBy(() -> both.atomically(() -> {
                    a.onAbort(() -> order.add("a " + inA.left() + inB.left()));
                    b.onAbort(() -> order.add("b " + inA.left() + inB.left()));
                    a.onCommit(() -> order.add("committed"));
                    setBoth(1);
                    a.root().put("made", nodeIn(a));
                    b.root().remove("node");
                    throw thrown;
                }))
                .isSameAs(thrown);
        assertBoth(0);
        assertThat(order).containsExactly("b 00", "a 00"); // both are undone before one of them runs
        assertThat(a.root().exists("made")).isFalse();
        assertThat(b.root().exists("node")).isTrue();
        both.atomically(() -> setBoth(3));
        assertBoth(3);
    }

    private static Node nodeIn(Heap heap) {
        try (Heap.Scope scope = heap.enter()) {
            return Node.of(7, 7);
        }
    }

    @Test
    void actionsRunWhenBothAreCommitted() {
        List<String> order = new ArrayList<>();
        both.atomically(() -> {
            b.onCommit(() -> {
                order.add("b " + inA.left() + inB.left());
                a.atomically(() -> inA.setRight(5)); // no block is open any more
            });
            a.onCommit(() -> order.add("a " + inA.left() + inB.left()));
            setBoth(1);
        });
        assertThat(order).containsExactly("a 11", "b 11");
        assertThat(inA.right()).isEqualTo(5);
    }

    @Test
    void innerBlocksAreUndoneOnBoth() {
        both.atomically(() -> {
            setBoth(1);
            assertThatThrownBy(() -> a.atomically(() -> {
                        setBoth(2);
                        throw new IllegalStateException("inner");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(inA.left() + inB.left()).isEqualTo(2);
            b.atomically(() -> inB.setRight(8));
            b.atomicallyRetrying(() -> inA.setRight(8));
            both.atomically(() -> inA.setNext(nodeIn(a)));
            Heaps.of(b, a).atomically(() -> inB.setNext(nodeIn(b)));
        });
        assertBoth(1);
        assertThat(inA.right() + inB.right()).isEqualTo(16);
        assertThat(inA.next().left() + inB.next().left()).isEqualTo(14);
    }

    @Test
    void abortsUndoBoth() {
        assertThatThrownBy(() -> both.atomically(() -> {
                    setBoth(1);
                    JNVM.faAbort();
                    assertThat(inA.left() + inB.left()).isZero();
                    assertThatThrownBy(() -> inB.setLeft(4)).isInstanceOf(FailureAtomicException.class);
                }))
                .isInstanceOf(FailureAtomicException.class)
                .hasMessageContaining("after it was aborted");
        assertBoth(0);
        assertThatThrownBy(() -> both.atomically(() -> {
                    setBoth(1);
                    a.atomically(() -> {
                        setBoth(2);
                        JNVM.faAbortAll();
                    });
                }))
                .isInstanceOf(FailureAtomicException.class);
        assertBoth(0);
        both.atomically(() -> setBoth(1));
        assertBoth(1);
    }

    @Test
    void aConflictUndoesBoth() throws Exception {
        both.atomically(() -> {
            inB.setLeft(5);
            List<Throwable> thrown = new ArrayList<>();
            Thread other = new Thread(() -> {
                try {
                    both.atomically(() -> setBoth(9));
                } catch (ConflictException e) {
                    thrown.add(e);
                }
            });
            other.start();
            other.join();
            assertThat(thrown).hasSize(1);
            assertThat(inA.left()).isZero();
            inA.setLeft(5); // the other block has given its lock up
        });
        assertBoth(5);
    }

    @Test
    void aFullHeapUndoesBoth() {
        List<Node> filling = new ArrayList<>();
        try (Heap.Scope scope = b.enter()) {
            Node last = Node.of(0, 0);
            b.root().put("chain", last);
            filling.add(last);
            while (true) {
                Node next = Node.of(0, 0);
                last.setNext(next);
                filling.add(next);
                last = next;
            }
        } catch (HeapFullException e) {
            assertThat(filling).hasSizeGreaterThan(1000);
        }
        assertThatThrownBy(() -> both.atomically(() -> {
                    inA.setLeft(1);
                    filling.forEach(node -> node.move(1)); // more copies than the heap has blocks
                }))
                .isInstanceOf(HeapFullException.class);
        assertBoth(0);
        assertThat(filling).allMatch(node -> node.left() == 0);
        both.atomically(() -> setBoth(2));
        assertBoth(2);
    }

    @Test
    void newObjectsGoToTheFirstHeap() {
        both.atomically(() -> {
            Node made = Node.of(1, 1);
            assertThat(a.root().exists("made")).isFalse();
            a.root().put("made", made);
            assertThatThrownBy(() -> b.root().put("made", made)).isInstanceOf(ForeignHeapException.class);
            assertThatThrownBy(() -> inB.setNext(made)).isInstanceOf(ForeignHeapException.class);
        });
        assertThat(a.root().get("made", Node.class).left()).isEqualTo(1);
        assertThat(b.root().exists("made")).isFalse();
    }

    @Test
    void otherHeapsAreRefused() {
        try (Heap c = Heap.create(folder.resolve("c.heap"), 1 << 20)) {
            Node inC = node(c);
            both.atomically(() -> {
                assertThatThrownBy(() -> inC.setLeft(1))
                        .isInstanceOf(FailureAtomicException.class)
                        .hasMessageContaining("a.heap, ")
                        .hasMessageContaining("changing=" + folder.resolve("c.heap"))
                        .hasMessageContaining("Heaps.of");
                assertThatThrownBy(() -> c.atomically(() -> inC.setLeft(1))).isInstanceOf(FailureAtomicException.class);
                assertThatThrownBy(() -> Heaps.of(a, b, c).atomically(() -> inC.setLeft(1)))
                        .isInstanceOf(FailureAtomicException.class);
                assertThat(inC.left()).isZero(); // reading is allowed
                assertThatThrownBy(a::close).isInstanceOf(FailureAtomicException.class);
                setBoth(1);
            });
            assertBoth(1);
            a.atomically(() -> {
                assertThatThrownBy(() -> inB.setLeft(2))
                        .isInstanceOf(FailureAtomicException.class)
                        .hasMessageContaining("open on=" + folder.resolve("a.heap"));
                assertThatThrownBy(() -> both.atomically(() -> setBoth(2)))
                        .isInstanceOf(FailureAtomicException.class)
                        .hasMessageContaining("outermost");
            });
            Heaps.of(c, b, a).atomically(() -> {
                inC.setLeft(3);
                setBoth(3);
                Heaps.of(c, c).atomically(() -> inC.setRight(4)); // one heap
            });
            assertBoth(3);
            assertThat(inC.left() + inC.right()).isEqualTo(7);
        }
        assertThatThrownBy(() -> {
                    try (Heap disk = Heap.create(
                            folder.resolve("d.heap"),
                            1 << 20,
                            HeapOptions.defaults().domain(DurabilityDomain.DISK))) {
                        Heaps.of(a, disk);
                    }
                })
                .isInstanceOf(FailureAtomicException.class)
                .hasMessageContaining("is DISK");
    }

    @Test
    void closedHeapsAreRefused() {
        b.close();
        assertThatThrownBy(() -> both.atomically(() -> inA.setLeft(1))).hasMessageContaining("closed");
        a.atomically(() -> inA.setLeft(2));
        assertThat(inA.left()).isEqualTo(2);
        a.close();
        open();
        both.atomically(() -> setBoth(3));
        assertBoth(3);
    }

    @Test
    void blocksByHandEndOnBoth() {
        JNVM.init(folder.resolve("default.heap").toString(), 1 << 20);
        try {
            Node inDefault = node(JNVM.heap());
            Heaps.of(JNVM.heap(), a).atomically(() -> {
                JNVM.faStart();
                inDefault.setLeft(1);
                inA.setLeft(1);
                JNVM.faEnd();
                JNVM.faStart();
                inDefault.setLeft(2);
                inA.setLeft(2);
                JNVM.faAbort();
            });
            assertThat(inDefault.left() + inA.left()).isEqualTo(2);
            assertThatThrownBy(() -> Heaps.of(JNVM.heap(), a).atomically(() -> {
                        inA.setLeft(9);
                        JNVM.faStart();
                    }))
                    .isInstanceOf(FailureAtomicException.class)
                    .hasMessageContaining("do not match");
            assertThat(inA.left()).isEqualTo(1);
            Heaps.of(JNVM.heap(), a).atomically(() -> inA.setLeft(3));
            assertThat(inA.left()).isEqualTo(3);
        } finally {
            JNVM.close();
        }
    }

    /** Two fences more than on one heap: the second record, and that it is settled. */
    @Test
    void itCostsTwoFencesMore() {
        close();
        a = Heap.open(folder.resolve("a.heap"), HeapOptions.defaults().recorder(fencesOfA));
        b = Heap.open(folder.resolve("b.heap"), HeapOptions.defaults().recorder(fencesOfB));
        both = Heaps.of(a, b);
        inA = node(a);
        inB = node(b);
        for (int i = 0; i < 5; i++) {
            fencesOfA.fences = 0;
            fencesOfB.fences = 0;
            int value = i;
            both.atomically(() -> setBoth(value));
        }
        assertThat(fencesOfA.fences).isEqualTo(1);
        assertThat(fencesOfB.fences).isEqualTo(2);
        fencesOfA.fences = 0;
        fencesOfB.fences = 0;
        both.atomically(() -> inB.setRight(3)); // one heap only
        both.atomically(() -> assertThat(inA.left()).isEqualTo(4));
        assertThat(fencesOfA.fences).isZero();
        assertThat(fencesOfB.fences).isEqualTo(1);
    }

    @Test
    void manyThreadsMoveBetweenTwoHeaps() throws Exception {
        List<Thread> threads = new ArrayList<>();
        List<Throwable> thrown = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            boolean forwards = t % 2 == 0;
            Node ownA = nodeIn(a);
            Node ownB = nodeIn(b);
            Heaps heaps = forwards ? both : Heaps.of(b, a);
            a.root().put("t" + t, ownA);
            b.root().put("t" + t, ownB);
            threads.add(new Thread(() -> {
                try {
                    for (int i = 0; i < 500; i++) {
                        heaps.atomically(() -> {
                            ownA.setLeft(ownA.left() + 1);
                            ownB.setLeft(ownB.left() - 1);
                        });
                    }
                } catch (RuntimeException | Error e) {
                    synchronized (thrown) {
                        thrown.add(e);
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(thrown).isEmpty();
        close();
        open();
        for (int t = 0; t < 4; t++) {
            assertThat(a.root().get("t" + t, Node.class).left()).isEqualTo(507);
            assertThat(b.root().get("t" + t, Node.class).left()).isEqualTo(-493);
        }
    }
}
