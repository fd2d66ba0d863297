package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jnvm.ConflictException;
import org.jnvm.FailureAtomicAction;
import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.HeapStats;
import org.jnvm.JNVM;
import org.jnvm.StaleObjectException;
import org.jnvm.runtime.Transactions;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Person;
import org.jnvm.testing.TestHeap;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code Heap.atomicallyRetrying}: what it loses, how long it tries, what its attempts leave. */
@HeapTest
class RetryingBlockTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 500;

    private final TestHeap test;
    private final Elsewhere elsewhere = new Elsewhere();
    private final AtomicInteger attempts = new AtomicInteger();
    private Heap heap;
    private Node node;

    RetryingBlockTest(TestHeap test) {
        this.test = test;
        heap = test.create(4 << 20);
        node = Node.of(0, 0);
        heap.root().put("n", node);
    }

    private void reopen(HeapOptions options) {
        heap = test.reopen(options);
        node = heap.root().get("n", Node.class);
    }

    @AfterEach
    void close() {
        elsewhere.close();
    }

    /** Runs something in several threads at once, many times. */
    private static void inThreads(FailureAtomicAction<Exception> work) {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        List<Future<Void>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            all.add(threads.submit(() -> {
                barrier.await();
                for (int round = 0; round < ROUNDS; round++) {
                    work.run();
                }
                return null;
            }));
        }
        all.forEach(Elsewhere::get);
        threads.shutdown();
    }

    // ---- nothing is lost

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCounterLosesNothing(boolean checked) {
        if (checked) {
            reopen(HeapOptions.defaults().checked(true));
        }
        inThreads(() -> heap.atomicallyRetrying(() -> node.setLeft(node.left() + 1)));
        assertThat(node.left()).isEqualTo(THREADS * ROUNDS);
    }

    @Test
    void smallObjectsInOneSlabLoseNothing() {
        Small[] smalls = new Small[8];
        for (int i = 0; i < smalls.length; i++) {
            smalls[i] = new Small(0, 0);
            heap.root().put("s" + i, smalls[i]);
        }
        AtomicInteger next = new AtomicInteger();
        inThreads(() -> {
            Small one = smalls[next.incrementAndGet() % smalls.length];
            Small other = smalls[(next.get() + 3) % smalls.length];
            heap.atomicallyRetrying(() -> {
                one.setLeft(one.left() + 1);
                other.setRight(other.right() - 1);
            });
        });
        long left = 0;
        long right = 0;
        for (Small small : smalls) {
            left += small.left();
            right += small.right();
        }
        assertThat(left).isEqualTo(THREADS * ROUNDS);
        assertThat(right).isEqualTo(-THREADS * ROUNDS);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 1000})
    void elementsOfArraysLoseNothing(int length) {
        Longs longs = new Longs(length);
        heap.root().put("l", longs);
        inThreads(() -> heap.atomicallyRetrying(() -> {
            longs.set(length - 1, longs.get(length - 1) + 1);
            long[] both = longs.read(0, 2);
            longs.write(0, both[0] + 1, both[1] + 2);
        }));
        assertThat(longs.get(length - 1)).isEqualTo(THREADS * ROUNDS);
        assertThat(longs.get(0)).isEqualTo(THREADS * ROUNDS);
        assertThat(longs.get(1)).isEqualTo(2 * THREADS * ROUNDS);
    }

    @Test
    void aRootLosesNothing() {
        inThreads(() -> heap.atomicallyRetrying(() -> {
            Node before = (Node) heap.root().get("n");
            heap.root().put("n", Node.of(before.left() + 1, 0));
            heap.free(before);
        }));
        assertThat(((Node) heap.root().get("n")).left()).isEqualTo(THREADS * ROUNDS);
        assertThat(heap.check().isSound()).isTrue();
    }

    @Test
    void valuesThatFieldsOwnLoseNothing() {
        Person person = new Person("0");
        heap.root().put("p", person);
        person.setAge(0L);
        inThreads(() -> heap.atomicallyRetrying(() -> {
            person.setAge(person.age() + 1);
            person.setName(String.valueOf(Long.parseLong(person.name()) + 1));
        }));
        assertThat(person.age()).isEqualTo(THREADS * ROUNDS);
        assertThat(person.name()).isEqualTo(String.valueOf(THREADS * ROUNDS));
        heap.atomicallyRetrying(() -> {
            assertThat(person.age()).isEqualTo(THREADS * ROUNDS);
            assertThat(elsewhere.run(() -> heap.atomically(() -> person.setAge(1L))))
                    .as("refused, though it changes a box and no field")
                    .isExactlyInstanceOf(ConflictException.class);
        });
        assertThat(heap.check().isSound()).isTrue();
    }

    /** Each locks its first account before its second: blocks wait for each other in circles. */
    @Test
    void transfersInAnyOrderKeepTheSum() {
        Node[] accounts = new Node[5];
        for (int i = 0; i < accounts.length; i++) {
            accounts[i] = Node.of(100, 0);
            heap.root().put("a" + i, accounts[i]);
        }
        AtomicInteger seed = new AtomicInteger();
        inThreads(() -> {
            int number = seed.incrementAndGet();
            Node from = accounts[number % 5];
            Node to = accounts[(number * 7 / 5 + 1) % 5];
            heap.atomicallyRetrying(() -> {
                from.setLeft(from.left() - 1);
                to.setLeft(to.left() + 1);
            });
            long sum = heap.atomicallyRetrying(() -> {
                long all = 0;
                for (Node account : accounts) {
                    all += account.left();
                }
                return all;
            });
            assertThat(sum).isEqualTo(500);
        });
    }

    @Test
    void aDeadlockEnds() throws Exception {
        Node other = Node.of(0, 0);
        heap.root().put("o", other);
        CyclicBarrier bothHaveOne = new CyclicBarrier(2);
        Future<Void> there = elsewhere.begin(() -> {
            lockBoth(other, node, bothHaveOne);
            return null;
        });
        lockBoth(node, other, bothHaveOne);
        Elsewhere.get(there);
        assertThat(node.left()).isEqualTo(2);
        assertThat(other.left()).isEqualTo(2);
        assertThat(attempts.get()).isGreaterThan(2);
        HeapStats stats = heap.stats();
        assertThat(stats.faRetries()).isEqualTo(attempts.get() - 2);
        assertThat(stats.faAborts()).isEqualTo(stats.faRetries());
        assertThat(stats.toString()).contains("retries=" + stats.faRetries());
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
        heap.atomicallyRetrying(action);
    }

    // ---- waiting for others

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void waitsForABlockThatIsRefusedItself(boolean aborted) {
        CountDownLatch runs = new CountDownLatch(1);
        List<Future<Long>> begun = new ArrayList<>();
        Throwable thrown = Elsewhere.thrownBy(() -> heap.atomically(() -> {
            node.setLeft(5);
            begun.add(elsewhere.begin(() -> heap.atomicallyRetrying(() -> {
                runs.countDown();
                node.setLeft(node.left() + 1);
                return node.left();
            })));
            Elsewhere.await(runs);
            if (aborted) {
                throw new IllegalStateException("on purpose");
            }
        }));
        assertThat(thrown != null).isEqualTo(aborted);
        assertThat(Elsewhere.get(begun.get(0))).isEqualTo(aborted ? 1 : 6);
        assertThat(node.left()).isEqualTo(aborted ? 1 : 6);
    }

    @Test
    void aBlockThatItsThreadLeftOpenIsUndone() {
        Thread thread = new Thread(() -> {
            Transactions.faStart(node);
            node.setLeft(5);
        });
        thread.start();
        Threads.join(thread);
        assertThat(heap.<Long, RuntimeException>atomicallyRetrying(() -> {
                    node.setLeft(node.left() + 1);
                    return node.left();
                }))
                .isEqualTo(1);
    }

    @Test
    void whatWasFreedMeanwhileIsRefused() {
        reopen(HeapOptions.defaults().checked(true));
        Node second = heap.root().get("n", Node.class);
        CountDownLatch runs = new CountDownLatch(1);
        Future<Throwable> waiting = heap.atomically(() -> {
            heap.root().remove("n");
            heap.free(node);
            Future<Throwable> begun = elsewhere.begin(() -> Elsewhere.thrownBy(() -> heap.atomicallyRetrying(() -> {
                runs.countDown();
                second.setLeft(9);
            })));
            Elsewhere.await(runs);
            return begun;
        });
        assertThat(Elsewhere.get(waiting)).isExactlyInstanceOf(StaleObjectException.class);
    }

    @Test
    void aReadIsLockedAlsoWhenTheInnerBlockThatReadIsUndone() {
        heap.atomicallyRetrying(() -> {
            long[] read = new long[1];
            assertThatThrownBy(() -> heap.atomically(() -> {
                        read[0] = node.left();
                        throw new IllegalStateException("on purpose");
                    }))
                    .isExactlyInstanceOf(IllegalStateException.class);
            assertThat(elsewhere.run(() -> heap.atomically(() -> node.setLeft(1))))
                    .isExactlyInstanceOf(ConflictException.class);
            node.setRight(read[0] + 1); // locked, though it is not known any more that it was read
            node.setLeft(2);
        });
        assertThat(node.right()).isEqualTo(1);
        assertThat(elsewhere.run(() -> heap.atomically(() -> node.setLeft(1)))).isNull();
    }

    @Test
    void blocksThatAreNotRetriedLockNoReadsAfterwards() {
        heap.atomicallyRetrying(node::left);
        heap.atomically(() -> {
            assertThat(node.left()).isZero();
            assertThat(elsewhere.run(() -> heap.atomically(() -> node.setLeft(1))))
                    .isNull();
            assertThat(node.left()).isEqualTo(1);
        });
    }

    @Test
    void aFullStackLeavesNoLock() {
        Node[] nodes = new Node[200];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = Node.of(0, 0);
            heap.root().put("f" + i, nodes[i]);
        }
        for (int round = 0; round < 20; round++) {
            assertThatThrownBy(() -> heap.atomicallyRetrying(() -> recurse(nodes, 0)))
                    .isInstanceOf(StackOverflowError.class);
        }
        assertThat(elsewhere.run(() -> heap.atomically(() -> {
                    for (Node each : nodes) {
                        assertThat(each.left()).isZero();
                        each.setLeft(1);
                    }
                })))
                .isNull();
    }

    private static long recurse(Node[] nodes, int depth) {
        Node next = nodes[depth % nodes.length];
        long read = next.left();
        next.setRight(depth);
        return read + recurse(nodes, depth + 1) + 1;
    }

    // ---- how long

    @Test
    void saysWhatItDidWhenItsTimeIsOver() {
        reopen(HeapOptions.defaults().conflictTimeout(Duration.ofMillis(20)));
        heap.atomically(() -> {
            node.setLeft(1);
            assertThat(elsewhere.run(() -> heap.atomicallyRetrying(() -> node.setLeft(2))))
                    .isExactlyInstanceOf(ConflictException.class)
                    .hasMessageContaining("heap=" + heap.path())
                    .hasMessageMatching("(?s).*attempts=[1-9].*milliseconds=[2-9].*InBlock@0x.*")
                    .hasMessageContaining("HeapOptions.conflictTimeout")
                    .hasCauseExactlyInstanceOf(ConflictException.class);
        });
        assertThat(node.left()).isEqualTo(1);
        heap.atomicallyRetrying(() -> node.setLeft(3));
        assertThat(node.left()).isEqualTo(3);
    }

    @Test
    void withoutTimeThereIsOneAttempt() {
        reopen(HeapOptions.defaults().conflictTimeout(Duration.ZERO));
        heap.atomically(() -> {
            node.setLeft(1);
            assertThat(elsewhere.run(() -> heap.atomicallyRetrying(() -> {
                        attempts.incrementAndGet();
                        node.setLeft(2);
                    })))
                    .isExactlyInstanceOf(ConflictException.class)
                    .hasMessageContaining("attempts=1,");
        });
        assertThat(attempts).hasValue(1);
        assertThatThrownBy(() -> HeapOptions.defaults().conflictTimeout(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anInterruptedThreadWaitsForNothingAndStaysInterrupted() {
        heap.atomically(() -> {
            node.setLeft(1);
            assertThat(elsewhere.<Boolean>call(() -> {
                        assertThatThrownBy(() -> heap.atomicallyRetrying(() -> {
                                    attempts.incrementAndGet();
                                    Thread.currentThread().interrupt();
                                    node.setLeft(2);
                                }))
                                .isExactlyInstanceOf(ConflictException.class)
                                .hasMessageContaining("interrupted")
                                .hasMessageContaining("attempts=1,");
                        return Thread.interrupted();
                    }))
                    .isTrue();
        });
        assertThat(attempts).hasValue(1);
        assertThat(node.left()).isEqualTo(1);
    }

    @Test
    void anInterruptEndsTheWaiting() {
        CountDownLatch runs = new CountDownLatch(20); // it is among those that wait for their turn by then
        Throwable[] thrown = new Throwable[1];
        boolean[] interrupted = new boolean[1];
        Thread thread = new Thread(() -> {
            thrown[0] = Elsewhere.thrownBy(() -> heap.atomicallyRetrying(() -> {
                runs.countDown();
                node.setLeft(2);
            }));
            interrupted[0] = Thread.interrupted();
        });
        heap.atomically(() -> {
            node.setLeft(1);
            thread.start();
            Elsewhere.await(runs);
            thread.interrupt();
            Threads.join(thread);
        });
        assertThat(thrown[0]).isExactlyInstanceOf(ConflictException.class).hasMessageContaining("interrupted");
        assertThat(interrupted[0]).isTrue();
        assertThat(node.left()).isEqualTo(1);
    }

    // ---- nesting

    @Test
    void insideAnotherBlockItIsAnInnerOneAndWaitsForNothing() {
        heap.atomically(() -> {
            node.setLeft(1);
            assertThat(elsewhere.run(() -> heap.atomically(() -> {
                        assertThatThrownBy(() -> heap.atomicallyRetrying(() -> {
                                    attempts.incrementAndGet();
                                    node.setLeft(2);
                                }))
                                .isExactlyInstanceOf(ConflictException.class);
                        assertThat(JNVM.inFa()).isTrue();
                    })))
                    .isNull();
        });
        assertThat(attempts).hasValue(1);
        heap.atomicallyRetrying(() -> {
            node.setLeft(3);
            assertThatThrownBy(() -> heap.atomicallyRetrying(() -> {
                        node.setLeft(4);
                        throw new IllegalStateException("on purpose");
                    }))
                    .hasMessage("on purpose");
            heap.atomicallyRetrying(() -> node.setRight(node.left()));
        });
        assertThat(node.left()).isEqualTo(3);
        assertThat(node.right()).isEqualTo(3);
    }

    @Test
    void aBlockOfAnotherHeapIsRefusedAndNotTriedAgain() {
        Heap other = Heap.create(test.folder().resolve("other"), 1 << 20);
        try {
            assertThatThrownBy(() -> other.atomically(() -> heap.atomicallyRetrying(attempts::incrementAndGet)))
                    .isExactlyInstanceOf(FailureAtomicException.class);
            assertThatThrownBy(() -> heap.atomicallyRetrying(() -> {
                        attempts.incrementAndGet();
                        other.atomicallyRetrying(node::left);
                    }))
                    .isExactlyInstanceOf(FailureAtomicException.class);
        } finally {
            other.close();
        }
        assertThat(attempts).hasValue(1);
        assertThat(JNVM.inFa()).isFalse();
    }

    // ---- what leaves it

    @Test
    void theExceptionOfTheActionGoesOnAsItIsAndTheBlockIsUndone() {
        IOException thrown = new IOException("for a test");
        FailureAtomicAction<IOException> action = () -> {
            attempts.incrementAndGet();
            node.setLeft(5);
            throw thrown;
        };
        assertThatThrownBy(() -> heap.atomicallyRetrying(action)).isSameAs(thrown);
        assertThatThrownBy(() -> heap.atomicallyRetrying((FailureAtomicAction<RuntimeException>) null))
                .isInstanceOf(NullPointerException.class);
        assertThat(attempts).hasValue(1);
        assertThat(node.left()).isZero();
        assertThat(JNVM.inFa()).isFalse();
    }

    /** What has to be true of each attempt, without another thread: the program says by itself that there is a conflict. */
    @Test
    void anAttemptThatFailedLeavesNothing() {
        List<String> told = new ArrayList<>();
        long used = heap.stats().usedBlocks();
        heap.atomicallyRetrying(() -> {
            int attempt = attempts.incrementAndGet();
            assertThat(node.left()).isZero();
            assertThat(node.next()).isNull();
            heap.onAbort(() -> told.add("abort " + attempt));
            heap.onCommit(() -> told.add("commit " + attempt));
            node.setLeft(attempt);
            node.setNext(Node.of(attempt, attempt));
            heap.root().put("added", node);
            if (attempt < 12) {
                throw new ConflictException("for a test");
            }
        });
        assertThat(told).hasSize(12).startsWith("abort 1", "abort 2").endsWith("abort 11", "commit 12");
        assertThat(node.left()).isEqualTo(12);
        assertThat(node.next().left()).isEqualTo(12);
        assertThat(heap.stats().faRetries()).isEqualTo(11);
        assertThat(heap.stats().usedBlocks()).isLessThan(used + 8);
        assertThat(heap.check().isSound()).isTrue();
    }

    @Test
    void whatFailsAfterTheCommitIsNotTriedAgain() {
        assertThatThrownBy(() -> heap.atomicallyRetrying(() -> {
                    attempts.incrementAndGet();
                    node.setLeft(node.left() + 1);
                    heap.onCommit(() -> {
                        assertThatThrownBy(() -> heap.atomically(() -> {
                                    throw new IllegalStateException("undone");
                                }))
                                .hasMessage("undone");
                        throw new ConflictException("for a test");
                    });
                }))
                .hasMessage("for a test");
        assertThat(attempts).hasValue(1);
        assertThat(node.left()).isEqualTo(1);
    }

    @Test
    void whatAnAbortActionThrowsIsTold() {
        assertThatThrownBy(() -> heap.atomicallyRetrying(() -> {
                    attempts.incrementAndGet();
                    heap.onAbort(() -> {
                        throw new IllegalStateException("by the action");
                    });
                    throw new ConflictException("for a test");
                }))
                .hasMessage("for a test")
                .satisfies(thrown -> assertThat(thrown.getSuppressed())
                        .singleElement()
                        .satisfies(action -> assertThat(action).hasMessage("by the action")));
        assertThat(attempts).hasValue(1);
    }
}
