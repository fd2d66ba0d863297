package org.jnvm.campaign.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.testing.Full;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Threads at work on a heap that grows meanwhile, which another thread interrupts all the time.
 *
 * <p>Invariants checked: operations go on as if nothing had happened, and leave the thread marked as interrupted; the
 * heap grows and closes all the same; the next opening finds everything.
 */
class InterruptStormTest {
    private static final int OPERATIONS = Full.ON ? 50_000 : 1500;
    private static final int THREADS = 4;
    private static final long SEED = 3;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(value = WorkName.class, names = "JOINT", mode = EnumSource.Mode.EXCLUDE) // it has two heaps
    void nothingIsLost(WorkName name) throws Exception {
        Path file = folder.resolve("a.heap");
        Work work = Work.of(name, SEED, THREADS, AuditTest::noOther);
        long[] done = new long[THREADS];
        try (Heap heap = Heap.create(file, 64 << 20);
                Heap.Scope scope = heap.enter()) {
            work.found(heap);
            work.attach(heap);
            storm(work, heap, done);
            Thread.currentThread().interrupt(); // the heap closes all the same
        }
        assertThat(Thread.interrupted()).isTrue();
        for (Recovery recovery : List.of(Recovery.AUTO, Recovery.FULL)) {
            try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(recovery))) {
                work.attach(heap);
                List<String> losses = new ArrayList<>();
                assertThat(work.audit(done, done, losses)).containsExactly(done);
                assertThat(losses).isEmpty();
                assertThat(heap.check().isSound()).isTrue();
            }
        }
    }

    private static void storm(Work work, Heap heap, long[] done) throws Exception {
        List<Thread> workers = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task);
            workers.add(thread);
            return thread;
        });
        List<Future<?>> ends = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            ends.add(executor.submit(() -> operate(work, heap, thread, done)));
        }
        AtomicBoolean over = new AtomicBoolean();
        Thread interrupter = new Thread(() -> {
            while (!over.get()) {
                workers.forEach(Thread::interrupt);
                Thread.yield();
            }
        });
        interrupter.start();
        try {
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            over.set(true);
            interrupter.join();
            executor.shutdownNow();
        }
    }

    private static void operate(Work work, Heap heap, int thread, long[] done) {
        try (Heap.Scope scope = heap.enter()) {
            for (long number = 1; number <= OPERATIONS; number++) {
                Thread.currentThread().interrupt();
                work.operate(thread, number);
                assertThat(Thread.interrupted()).as("still marked").isTrue();
                done[thread] = number;
            }
        }
    }
}
