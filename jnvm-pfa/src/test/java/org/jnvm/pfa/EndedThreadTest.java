package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.HeapStats;
import org.jnvm.Recovery;
import org.jnvm.StaleObjectException;
import org.jnvm.runtime.Transactions;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** A block that a thread leaves open when it ends is aborted and reported; virtual threads. */
@HeapTest
class EndedThreadTest {
    private final TestHeap test;
    private Heap heap;
    private Node node;

    EndedThreadTest(TestHeap test) {
        this.test = test;
        heap = test.create(4 << 20, HeapOptions.defaults().closeTimeout(Duration.ofSeconds(20)));
        node = Node.of(0, 0);
        heap.root().put("n", node);
    }

    private final List<String> log = new ArrayList<>();
    private final Node[] made = new Node[1];

    /** Runs a thread that ends inside a block. */
    private void leaveABlockOpen() throws InterruptedException {
        Thread thread = new Thread(
                () -> {
                    try (Heap.Scope inner = heap.enter()) {
                        assertThat(inner).isNotNull();
                        Transactions.faStart(node);
                        node.move(1);
                        Transactions.faStart(node);
                        made[0] = Node.of(1, 1);
                        node.setNext(made[0]);
                        heap.root().put("made", made[0]);
                        heap.onAbort(() -> log.add("undone"));
                    }
                },
                "careless");
        thread.start();
        thread.join();
    }

