package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jnvm.Collector;
import org.jnvm.Heap;
import org.jnvm.HeapCheck;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.PObject;
import org.jnvm.runtime.Epochs;
import org.jnvm.testing.Node;
import org.jnvm.testing.SmallNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recovery beside the program. It cannot end while a thread is in an epoch-protected section that began before: so a test decides what
 * happens meanwhile.
 */
class LateRecoveryTest {
    private static final HeapOptions COLLECTED = HeapOptions.defaults().collector(Collector.ON_DEMAND);
    private static final int LENGTH = 1000;

    @TempDir
    Path folder;

    private int crashes;

    /** What is done to a heap. */
    private interface Use {
        void of(Heap heap) throws Exception;
    }

    /** Returns what killing the process would leave. */
    private Path crashed(long maximum, Use use) throws Exception {
        Path file = folder.resolve("heap" + crashes);
        try (Heap heap = Heap.create(file, maximum, COLLECTED);
                Heap.Scope scope = heap.enter()) {
            use.of(heap);
            return copy(file);
        }
    }

    private Path copy(Path file) throws IOException {
        return Files.copy(file, folder.resolve("crash" + crashes++));
    }

    /** Opens a heap whose recovery does not end before something was done with it. */
    private static void meanwhile(Path file, Use use, Use afterwards) throws Exception {
        Epochs.enterRead();
        boolean inside = true;
        try (Heap heap = Heap.open(file, COLLECTED);
                Heap.Scope scope = heap.enter()) {
            assertThat(heap.recovery().skipped()).isFalse();
            assertThat(heap.recovery().liveObjects()).as("recovery goes on").isEqualTo(-1);
            use.of(heap);
            assertThat(heap.recovery().liveObjects()).isEqualTo(-1);
            Epochs.exitRead();
            inside = false;
            heap.collect(); // waits for it
            awaitReport(heap);
            afterwards.of(heap);
            assertThat(heap.check().count(HeapCheck.Severity.ERROR)).isZero();
        } finally {
            if (inside) {
                Epochs.exitRead();
            }
        }
    }

    private static void awaitReport(Heap heap) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (heap.recovery().liveObjects() < 0 && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        assertThat(heap.recovery().liveObjects()).isPositive();
    }

    private static SmallNode chain(int from, int count) {
        SmallNode first = null;
        for (int i = from + count - 1; i >= from; i--) {
            SmallNode node = new SmallNode(i);
            node.setNext(first);
            first = node;
        }
        return first;
    }

    private static void assertChain(SmallNode first, int from, int count) {
        SmallNode node = first;
        for (int i = from; i < from + count; i++) {
            assertThat(node.value()).isEqualTo(i);
            node = node.next();
        }
        assertThat(node).isNull();
    }

    private static SmallNode root(Heap heap, String name) {
        return heap.root().get(name, SmallNode.class);
    }

    /** As {@link #meanwhile}'s second part is long enough to use again whatever was freed by mistake. */
    private static void fill(Heap heap) {
        for (int i = 0; i < 20; i++) {
            chain(1_000_000, LENGTH);
        }
    }

    @Test
    void whatIsMovedOrMadeMeanwhileStays() throws Exception {
        Path crash = crashed(16 << 20, heap -> {
            heap.root().put("a", chain(0, LENGTH));
            heap.root().put("garbage", chain(5000, LENGTH));
            heap.root().remove("garbage");
        });
        meanwhile(
                crash,
                heap -> {
                    SmallNode a = root(heap, "a");
                    SmallNode rest = a.next().next();
                    a.next().setNext(null); // and then nothing but a variable leads to it
                    heap.root().put("new", chain(7000, LENGTH));
                    heap.root().put("b", rest);
                },
                heap -> {
                    assertThat(heap.recovery().freeBlocks()).isPositive();
                    fill(heap);
                    assertChain(root(heap, "a"), 0, 2);
                    assertChain(root(heap, "b"), 2, LENGTH - 2);
                    assertChain(root(heap, "new"), 7000, LENGTH);
                });
        try (Heap heap = Heap.open(crash, COLLECTED)) {
            assertThat(heap.recovery().skipped()).isTrue();
            assertChain(root(heap, "b"), 2, LENGTH - 2);
        }
    }

    @Test
    void whatIsFreedMeanwhileIsUsedAgainOnce() throws Exception {
        Path crash = crashed(16 << 20, heap -> {
            heap.root().put("a", chain(0, LENGTH));
            heap.root().put("large", new PByteArray(100_000));
        });
        meanwhile(
                crash,
                heap -> {
                    SmallNode a = root(heap, "a");
                    SmallNode next = a.next();
                    a.setNext(next.next());
                    heap.free(next);
                    Object large = heap.root().get("large");
                    heap.root().remove("large");
                    heap.free(large);
                    heap.root().put("new", chain(7000, LENGTH));
                },
                heap -> {
                    fill(heap);
                    assertChain(root(heap, "a").next(), 2, LENGTH - 2);
                    assertChain(root(heap, "new"), 7000, LENGTH);
                });
    }

