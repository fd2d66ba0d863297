package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;
import org.jnvm.Heap;
import org.jnvm.Heaps;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.epoch.ThreadRecord;
import org.jnvm.internal.epoch.ThreadTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What threads that have begun something do while a heap is frozen: it is what a crash would leave, and stays so. */
@Timeout(60)
class FrozenHeapTest {
    @TempDir
    Path folder;

    private final CountDownLatch written = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private Heap heap;
    private Node node;

    @BeforeEach
    void open() {
        heap = Heap.create(folder.resolve("a.heap"), 1 << 20);
        node = node(heap);
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private static Node node(Heap heap) {
        try (Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            heap.root().put("node", Node.of(1, 1));
        }
        return heap.root().get("node", Node.class);
    }

    /** Does something while a heap is frozen, as a backup does it. */
    static void freeze(Heap heap, Runnable action) throws Exception {
        Object core = invoke(heap, "core");
        Object freezer = invoke(core, "freezer");
        freezer.getClass()
                .getMethod("frozen", Duration.class, Runnable.class)
                .invoke(freezer, Duration.ofSeconds(30), action);
    }

    private static Object invoke(Object target, String name) throws Exception {
        Method method = target.getClass().getDeclaredMethod(name);
        method.setAccessible(true);
        return method.invoke(target);
    }

    /** Returns when a thread waits; it must not end before. */
    static void awaitThatItWaits(Thread thread) {
        while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(thread.isAlive()).as("whether the thread waits").isTrue();
    }

    /** Lets a thread go on while a heap is frozen, until it waits: then something is as before; and another thing once the heap is thawed. */
    private void requireThatItWaits(Heap frozen, Runnable other, LongSupplier what, long after) throws Exception {
        long before = what.getAsLong();
        FutureTask<Void> task = new FutureTask<>(other, null);
        Thread thread = new Thread(task);
        thread.start();
        written.await();
        freeze(frozen, () -> {
            goOn.countDown();
            awaitThatItWaits(thread);
            assertThat(what.getAsLong()).isEqualTo(before);
        });
        task.get();
        assertThat(what.getAsLong()).isEqualTo(after);
    }

    private void pause() {
        written.countDown();
        while (goOn.getCount() > 0) { // so that it waits for nothing but the heap
            Thread.onSpinWait();
        }
    }

    @Test
    void aCommitWaits() throws Exception {
        requireThatItWaits(
                heap,
                () -> heap.atomically(() -> {
                    node.setLeft(2);
                    node.setRight(3);
                    pause();
                }),
                () -> 10 * node.left() + node.right(),
                23);
    }

    @Test
    void aCommitOverSeveralHeapsWaitsForEach() throws Exception {
        for (boolean first : new boolean[] {true, false}) {
            try (Heap second = Heap.create(folder.resolve(first + ".heap"), 1 << 20)) {
                Node there = node(second);
                FrozenHeapTest once = new FrozenHeapTest();
                once.requireThatItWaits(
                        first ? heap : second,
                        () -> Heaps.of(heap, second).atomically(() -> {
                            node.setLeft(node.left() + 1);
                            there.setLeft(2);
                            once.pause();
                        }),
                        () -> 10 * node.left() + there.left(),
                        first ? 22 : 32);
            }
        }
    }

    /** As if it had read the epoch, and been descheduled until the heap was frozen. */
    @Test
    void whatNotesAnEarlierEpochLateWaitsAllTheSame() throws Exception {
        VarHandle epoch = MethodHandles.privateLookupIn(ThreadRecord.class, MethodHandles.lookup())
                .findVarHandle(ThreadRecord.class, "epoch", long.class);
        requireThatItWaits(
                heap,
                () -> {
                    pause();
                    EpochSections.enter();
                    try (Heap.Scope scope = heap.enter()) {
                        assertThat(scope).isNotNull();
                        epoch.setVolatile(ThreadTable.current(), 1L);
                        heap.root().put("later", Node.of(0, 0));
                    } finally {
                        EpochSections.exit();
                    }
                },
                () -> heap.root().exists("later") ? 1 : 0,
                1);
    }
}
