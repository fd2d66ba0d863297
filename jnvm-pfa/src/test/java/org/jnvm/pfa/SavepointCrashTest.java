package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.RecordedRun;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crashes in blocks that are logged as copies, and in those of which inner blocks were undone: all of it or nothing. */
@Once
class SavepointCrashTest {
    private static final long SEED = Seeds.of("SavepointCrash");
    private static final int LENGTH = 50; // two blocks

    @TempDir
    Path folder;

    @Test
    void noImageHasHalfABlockAndEachWriteBackIsNeeded() throws Exception {
        try (RecordedRun run = new RecordedRun(
                folder, SavepointCrashTest::setUp, SavepointCrashTest::show, SavepointCrashTest::goOn)) {
            try (Heap.Scope scope = run.heap().enter()) {
                assertThat(scope).isNotNull();
                run.heap().free(Node.of(0, 0)); // lets the allocator take a batch of blocks, which it fences
                run.begin();
                workload(run);
            }
            CrashImages images = run.images(SEED);
            assertThat(images.explore(Set.of(), Full.ON ? 1000 : 30))
                    .as("trace as recorded")
                    .isNull();
            // what commits write back of the record before is UntruncatedRecordsCrashTest's
            CrashMutants mutants = run.mutants(images, op -> true, place -> !place.contains("Log.writeBack:"));
            System.out.println("crash points " + images.crashPoints() + ", images " + images.images() + ", " + mutants);
            // only a scan takes what is in a copy for headers: see CoreMutantsTest
            mutants.requireNeeded(1, List.of(Pattern.compile("(FENCE|PWB 0) BlockShapes.makeInterior:.*")));
        }
    }

    private static void setUp(Heap heap) {
        Longs longs = new Longs(LENGTH);
        longs.write(0, LongStream.range(0, LENGTH).toArray());
        heap.root().put("longs", longs);
        heap.root().put("node", Node.of(0, 0));
    }

    private static void workload(RecordedRun run) {
        Heap heap = run.heap();
        Longs longs = heap.root().get("longs", Longs.class);
        Node node = heap.root().get("node", Node.class);
        for (int i = 1; i <= 3; i++) {
            long base = 1000L * i;
            run.operation(() -> heap.atomically(() -> {
                longs.write(0, LongStream.range(base, base + LENGTH).toArray());
                node.move(1);
                try {
                    heap.atomically(() -> {
                        longs.write(0, new long[LENGTH]);
                        node.move(100);
                        node.setNext(Node.of(5, 5));
                        heap.root().put("undone", node.next());
                        throw new IllegalStateException("on purpose");
                    });
                } catch (IllegalStateException expected) {
                    node.setNext(Node.of(base, base)); // where the undone one was, maybe
                }
            }));
        }
    }

    private static String show(Heap shown) {
        TreeMap<String, String> roots = new TreeMap<>();
        for (String name : shown.root().names()) {
            Object root = shown.root().get(name);
            if (root instanceof Longs longs) {
                roots.put(name, Arrays.toString(longs.all()));
            } else {
                Node node = (Node) root;
                roots.put(
                        name,
                        node.values()
                                + (node.next() == null ? "" : " " + node.next().values()));
            }
        }
        return roots.toString();
    }

    private static void goOn(Heap heap) {
        heap.atomically(() -> heap.root().put("after", Node.of(1, 2)));
        heap.root().remove("after");
    }
}