    @Test
    void whatIsNotValidReadsAsNull() throws Exception {
        Path crash = crashed(16 << 20, heap -> {
            Node holder = new Node(1);
            heap.root().put("holder", holder);
            PHashMap<PString, Node> map = new PHashMap<>();
            heap.root().put("map", map);
            Node inMap = new Node(2);
            map.put(new PString("key"), inMap);
            ((PObject) inMap).invalidate();
            Node lost = new Node(3);
            holder.setNext(lost);
            lost.invalidate();
        });
        Use isNull = heap -> {
            assertThat(heap.root().get("holder", Node.class).next()).isNull();
            assertThat(((PHashMap<?, ?>) heap.root().get("map")).get("key")).isNull();
        };
        meanwhile(
                crash,
                heap -> {
                    isNull.of(heap);
                    Node made = new Node(4);
                    heap.root().get("holder", Node.class).setOther(made);
                },
                heap -> {
                    isNull.of(heap);
                    fill(heap);
                    isNull.of(heap);
                    assertThat(heap.recovery().nullifiedReferences()).isEqualTo(2);
                    Node holder = heap.root().get("holder", Node.class);
                    assertThat(((Node) holder.other()).value()).isEqualTo(4);
                });
        try (Heap heap = Heap.open(crash)) {
            assertThat(heap.recovery().skipped()).isTrue();
            isNull.of(heap);
            assertThat(heap.check().isSound()).isTrue();
        }
    }

    @Test
    void whoNeedsMemoryWaitsForIt() throws Exception {
        Path crash = crashed(4 << 20, heap -> {
            heap.root().put("a", chain(0, LENGTH));
            heap.root().put("garbage", new PByteArray(3 << 20));
            heap.root().remove("garbage");
        });
        AtomicReference<FutureTask<Void>> task = new AtomicReference<>();
        meanwhile(
                crash,
                heap -> {
                    task.set(new FutureTask<>(() -> {
                        try (Heap.Scope scope = heap.enter()) {
                            heap.root().put("new", new PByteArray(2 << 20));
                        }
                        return null;
                    }));
                    new Thread(task.get(), "allocating").start();
                },
                heap -> {
                    task.get().get(60, TimeUnit.SECONDS);
                    assertThat(heap.root().get("new", PByteArray.class).length())
                            .isEqualTo(2 << 20);
                    assertChain(root(heap, "a"), 0, LENGTH);
                });
    }

    @Test
    void closedInTheMiddleThePassRunsNextTime() throws Exception {
        Path crash = crashed(16 << 20, heap -> heap.root().put("a", chain(0, LENGTH)));
        FutureTask<Void> section = new FutureTask<>(() -> {
            Epochs.enterRead();
            try (Heap heap = Heap.open(crash, COLLECTED.closeTimeout(Duration.ofMillis(100)))) {
                heap.root().put("b", heap.root().get("a"));
            } finally {
                Epochs.exitRead();
            }
            return null;
        });
        Thread thread = new Thread(section, "closing");
        thread.start();
        section.get(60, TimeUnit.SECONDS);
        try (Heap heap = Heap.open(crash, COLLECTED)) {
            assertThat(heap.recovery().skipped()).isFalse();
            awaitReport(heap);
            assertChain(root(heap, "b"), 0, LENGTH);
        }
    }

    @Test
    void openingWaitsForClassesThatRecover() throws Exception {
        Path crash =
                crashed(16 << 20, heap -> heap.root().put("steward", new Steward(new PHashMap<PString, SmallNode>())));
        Epochs.enterRead();
        try (Heap heap = Heap.open(crash, COLLECTED)) {
            assertThat(heap.recovery().liveObjects()).isPositive();
        } finally {
            Epochs.exitRead();
        }
    }

    /** Makes the class of the object unknown that has a value. */
    private static void damage(Path file, long value) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        while (words.getLong(at) != value) {
            at += Long.BYTES;
        }
        int header = at - 3 * Long.BYTES;
        long classBits = 0x7FFFL << 49;
        words.putLong(header, words.getLong(header) & ~classBits | 30_000L << 49);
        Files.write(file, bytes);
    }

    @Test
    void damageDoesNotStopTheProgram() throws Exception {
        long value = 0x1234_5678_9ABC_DEF1L;
        Path crash = crashed(16 << 20, heap -> {
            heap.root().put("a", chain(0, LENGTH));
            Node holder = new Node(1);
            holder.setOther(new SmallNode(value));
            heap.root().put("damaged", holder);
        });
        damage(crash, value);
        try (Heap heap = Heap.open(crash, COLLECTED);
                Heap.Scope scope = heap.enter()) {
            assertThatThrownBy(heap::collect)
                    .isInstanceOf(HeapFormatException.class)
                    .hasMessageContaining("UNKNOWN_CLASS");
            assertThat(heap.recovery().liveObjects()).isEqualTo(-1);
            SmallNode a = root(heap, "a");
            for (int i = 0; i < LENGTH / 2; i++) { // what is freed must not be used for what would read as null
                SmallNode next = a.next();
                a.setNext(next.next());
                heap.free(next);
                SmallNode made = new SmallNode(-i);
                heap.root().put("made", made);
                assertThat(root(heap, "made").value()).isEqualTo(-i);
            }
            assertChain(a.next(), 1 + LENGTH / 2, LENGTH - 1 - LENGTH / 2);
        }
        assertThatThrownBy(() -> Heap.open(crash, COLLECTED)).isInstanceOf(HeapFormatException.class);
    }
}
