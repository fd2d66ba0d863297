package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.RecordedRun;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: whatever is done to what the record of an ended failure-atomic block still names (another block in
 * the same lease or in another one, a block that is undone, a plain store, a free, reuse of what it freed), by whatever
 * thread, a replay of the record undoes none of it. And each fence and write-back by which records die is needed.
 */
@Once
class UntruncatedRecordsCrashTest {
    private static final long SEED = Seeds.of("UntruncatedRecordsCrash");
    /** So many objects give a record that is too large to stay untruncated. */
    private static final int LARGE = 9;

    /** The operation whose write-backs are removed one at a time; of the others few would show anything new. */
    private static final int WRITTEN_BACK = 3;

    @TempDir
    Path folder;

    private interface Workload {
        void run(RecordedRun run) throws Exception;
    }

    private CrashMutants explore(String places, Workload workload) throws Exception {
        try (RecordedRun run =
                new RecordedRun(folder, UntruncatedRecordsCrashTest::setUp, UntruncatedRecordsCrashTest::show, heap -> {
                    heap.atomically(() -> heap.root().put("after", Node.of(1, 2)));
                    heap.root().remove("after");
                })) {
            try (Heap.Scope scope = run.heap().enter()) {
                assertThat(scope).isNotNull();
                run.heap().free(Node.of(0, 0)); // the allocator takes a batch of blocks, which it fences by itself
                Node warm = node(run, "x");
                run.heap().atomically(() -> warm.move(0)); // there are logs
                run.heap().atomically(() -> warm.move(0));
                run.begin();
                workload.run(run);
            }
            CrashImages images = run.images(SEED);
            assertThat(images.explore(Set.of(), Full.ON ? 1000 : 5))
                    .as("trace as recorded")
                    .isNull();
            CrashMutants mutants = run.mutants(
                            images, operation -> true, place -> place.startsWith("FENCE") && place.matches(places))
                    .and(run.mutants(
                            images,
                            operation -> Full.ON || operation == WRITTEN_BACK,
                            place -> place.startsWith("PWB") && place.matches(places)));
            System.out.println("crash points " + images.crashPoints() + ", images " + images.images() + ", " + mutants);
            return mutants;
        }
    }

    private static void setUp(Heap heap) {
        for (String name : new String[] {"x", "y", "z"}) {
            heap.root().put(name, Node.of(0, 100));
        }
        node(heap, "z").setNext(Node.of(7, 7));
        heap.root().put("row", new Row(0));
    }

    private static String show(Heap heap) {
        Map<String, String> roots = new TreeMap<>();
        for (String name : heap.root().names()) {
            Object found = heap.root().get(name);
            StringBuilder text = new StringBuilder();
            if (found instanceof Row row) {
                text.append(row.values());
            } else {
                for (Node node = (Node) found; node != null; node = node.next()) {
                    text.append('[').append(node.values()).append(']');
                }
            }
            roots.put(name, text.toString());
        }
        return roots.toString();
    }

    private static Node node(RecordedRun run, String name) {
        return node(run.heap(), name);
    }

    private static Node node(Heap heap, String name) {
        return heap.root().get(name, Node.class);
    }

    /** Runs an action in another thread, whose fences do not cover what this one wrote back. */
    private static void elsewhere(RecordedRun run, Runnable action) {
        Thread thread = new Thread(() -> {
            try (Heap.Scope scope = run.heap().enter()) {
                assertThat(scope).isNotNull();
                action.run();
            }
        });
        thread.start();
        Threads.join(thread);
    }

    /** Stores outside of blocks, durably. */
    private static void store(RecordedRun run, Node node, long value) {
        run.operation(() -> {
            node.setLeft(value);
            node.pwb();
            node.pfence();
        });
    }

    private static void move(RecordedRun run, Node... nodes) {
        run.operation(() -> run.heap().atomically(() -> {
            for (Node node : nodes) {
                node.move(1);
            }
        }));
    }

    @Test
    void blocksInOneLane() throws Exception {
        CrashMutants mutants = explore(".*(RedoLog.commit|RedoLog.writeBack).*", run -> {
            Node x = node(run, "x");
            Node y = node(run, "y");
            Row row = run.heap().root().get("row", Row.class);
            move(run, x);
            move(run, x, y);
            run.operation(() -> run.heap().atomically(() -> row.fill(1000))); // refers to its in-flight copy
            run.operation(() -> run.heap().atomically(() -> row.set(3, 7)));
            move(run, x);
            move(run, y);
        });
        mutants.requireNeeded(4, List.of());
    }