    /** Runs an action and returns what it prints. */
    private static String printed(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private void assertAborted(String report, String noticed) {
        assertThat(report)
                .contains("WARN", "heap=" + heap.path(), "careless", "blocks written=", "noticed at=" + noticed)
                .hasLineCount(1);
        assertThat(node.values()).isIn("0,0,0,0", "1,1,-1,-1");
        assertThat(node.next()).isNull();
        assertThat(heap.root().names()).containsExactly("n");
        assertThat(log).containsExactly("undone");
        assertThatThrownBy(() -> made[0].left()).isInstanceOf(StaleObjectException.class);
        HeapStats stats = heap.stats();
        assertThat(stats.openFaBlocks()).isZero();
        assertThat(stats.faAborts()).isEqualTo(1);
        heap.atomically(() -> node.move(1));
    }

    @Test
    void noticedByAConflict() throws Exception {
        leaveABlockOpen();
        String report = printed(() -> heap.atomically(() -> node.move(1)));
        assertThat(node.values()).isEqualTo("1,1,-1,-1");
        assertAborted(report, "conflict");
    }

    @Test
    void noticedByAFree() throws Exception {
        leaveABlockOpen();
        Node second = heap.root().get("n", Node.class);
        heap.root().remove("n");
        String report = printed(() -> heap.free(second));
        assertThat(report).contains("noticed at=change of an object");
        node = Node.of(0, 0);
        heap.root().put("n", node);
        assertAborted(report, "change of an object");
    }

    @Test
    void noticedByStatistics() throws Exception {
        leaveABlockOpen();
        String report = printed(() -> assertThat(heap.stats().openFaBlocks()).isZero());
        assertAborted(report, "statistics");
    }

    @Test
    void noticedByOtherBlocksNowAndThen() throws Exception {
        leaveABlockOpen();
        String report = printed(() -> {
            for (int i = 0; i < 1024; i++) {
                heap.atomically(() -> {});
            }
        });
        assertAborted(report, "start");
    }

    @Test
    void noticedByClose() throws Exception {
        leaveABlockOpen();
        String report = printed(test::close);
        assertThat(report).contains("noticed at=close of the heap").hasLineCount(1);
        heap = test.reopen(HeapOptions.defaults().recovery(Recovery.FULL));
        node = heap.root().get("n", Node.class);
        assertThat(node.values()).isEqualTo("0,0,0,0");
        assertThat(heap.recovery().nullifiedReferences()).isZero();
    }

    /** The thread's counter in the gate must be its own: a thread that shares it would read past its in-flight copies. */
    @Test
    void whoNoticesKeepsItsOwnBlock() throws Exception {
        for (int i = 0; i < 70; i++) { // every place in the table of counters
            int round = i;
            leaveABlockOpen();
            Node mine = Node.of(round, round);
            heap.root().put("mine", mine);
            printed(() -> heap.atomically(() -> {
                mine.move(1);
                heap.stats(); // notices
                assertThat(mine.left()).isEqualTo(round + 1);
                assertThat(node.left()).isZero();
                mine.move(1);
            }));
            assertThat(mine.left()).isEqualTo(round + 2);
            heap.root().remove("mine");
            heap.free(mine);
        }
    }

    @Test
    void aLiveThreadKeepsItsBlock() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        Thread thread = new Thread(() -> heap.atomically(() -> {
            node.move(1);
            written.countDown();
            await(looked);
        }));
        thread.start();
        await(written);
        assertThat(heap.stats().openFaBlocks()).isEqualTo(1);
        assertThatThrownBy(() -> heap.atomically(() -> node.move(1))).isInstanceOf(FailureAtomicException.class);
        looked.countDown();
        thread.join();
        assertThat(node.left()).isEqualTo(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Some of the threads end inside their block; all yield to others in the middle. */
    @Test
    void thousandsOfThreadsLeaveNothingBehind() throws Exception {
        runThreads(action -> {
            Thread thread = new Thread(action);
            thread.start();
            return thread;
        });
    }

    @Test
    void thousandsOfVirtualThreadsLeaveNothingBehind() throws Exception {
        Method start;
        try {
            start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (NoSuchMethodException e) {
            Assumptions.abort("there are no virtual threads before JDK 21");
            return;
        }
        runThreads(action -> {
            try {
                return (Thread) start.invoke(null, action);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
    }

    private interface Starter {
        Thread start(Runnable action);
    }

    private void runThreads(Starter starter) throws InterruptedException {
        int objects = 50;
        int count = 4000;
        Node[] nodes = new Node[objects];
        for (int i = 0; i < objects; i++) {
            nodes[i] = Node.of(0, 0);
            heap.root().put("n" + i, nodes[i]);
        }
        AtomicInteger[] moved = new AtomicInteger[objects];
        AtomicInteger left = new AtomicInteger();
        for (int i = 0; i < objects; i++) {
            moved[i] = new AtomicInteger();
        }
        long used = heap.stats().usedBlocks();
        List<Thread> threads = new ArrayList<>();
        String report = printed(() -> {
            for (int t = 0; t < count; t++) {
                int number = t;
                Node mine = nodes[t % objects];
                threads.add(starter.start(() -> {
                    try {
                        heap.atomically(() -> {
                            mine.setNext(null); // claims it: from here on nobody else changes what is read
                            mine.move(1);
                            Thread.yield();
                            assertThat(mine.left()).isEqualTo(-mine.right());
                            mine.move(1);
                        });
                        moved[number % objects].addAndGet(2);
                    } catch (FailureAtomicException conflict) {
                        assertThat(conflict).hasMessageContaining("another thread");
                    }
                    if (number % 40 == 7) {
                        Transactions.faStart(mine);
                        try {
                            mine.setNext(null);
                            mine.move(1000);
                        } catch (FailureAtomicException conflict) {
                            assertThat(conflict).hasMessageContaining("another thread");
                        }
                        left.incrementAndGet();
                    }
                }));
            }
            for (Thread thread : threads) {
                Threads.join(thread);
            }
            assertThat(heap.stats().openFaBlocks()).isZero();
        });
        assertThat(report).hasLineCount(left.get());
        assertThat(left.get()).isEqualTo(count / 40);
        for (int i = 0; i < objects; i++) {
            assertThat(nodes[i].values()).isEqualTo(values(moved[i].get()));
        }
        heap.atomically(() -> nodes[0].move(1));
        // a pair of logs, of four blocks, for each block that was open at once: of each object one, and those that were
        // left
        assertThat(heap.stats().usedBlocks() - used).isLessThan(4L * (objects + left.get()));
    }

    private static String values(int moved) {
        return moved + "," + moved + "," + -moved + "," + -moved;
    }
}
