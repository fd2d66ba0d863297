package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Heaps;
import org.jnvm.JnvmException;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.testing.Full;
import org.jnvm.testing.LongRunning;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariant checked: after a crash at any moment of blocks over two heaps, each of them is there on both heaps or on none,
 * whichever is opened first, and also if the machine goes down again when only one was opened. And each fence of the commit that
 * is there for the other heap is needed for that.
 */
@Once
class JointCrashTest {
    private static final long SEED = Seeds.of("JointCrash");

    private static final String NOTHING = "nothing is lost";
    private static final int SHORT = 3;

    @TempDir
    Path folder;

    /** What both heaps show after 0, 1, 2… operations. */
    private final List<String> states = new ArrayList<>();

    private JointTrace trace;
    private int judged;
    /** Where images are opened, and closed, which forces them. */
    private Path memory;

    @BeforeEach
    void takeMemory() throws IOException {
        Path shared = Path.of("/dev/shm");
        memory = Files.isWritable(shared) ? Files.createTempDirectory(shared, "jnvm-joint") : folder;
    }

    @AfterEach
    void giveMemoryBack() throws IOException {
        if (!memory.equals(folder)) {
            try (Stream<Path> files = Files.walk(memory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** A few blocks that change a field on each heap, and one on one heap between them. */
    @Test
    void bothOrNeitherAndEachFenceBetweenTheHeapsIsNeeded() throws Exception {
        explore(SHORT, 0);
    }

    @LongRunning
    @Test
    void moreKindsOfBlocks() throws Exception {
        explore(Integer.MAX_VALUE, Full.ON ? 100 : 10);
    }

    private void explore(int operations, int randomImages) throws Exception {
        try (JointTrace recorded = new JointTrace()) {
            trace = recorded;
            record(operations);
            CrashImages images = new CrashImages(trace.trace(), this::judge, SEED);
            assertThat(images.explore(Set.of(), randomImages))
                    .as("trace as recorded")
                    .isNull();
            System.out.println("two heaps: crash points " + images.crashPoints() + ", images " + images.images());

            Map<String, String> lost = new TreeMap<>();
            for (Map.Entry<Integer, String> fence : trace.fences().entrySet()) {
                String place = fence.getValue();
                if (place.contains("Jointly")
                        && lost.getOrDefault(place, NOTHING).equals(NOTHING)) {
                    String wrong = images.explore(Set.of(fence.getKey()), 0);
                    lost.put(place, wrong == null ? NOTHING : wrong);
                }
            }
            System.out.println("two heaps: images with mutants " + images.images());
            lost.forEach((place, wrong) -> System.out.println("  without " + place + ": " + wrong));
            assertThat(lost.keySet())
                    .containsExactly(
                            "heap 0 RedoLog.commitJointly < Lane.writeJointly < Commit.writeJointly",
                            "heap 1 Lanes.psync < Lane.psyncJointly < JointCommit.commitLocked",
                            "heap 1 RedoLog.commitJointly < Lane.writeJointly < Commit.writeJointly");
            assertThat(lost.values()).doesNotContain(NOTHING);
        }
    }

    // ---- the run ----

    private void record(int most) throws IOException {
        Path a = folder.resolve("a.heap");
        Path b = folder.resolve("b.heap");
        for (Path file : List.of(a, b)) {
            try (Heap heap = Heap.create(file, 1 << 20);
                    Heap.Scope scope = heap.enter()) {
                heap.root().put("x", Node.of(0, 0));
                heap.root().put("y", Node.of(0, 0));
                heap.root().put("list", Node.of(0, 0));
            }
        }
        try (Heap first = Heap.open(a, HeapOptions.defaults().recorder(trace.of(0)));
                Heap second = Heap.open(b, HeapOptions.defaults().recorder(trace.of(1)))) {
            for (Heap heap : List.of(first, second)) {
                try (Heap.Scope scope = heap.enter()) {
                    heap.free(Node.of(0, 0)); // blocks are at hand then
                }
                heap.force();
            }
            states.add(show(first, second));
            List<Runnable> operations = operations(first, second);
            for (Runnable operation : operations.subList(0, Math.min(most, operations.size()))) {
                trace.operation(operation);
                states.add(show(first, second));
            }
        }
    }

    private static List<Runnable> operations(Heap a, Heap b) {
        Heaps both = Heaps.of(a, b);
        Node xa = a.root().get("x", Node.class);
        Node xb = b.root().get("x", Node.class);
        Node yb = b.root().get("y", Node.class);
        Runnable move = () -> both.atomically(() -> {
            xa.move(1);
            xb.move(-1);
        });
        return List.of(
                move,
                () -> b.atomically(() -> xb.move(-10)),
                move,
                () -> a.atomically(() -> xa.move(100)),
                () -> a.atomically(() -> xa.move(100)),
                move,
                // new objects, one freed, the second heap named first
                () -> Heaps.of(b, a).atomically(() -> {
                    grow(a, 1);
                    grow(b, 1);
                    b.free(yb);
                    b.root().remove("y");
                }),
                // large ones, without a checksum in the record
                () -> both.atomically(() -> {
                    grow(a, 8);
                    grow(b, 8);
                }),
                () -> xb.setLeft(xb.left()), // has records erased
                move,
                () -> a.root().put("r", a.root().get("x")));
    }

    private static void grow(Heap heap, int count) {
        Node list = heap.root().get("list", Node.class);
        try (Heap.Scope scope = heap.enter()) {
            for (int i = 0; i < count; i++) {
                Node made = Node.of(i + 1, 1);
                made.setNext(list.next());
                list.setNext(made);
            }
        }
    }

    // ---- the judgement ----

    private static String show(Heap a, Heap b) {
        return show(a) + show(b);
    }

    private static String show(Heap heap) {
        TreeMap<String, String> roots = new TreeMap<>();
        for (String name : heap.root().names()) {
            StringBuilder chain = new StringBuilder();
            for (Node node = heap.root().get(name, Node.class); node != null; node = node.next()) {
                chain.append('[').append(node.values()).append(']');
            }
            roots.put(name, chain.toString());
        }
        return roots.toString();
    }

    private String judge(byte[] image, int acknowledged, int started) {
        Path images = memory.resolve("images");
        Path again = memory.resolve("again");
        try {
            Files.createDirectories(images);
            Files.createDirectories(again);
            Files.write(images.resolve("a.heap"), Arrays.copyOf(image, trace.secondAt()));
            Files.write(images.resolve("b.heap"), Arrays.copyOfRange(image, trace.secondAt(), image.length));
            boolean firstFirst = judged++ % 2 == 0;
            boolean crashesAgain = judged % 4 < 2;
            Path opened = images.resolve(firstFirst ? "a.heap" : "b.heap");
            if (crashesAgain) { // what memory has of it, at once
                try (Heap heap = Heap.open(opened)) {
                    for (String name : List.of("a.heap", "b.heap")) {
                        Files.copy(images.resolve(name), again.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
            return judgeIn(crashesAgain ? again : images, crashesAgain != firstFirst, acknowledged, started);
        } catch (JnvmException e) {
            return e.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String judgeIn(Path where, boolean firstFirst, int acknowledged, int started) {
        List<String> names = firstFirst ? List.of("a.heap", "b.heap") : List.of("b.heap", "a.heap");
        try (Heap one = Heap.open(where.resolve(names.get(0)));
                Heap other = Heap.open(where.resolve(names.get(1)))) {
            Heap a = firstFirst ? one : other;
            Heap b = firstFirst ? other : one;
            String seen = show(a, b);
            if (!seen.equals(states.get(acknowledged)) && !seen.equals(states.get(started))) {
                return "recovered " + seen + ", expected " + states.get(acknowledged) + " or " + states.get(started);
            }
            Heaps.of(a, b).atomically(() -> {
                a.root().remove("list");
                b.root().remove("list");
            });
            return a.root().exists("list") || b.root().exists("list") ? "cannot go on" : null;
        }
    }
}
