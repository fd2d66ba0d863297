package org.jnvm.fuzz;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JNVM;
import org.jnvm.fuzz.Model.Difference;

/**
 * Threads that run one {@link AtomicBlock} or {@link AtomicPlain} after the other, until each has run so many or the process is killed:
 * {@code AtomicChild seed folder domain blocks}. Ends with 1 if what it read was not what it had written.
 */
final class AtomicChild {
    private final long seed;
    private final Path folder;
    private final int blocks;
    private final AtomicState state;
    private final Lock[] locks = new Lock[AtomicState.STRIPES];

    private AtomicChild(long seed, Path folder, int blocks, AtomicState state) {
        this.seed = seed;
        this.folder = folder;
        this.blocks = blocks;
        this.state = state;
        for (int stripe = 0; stripe < locks.length; stripe++) {
            locks[stripe] = new ReentrantLock();
        }
    }

    /** Returns the file of a thread's journal. */
    static Path journal(Path folder, int thread) {
        return folder.resolve("journal " + thread);
    }

    /** Runs the threads. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]);
        AtomicState state = AtomicState.load(folder.resolve("state"));
        JNVM.init(
                folder.resolve("stress.heap"),
                HeapOptions.defaults().maxBytes(AtomicState.HEAP_BYTES).domain(DurabilityDomain.valueOf(args[2])));
        Heap heap = JNVM.heap();
        state.compare(heap);
        new AtomicChild(Long.parseLong(args[0]), folder, Integer.parseInt(args[3]), state).run(heap);
        state.compare(heap);
        if (heap.stats().openFaBlocks() > 0) {
            throw new Difference("a block is open: " + heap.stats());
        }
        JNVM.close();
    }

    private void run(Heap heap) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < AtomicState.THREADS; thread++) {
            AtomicJournal journal = AtomicJournal.open(journal(folder, thread), blocks);
            int number = thread;
            Thread made = new Thread(() -> runThread(heap, number, journal), "worker " + thread);
            made.setUncaughtExceptionHandler((failed, e) -> {
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
            });
            threads.add(made);
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void runThread(Heap heap, int thread, AtomicJournal journal) {
        Random random = new Random(seed * AtomicState.THREADS + thread);
        try (Heap.Scope scope = heap.enter()) {
            for (int index = 0; index < blocks; index++) {
                long operation = random.nextLong();
                int[] stripes = random.ints(0, AtomicState.STRIPES)
                        .limit(AtomicPlain.isMeant(operation) ? 1 : 1 + random.nextInt(AtomicJournal.MOST_STRIPES))
                        .distinct()
                        .sorted()
                        .toArray();
                for (int stripe : stripes) {
                    locks[stripe].lock();
                }
                try {
                    run(heap, thread, journal, index, operation, stripes);
                } finally {
                    for (int stripe : stripes) {
                        locks[stripe].unlock();
                    }
                }
            }
        }
    }

    private void run(Heap heap, int thread, AtomicJournal journal, int index, long operation, int[] stripes) {
        long[] versions = new long[stripes.length];
        for (int i = 0; i < stripes.length; i++) {
            versions[i] = state.operations[stripes[i]];
        }
        long seq = state.begun[thread] + index + 1;
        journal.intend(index, seq, operation, stripes, versions);
        boolean committed = true;
        try {
            if (AtomicPlain.isMeant(operation)) {
                new AtomicPlain(state, thread, seq, operation, stripes[0]).run(heap);
            } else {
                committed = new AtomicBlock(state, heap, thread, seq, operation, stripes).run();
            }
            if (seq % 16 == 0) { // outside of any block
                Model.compare(state.stripes[stripes[0]], state.stripes[stripes[0]].proxy);
            }
        } catch (RuntimeException | Error e) {
            throw new AssertionError("thread " + thread + ", operation " + seq + ", its seed " + operation, e);
        }
        journal.acknowledge(index, committed);
        Thread.interrupted();
    }
}
