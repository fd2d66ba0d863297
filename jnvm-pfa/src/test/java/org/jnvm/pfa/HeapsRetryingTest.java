package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jnvm.ConflictException;
import org.jnvm.FailureAtomicAction;
import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Heaps;
import org.jnvm.JNVM;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code Heaps.atomicallyRetrying}: what {@link RetryingBlockTest} says of one heap holds for several. */
class HeapsRetryingTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 300;

    @TempDir
    Path folder;

    private final Elsewhere elsewhere = new Elsewhere();
    private final AtomicInteger attempts = new AtomicInteger();
    private Heap a;
    private Heap b;
    private Heaps both;
    private Node inA;
    private Node inB;

    private void open(HeapOptions ofA, HeapOptions ofB) {
        a = Heap.openOrCreate(folder.resolve("a.heap"), 4 << 20, ofA);
        b = Heap.openOrCreate(folder.resolve("b.heap"), 4 << 20, ofB);
        both = Heaps.of(a, b);
        inA = node(a);
        inB = node(b);
    }

    private void open() {
        open(HeapOptions.defaults(), HeapOptions.defaults());
    }

    private static Node node(Heap heap) {
        if (!heap.root().exists("node")) {
            heap.root().put("node", made(heap));
        }
        return heap.root().get("node", Node.class);
    }

    private static Node made(Heap heap) {
        try (Heap.Scope scope = heap.enter()) {
            return Node.of(0, 0);
        }
    }

    @AfterEach
    void close() {
        elsewhere.close();
        a.close();
        b.close();
    }

    private void assertSound() {
        assertThat(JNVM.inFa()).isFalse();
        assertThat(a.stats().openFaBlocks() + b.stats().openFaBlocks()).isZero();
        assertThat(a.check().isSound()).isTrue();
        assertThat(b.check().isSound()).isTrue();
    }

    /** Runs something in several threads at once, many times; it is given a number. */
    private void inThreads(Work work) {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        List<Thread> threads = new ArrayList<>();
        List<Throwable> thrown = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int first = t * ROUNDS;
            Thread thread = new Thread(() -> {
                try {
                    barrier.await();
                    for (int i = 0; i < ROUNDS; i++) {
                        work.run(first + i);
                    }
                } catch (Exception | Error e) {
                    synchronized (thrown) {
                        thrown.add(e);
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            Threads.join(thread);
        }
        assertThat(thrown).isEmpty();
    }

    /** What a thread does, with a number of its own each time. */
    private interface Work {
        void run(int number) throws Exception;
    }

    @Test
    void countersLoseNothing() {
        open();
        Heaps turned = Heaps.of(b, a);
        inThreads(number -> (number % 2 == 0 ? both : turned).atomicallyRetrying(() -> {
            if (number % 3 == 0) {
                inA.setLeft(inA.left() + 1);
                inB.setLeft(inB.left() + 1);
            } else { // the other one first: blocks wait for each other in circles
                inB.setLeft(inB.left() + 1);
                inA.setLeft(inA.left() + 1);
            }
        }));
        assertThat(inA.left()).isEqualTo(THREADS * ROUNDS);
        assertThat(inB.left()).isEqualTo(THREADS * ROUNDS);
        assertSound();
    }

    /** What a block reads on one heap holds when it commits on the other, also beside blocks on one heap. */
    @Test
    void theSumOverBothIsTheSameForAll() {
        open();
        a.atomically(() -> inA.setLeft(1000));
        inThreads(number -> {
            switch (number % 4) {
                case 0 ->
                    both.atomicallyRetrying(() -> {
                        inA.setLeft(inA.left() - 1);
                        inB.setLeft(inB.left() + 1);
                    });
                case 1 -> a.atomicallyRetrying(() -> inA.setRight(inA.right() + 1));
                case 2 -> b.atomicallyRetrying(() -> inB.setRight(inB.right() + 1));
                default ->
                    assertThat(both.<Long, RuntimeException>atomicallyRetrying(() -> inB.left() + inA.left()))
                            .isEqualTo(1000);
            }
        });
        assertThat(inA.left()).isEqualTo(1000 - THREADS * ROUNDS / 4);
        assertThat(inA.right() + inB.right()).isEqualTo(THREADS * ROUNDS / 2);
        assertSound();
    }

    @Test
    void aCircleOverBothHeapsEnds() throws Exception {
        open();
        CyclicBarrier bothHaveOne = new CyclicBarrier(2);
        Future<Void> there = elsewhere.begin(() -> {
            lockBoth(inB, inA, bothHaveOne);
            return null;
        });
        lockBoth(inA, inB, bothHaveOne);
        Elsewhere.get(there);
        assertThat(inA.left()).isEqualTo(2);
        assertThat(inB.left()).isEqualTo(2);
        assertThat(attempts.get()).isGreaterThan(2);
        assertThat(a.stats().faRetries()).isEqualTo(attempts.get() - 2);
        assertThat(b.stats().faRetries()).isEqualTo(attempts.get() - 2);
    }

    private void lockBoth(Node first, Node second, CyclicBarrier bothHaveOne) throws Exception {
        boolean[] met = new boolean[1];
        FailureAtomicAction<Exception> action = () -> {
            attempts.incrementAndGet();
            first.setLeft(first.left() + 1);
            if (!met[0]) {
                met[0] = true;
                bothHaveOne.await();
            }
            second.setLeft(second.left() + 1);
        };
        both.atomicallyRetrying(action);
    }

    @Test
    void anAttemptThatFailedLeavesNothing() {
        open();
        List<String> told = new ArrayList<>();
        both.atomicallyRetrying(() -> {
            int attempt = attempts.incrementAndGet();
            assertThat(inA.left() + inB.left()).isZero();
            assertThat(inB.next()).isNull();
            b.onAbort(() -> told.add("abort " + attempt));
            a.onCommit(() -> told.add("commit " + attempt));
            inA.setLeft(attempt);
            inB.setLeft(attempt);
            inB.setNext(made(b));
            a.root().put("added", Node.of(attempt, 0)); // in the first one
            if (attempt < 12) {
                throw new ConflictException("for a test");
            }
        });
        assertThat(told).hasSize(12).startsWith("abort 1", "abort 2").endsWith("abort 11", "commit 12");
        assertThat(inA.left() + inB.left()).isEqualTo(24);
        assertThat(a.root().get("added", Node.class).left()).isEqualTo(12);
        assertThat(b.stats().faRetries()).isEqualTo(11);
        assertSound();
    }

    @Test
    void whatItReadsIsLockedOnBothUntilItHasEnded() {
        open();
        both.atomicallyRetrying(() -> {
            assertThat(inA.left() + inB.left()).isZero();
            assertThat(elsewhere.run(() -> a.atomically(() -> inA.setLeft(1))))
                    .isExactlyInstanceOf(ConflictException.class);
            assertThat(elsewhere.run(() -> b.atomically(() -> inB.setLeft(1))))
                    .isExactlyInstanceOf(ConflictException.class);
        });
        assertThat(elsewhere.run(() -> a.atomically(() -> inA.setLeft(1)))).isNull();
        assertThat(elsewhere.run(() -> b.atomically(() -> inB.setLeft(1)))).isNull();
        both.atomically(
                () -> { // which locks no reads
                    assertThat(inA.left() + inB.left()).isEqualTo(2);
                    assertThat(elsewhere.run(() -> b.atomically(() -> inB.setLeft(2))))
                            .isNull();
                });
    }

    @Test
    void itWaitsForABlockOnOneOfThem() {
        open();
        CountDownLatch runs = new CountDownLatch(1);
        Future<Long> begun = b.atomically(() -> {
            inB.setLeft(5);
            Future<Long> other = elsewhere.begin(() -> both.atomicallyRetrying(() -> {
                inA.setLeft(1);
                runs.countDown();
                inB.setLeft(inB.left() + 1);
                return inB.left();
            }));
            Elsewhere.await(runs);
            return other;
        });
        assertThat(Elsewhere.get(begun)).isEqualTo(6);
        assertThat(inA.left()).isEqualTo(1);
    }

    @Test
    void itTriesForTheShorterTimeAndSaysWhatItDid() {
        open(
                HeapOptions.defaults().conflictTimeout(Duration.ofHours(1)),
                HeapOptions.defaults().conflictTimeout(Duration.ofMillis(20)));
        a.atomically(() -> {
            inA.setLeft(1);
            assertThat(elsewhere.run(() -> both.atomicallyRetrying(() -> {
                        inB.setLeft(2);
                        inA.setLeft(2);
                    })))
                    .isExactlyInstanceOf(ConflictException.class)
                    .hasMessageContaining("heap=" + a.path() + ", " + b.path())
                    .hasMessageMatching("(?s).*attempts=[1-9].*milliseconds=[2-9].*")
                    .hasMessageContaining("HeapOptions.conflictTimeout");
        });
        assertThat(inB.left()).isZero();
        both.atomicallyRetrying(() -> inB.setLeft(3));
        assertThat(inB.left()).isEqualTo(3);
        assertSound();
    }

    @Test
    void anInterruptedThreadWaitsForNothingAndStaysInterrupted() {
        open();
        a.atomically(() -> {
            inA.setLeft(1);
            assertThat(elsewhere.<Boolean>call(() -> {
                        assertThatThrownBy(() -> both.atomicallyRetrying(() -> {
                                    attempts.incrementAndGet();
                                    Thread.currentThread().interrupt();
                                    inA.setLeft(2);
                                }))
                                .isExactlyInstanceOf(ConflictException.class)
                                .hasMessageContaining("interrupted");
                        return Thread.interrupted();
                    }))
                    .isTrue();
        });
        assertThat(attempts).hasValue(1);
    }

    @Test
    void whatFailsAfterTheCommitIsNotTriedAgain() {
        open();
        assertThatThrownBy(() -> both.atomicallyRetrying(() -> {
                    attempts.incrementAndGet();
                    inA.setLeft(inA.left() + 1);
                    inB.setLeft(inB.left() + 1);
                    b.onCommit(() -> {
                        both.atomically(() -> inA.setRight(1)); // another block, which is committed, too
                        throw new ConflictException("for a test");
                    });
                }))
                .hasMessage("for a test");
        assertThat(attempts).hasValue(1);
        assertThat(inA.left() + inB.left()).isEqualTo(2);
        assertThatThrownBy(() -> both.atomicallyRetrying(() -> {
                    attempts.incrementAndGet();
                    inB.setLeft(9);
                    a.onAbort(() -> {
                        throw new IllegalStateException("by the action");
                    });
                    throw new ConflictException("undone");
                }))
                .hasMessage("undone")
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(1));
        assertThat(attempts).hasValue(2);
        assertThat(inB.left()).isEqualTo(1);
    }

    @Test
    void insideAnotherBlockItIsAnInnerOne() {
        open();
        both.atomically(() -> {
            inA.setLeft(1);
            assertThatThrownBy(() -> both.atomicallyRetrying(() -> {
                        attempts.incrementAndGet();
                        inA.setLeft(2);
                        inB.setLeft(2);
                        throw new ConflictException("not tried again");
                    }))
                    .hasMessage("not tried again");
            assertThat(inB.left()).isZero();
        });
        assertThat(attempts).hasValue(1);
        both.atomicallyRetrying(() -> {
            a.atomicallyRetrying(() -> inA.setRight(inA.left()));
            both.atomicallyRetrying(() -> inB.setRight(inB.left() + 7));
            Heaps.of(b, a).atomically(() -> inB.setLeft(4));
        });
        assertThat(List.of(inA.left(), inA.right(), inB.left(), inB.right())).containsExactly(1L, 1L, 4L, 7L);
        assertThatThrownBy(() -> a.atomically(() -> both.atomicallyRetrying(attempts::incrementAndGet)))
                .isExactlyInstanceOf(FailureAtomicException.class)
                .hasMessageContaining("outermost");
        assertThatThrownBy(() -> a.atomicallyRetrying(() -> both.atomicallyRetrying(attempts::incrementAndGet)))
                .isExactlyInstanceOf(FailureAtomicException.class);
        assertThat(attempts).hasValue(1);
        Heaps.of(a, a).atomicallyRetrying(() -> inA.setLeft(5)); // one heap
        assertThat(inA.left()).isEqualTo(5);
        assertSound();
    }
}
