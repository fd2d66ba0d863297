package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.RecordedRun;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: after a crash at any moment, every acknowledged failure-atomic block and {@code RootMap.put} is
 * there, and the one in flight is there as a whole or not at all. And each fence and each write-back of the commit and
 * of {@code RootMap.put} is needed for that: without it there is a legal crash image that loses data.
 *
 * <p>The workload runs once on a recorded heap; crash images are built from the trace and opened as heaps.
 */
@Once
class PersistOrderMutantsTest {
    private static final long SEED = Seeds.of("PersistOrderMutants");
    /** So many objects give more entries than the master block of a log holds: four for each. */
    private static final int MANY = 4;
    /** Number of the operation whose write-backs are the program's, not the framework's. */
    private static final int LAST_OPERATION = 12;

    @TempDir
    Path folder;

    @Test
    void noImageLosesDataAndEachFenceAndWriteBackIsNeeded() throws Exception {
        try (RecordedRun run = new RecordedRun(
                folder, PersistOrderMutantsTest::setUp, PersistOrderMutantsTest::show, PersistOrderMutantsTest::goOn)) {
            try (Heap.Scope scope = run.heap().enter()) {
                heapWithBlocksAtHand(run.heap());
                run.begin();
                workload(run);
            }
            assertThat(new HashSet<>(run.states())).as("distinct states").hasSizeGreaterThan(8);

            CrashImages images = run.images(SEED);
            assertThat(images.explore(Set.of(), Full.ON ? 1000 : 30))
                    .as("trace as recorded")
                    .isNull();
            System.out.println("crash points " + images.crashPoints() + ", images " + images.images());

            CrashMutants mutants = run.mutants(images, op -> op != LAST_OPERATION, place -> true);
            System.out.println(mutants + ", images with mutants " + images.images());
            mutants.requireNeeded(21, List.of());
        }
    }

    /** Lets the allocator take a batch of blocks, which it fences by itself. */
    private static void heapWithBlocksAtHand(Heap heap) {
        heap.free(Node.of(0, 0));
    }

    private static void setUp(Heap heap) {
        heap.root().put("x", Node.of(0, 100));
        heap.root().put("y", Node.of(0, 200));
        heap.root().put("r", Node.of(1, 1));
        for (int i = 0; i < MANY; i++) {
            heap.root().put("many" + i, Node.of(0, i));
        }
        heap.root().get("y", Node.class).setNext(Node.of(7, 7));
    }

    private static void workload(RecordedRun run) throws InterruptedException {
        Heap heap = run.heap();
        Node x = heap.root().get("x", Node.class);
        Node y = heap.root().get("y", Node.class);
        Node z = y.next();
        Runnable both = () -> {
            x.move(10);
            y.move(20);
        };
        run.operation(() -> heap.atomically(both));
        run.operation(() -> heap.atomically(() -> {
            both.run();
            x.setNext(Node.of(3, 4));
        }));
        run.operation(() -> {
            Node before = Node.of(5, 6);
            before.setNext(Node.of(8, 9));
            heap.atomically(() -> {
                both.run();
                x.setNext(before);
            });
        });
        // y.next still refers to z: the reference must not come back to life
        run.operation(() -> heap.atomically(() -> {
            both.run();
            heap.free(z);
        }));
        run.operation(() -> heap.atomically(() -> {
            both.run();
            heap.root().put("r", Node.of(11, 12));
        }));
        run.operation(() -> heap.root().put("r", Node.of(13, 14)));
        run.operation(() -> heap.root().put("s", Node.of(15, 16)));
        run.operation(() -> heap.root().put("s", x));
        run.operation(() -> heap.atomically(() -> {
            for (int i = 0; i < MANY; i++) {
                heap.root().get("many" + i, Node.class).move(1);
            }
        }));
        run.operation(() -> heap.atomically(both));
        // a write to y past the log has all records erased; then one to x, by another thread, with one fence: it does
        // not
        // cover the thread that had them erased, so that a replay would undo this write
        run.operation(() -> y.setLeft(y.left()));
        Thread other = new Thread(() -> run.operation(() -> {
            x.setLeft(77);
            x.pwb();
            x.pfence();
        }));
        other.start();
        other.join();
    }

    /** Shows what is reachable, as a reopened heap would: references to freed objects are null. */
    static String show(Heap shown) {
        TreeMap<String, String> roots = new TreeMap<>();
        for (String name : shown.root().names()) {
            StringBuilder chain = new StringBuilder();
            for (Node node = shown.root().get(name, Node.class); node != null; node = next(node)) {
                chain.append('[').append(node.values()).append(']');
            }
            roots.put(name, chain.toString());
        }
        return roots.toString();
    }

    private static Node next(Node node) {
        try {
            return node.next();
        } catch (StaleObjectException e) {
            return null; // freed while it is referenced, as one operation of the workload does
        }
    }

    private static void goOn(Heap heap) {
        heap.atomically(() -> heap.root().put("after", Node.of(1, 2)));
        heap.root().remove("after");
    }
}
