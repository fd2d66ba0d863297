package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashMutants.Kind;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.Test;

/**
 * Invariant checked: an object that one thread makes durable in a block to which another thread has just given a header is
 * there after a crash: the interior map says durably that the block has one before any thread gets the block, as a fence
 * covers the write-backs of its own thread only. Without that fence the object is lost.
 */
class BlockShapesMutantsTest {
    private static final int EXTENT_LONGS = 70;
    /** Threads whose ids differ by a multiple of this use the same of the allocator's layers. */
    private static final int MOST_LAYERS = 1024;

    private static CrashScenario scenario() {
        return CrashScenario.of(run -> {
                    Longs freed = run.heap().root().get("some", Longs.class);
                    run.heap().root().remove("some");
                    takeAll();
                    run.heap().free(freed);
                    run.operation("put", () -> {
                        Thread other = neighbour(run.heap(), () -> Node.of(1, 1));
                        other.start(); // gives all free blocks headers, and takes one
                        Threads.join(other);
                        run.heap().root().put("x", Node.of(2, 2));
                    });
                })
                .setUp(heap -> {
                    heap.root().put("x", Node.of(0, 0));
                    heap.root().put("some", new Longs(EXTENT_LONGS));
                    AllocatorCrashTest.fill(heap);
                })
                .state(heap -> heap.root().get("x", Node.class).values());
    }

    /** Makes objects, reachable from nothing, until the heap is full. */
    private static void takeAll() {
        try {
            while (true) {
                Node.of(0, 0);
            }
        } catch (HeapFullException e) {
            // as wanted
        }
    }

    /** Makes a thread that uses the layer of the calling one. */
    @SuppressWarnings("deprecation") // the other way to ask for an id came with JDK 19
    private static Thread neighbour(Heap heap, Runnable work) {
        Runnable task = () -> {
            try (Heap.Scope scope = heap.enter()) {
                work.run();
            }
        };
        Thread thread = new Thread(task);
        while ((thread.getId() - Thread.currentThread().getId()) % MOST_LAYERS != 0) {
            thread = new Thread(task);
        }
        return thread;
    }

    @Test
    void noImageLosesTheObject() {
        CrashExplorer.explore(scenario(), Engine.LAZY).requireGood();
    }

    @Test
    void withoutTheFenceItIsLost() {
        CrashMutants mutants = CrashExplorer.mutants(
                scenario(), Engine.DEVIATION, EnumSet.of(Kind.FENCE), place -> place.contains("BlockShapes.announce"));
        assertThat(mutants.places()).hasSize(1);
    }
}