    @Test
    void blocksInTwoLanes() throws Exception {
        CrashMutants mutants = explore(".*Lane.erase.*", run -> {
            Node x = node(run, "x");
            Node y = node(run, "y");
            Row row = run.heap().root().get("row", Row.class);
            move(run, x);
            move(run, x, y);
            // nothing changes but y: this thread's lease is taken, so that another one has the record erased that names
            // x
            // and y, whereupon y is changed by a third one, before there is another fence of the second
            run.operation(() -> run.heap().atomically(() -> {
                row.set(0, 0);
                elsewhere(
                        run,
                        () -> run.heap().atomically(() -> {
                            x.setLeft(x.left());
                            elsewhere(run, () -> store(run, y, 55));
                        }));
            }));
            move(run, y);
            elsewhere(run, () -> move(run, y));
            move(run, x);
            move(run, x, y);
        });
        mutants.requireNeeded(4, List.of());
    }

    @Test
    void plainStoresAndFreesAfterwards() throws Exception {
        // a reference slot is fenced itself
        CrashMutants mutants = explore("(?!.*ReferenceSlots).*Lane.erase.*", run -> {
            Heap heap = run.heap();
            Node x = node(run, "x");
            Node z = node(run, "z");
            move(run, x);
            move(run, x, z);
            run.operation(() -> z.setLeft(z.left())); // has the records erased, also for x
            elsewhere(run, () -> store(run, x, 77));
            // becomes valid in a block, is freed outside; its block is used again
            run.operation(() -> heap.atomically(() -> heap.root().put("made", Node.of(1, 1))));
            run.operation(() -> {
                Node made = node(run, "made");
                heap.root().remove("made");
                heap.free(made);
            });
            run.operation(() -> heap.root().put("again", new Row(300)));
            // a root that is changed in a block, removed outside; its entry is used again
            run.operation(() -> heap.atomically(() -> heap.root().put("again", x)));
            run.operation(() -> heap.root().remove("again"));
            run.operation(() -> heap.root().put("more", Node.of(4, 4)));
            move(run, x);
            run.operation(() -> heap.root().put("more", z));
            elsewhere(run, () -> store(run, x, 99));
        });
        mutants.requireNeeded(1, List.of());
    }

    @Test
    void blocksThatAreUndone() throws Exception {
        explore("none", run -> {
            Heap heap = run.heap();
            Node x = node(run, "x");
            move(run, x);
            run.operation(() -> {
                assertThatThrownBy(() -> heap.atomically(() -> {
                            x.move(5);
                            throw new IllegalStateException("undone");
                        }))
                        .hasMessage("undone");
            });
            elsewhere(run, () -> store(run, x, 77));
            move(run, x);
            elsewhere(run, () -> move(run, x));
            move(run, x);
        });
    }

    @Test
    void whatABlockFreesIsUsedAgain() throws Exception {
        explore("none", run -> {
            Heap heap = run.heap();
            Node x = node(run, "x");
            Node z = node(run, "z");
            run.operation(() -> heap.atomically(() -> {
                Node old = z.next();
                z.setNext(null);
                heap.free(old);
            }));
            for (int i = 0; i < 3; i++) {
                int number = i;
                move(run, x);
                run.operation(() -> heap.root().put("row" + number, new Row(100 * number)));
                run.operation(() -> heap.atomically(() -> {
                    Node old = z.next();
                    z.setNext(Node.of(number, number));
                    if (old != null) {
                        heap.free(old);
                    }
                }));
            }
        });
    }

    @Test
    void recordsTooLargeToStayUntruncated() throws Exception {
        CrashMutants mutants = explore("FENCE.*Lane.*", run -> {
            Heap heap = run.heap();
            Node x = node(run, "x");
            Node[] many = new Node[LARGE];
            run.operation(() -> heap.atomically(() -> {
                for (int i = 0; i < LARGE; i++) {
                    many[i] = Node.of(i, i);
                    heap.root().put("n" + (char) ('a' + i), many[i]);
                }
            }));
            move(run, x, many[0]);
            move(run, many);
            elsewhere(run, () -> store(run, x, 77));
            elsewhere(run, () -> store(run, many[1], 88));
        });
        mutants.requireNeeded(1, List.of());
    }
}
