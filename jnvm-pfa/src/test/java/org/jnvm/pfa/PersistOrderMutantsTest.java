package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.crash.CrashImages;
import org.jnvm.crash.PersistTrace;
import org.jnvm.crash.PersistTrace.Event;
import org.jnvm.crash.PersistTrace.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: after a crash at any moment, every acknowledged failure-atomic block and {@code RootMap.put} is
 * there, and the one in flight is there as a whole or not at all. And each fence and each write-back of the commit and
 * of {@code RootMap.put} is needed for that: without it there is a legal crash image that loses data.
 *
 * <p>The workload runs once on a recorded heap; crash images are built from the trace and opened as heaps.
 */
class PersistOrderMutantsTest {
    private static final long SEED = Long.getLong("jnvm.seed", 20_261_121);
    /** More entries than the master block of a log holds. */
    private static final int MANY = 15;
    /** Number of the operation that changes so many objects. */
    private static final int MANY_OPERATION = 9;
    /** Number of the operation whose write-backs are the program's, not the framework's. */
    private static final int LAST_OPERATION = 11;

    private static final boolean FULL = Boolean.getBoolean("jnvm.test.full");
    private static final String SURVIVED = "";

    @TempDir
    Path folder;

    /** In memory where the system has such a folder: thousands of images are written. */
    private Path imageFile;

    private PersistTrace trace;
    private Heap heap;
    /** What a reopened heap shows after 0, 1, 2… acknowledged operations. */
    private final List<String> states = new ArrayList<>();

    private int opened;

    @BeforeEach
    void record() throws Exception {
        System.out.println("jnvm.seed=" + SEED);
        Path memory = Path.of("/dev/shm");
        imageFile = Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "jnvm-images").resolve("image.heap")
                : folder.resolve("image.heap");
        // twice: the first run makes the log, registers the class and takes blocks from the bump pointer
        trace = new PersistTrace();
        Path file = folder.resolve("recorded.heap");
        try (Heap fresh = Heap.create(file, 1 << 20)) {
            try (Heap.Scope scope = fresh.enter()) {
                fresh.root().put("x", new Node(0, 100));
                fresh.root().put("y", new Node(0, 200));
                fresh.root().put("r", new Node(1, 1));
                for (int i = 0; i < MANY; i++) {
                    fresh.root().put("many" + i, new Node(0, i));
                }
                fresh.root().get("y", Node.class).setNext(new Node(7, 7));
            }
        }
        heap = Heap.open(file, HeapOptions.defaults().recorder(trace));
        try (Heap.Scope scope = heap.enter()) {
            heap.atomically(() -> new Node(0, 0)); // the log exists, and blocks are at hand
            states.add(show(heap));
            workload();
        } finally {
            heap.close();
        }
    }

    @AfterEach
    void removeImages() throws IOException {
        if (!imageFile.startsWith(folder)) {
            try (Stream<Path> files = Files.list(imageFile.getParent())) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(imageFile.getParent());
        }
    }

    private void workload() throws InterruptedException {
        Node x = heap.root().get("x", Node.class);
        Node y = heap.root().get("y", Node.class);
        Node z = y.next();
        Runnable both = () -> {
            x.move(10);
            y.move(20);
        };
        operation(() -> heap.atomically(both));
        operation(() -> heap.atomically(() -> {
            both.run();
            x.setNext(new Node(3, 4));
        }));
        operation(() -> {
            Node before = new Node(5, 6);
            before.setNext(new Node(8, 9));
            heap.atomically(() -> {
                both.run();
                x.setNext(before);
            });
        });
        // y.next still refers to z: the reference must not come back to life
        operation(() -> heap.atomically(() -> {
            both.run();
            heap.free(z);
        }));
        operation(() -> heap.atomically(() -> {
            both.run();
            heap.root().put("r", new Node(11, 12));
        }));
        operation(() -> heap.root().put("r", new Node(13, 14)));
        operation(() -> heap.root().put("s", new Node(15, 16)));
        operation(() -> heap.root().put("s", x));
        operation(() -> heap.atomically(() -> {
            for (int i = 0; i < MANY; i++) {
                heap.root().get("many" + i, Node.class).move(1);
            }
        }));
        operation(() -> heap.atomically(both));
        // a write to x past the log, by another thread, with one fence: it does not cover the thread that committed
        // before, so that a replay of a log whose erasure is not durable would undo this write
        Thread other = new Thread(() -> operation(() -> {
            x.setLeft(77);
            x.pwb();
            x.pfence();
        }));
        other.start();
        other.join();
    }

    private void operation(Runnable action) {
        trace.start();
        action.run();
        trace.ack();
        states.add(show(heap));
    }

    /** Shows what is reachable, as a reopened heap would: references to freed objects are null. */
    private static String show(Heap shown) {
        TreeMap<String, String> roots = new TreeMap<>();
        for (String name : shown.root().names()) {
            StringBuilder chain = new StringBuilder();
            Node node = shown.root().get(name, Node.class);
            while (node != null) {
                chain.append('[').append(node.values()).append(']');
                node = next(node);
            }
            roots.put(name, chain.toString());
        }
        return roots.toString();
    }

    private static Node next(Node node) {
        try {
            return node.next();
        } catch (org.jnvm.InvalidObjectException e) {
            return null; // freed while it is referenced, as one operation of the workload does
        }
    }

    private String judge(byte[] image, int acknowledged, int started) {
        Path file = imageFile;
        try {
            Files.write(file, image);
            if (++opened % 1000 == 0) {
                System.gc(); // unmaps the images opened so far
            }
            try (Heap reopened = Heap.open(file);
                    Heap.Scope scope = reopened.enter()) {
                String seen = show(reopened);
                if (!seen.equals(states.get(acknowledged)) && !seen.equals(states.get(started))) {
                    return "recovered " + seen + ", expected " + states.get(acknowledged)
                            + (started > acknowledged ? " or " + states.get(started) : "");
                }
                reopened.atomically(() -> reopened.root().put("after", new Node(1, 2)));
                reopened.root().remove("after");
                return seen.equals(show(reopened)) ? null : "going on after recovery changed " + seen;
            }
        } catch (JnvmException e) {
            return e.toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void noImageLosesDataAndEachFenceAndWriteBackIsNeeded() {
        CrashImages images = new CrashImages(trace, this::judge, SEED);
        assertThat(images.explore(Set.of(), FULL ? 1000 : 30)).as("trace as recorded").isNull();
        int goodImages = images.images();
        int goodPoints = images.crashPoints();
        assertThat(new HashSet<>(states)).as("distinct states").hasSizeGreaterThan(8);

        Map<String, String> sites = new TreeMap<>();
        int mutants = 0;
        for (int i : mutatedEvents()) {
            Event event = trace.events().get(i);
            String wrong = images.explore(Set.of(i), 0);
            mutants++;
            // the same line of code, and for write-backs the same line of a block
            String site = event.kind() + " " + (event.kind() == Kind.PWB ? event.offset() % 256 / 64 + " " : "")
                    + event.site().replaceAll(" < PersistOrderMutantsTest.*", "");
            if (wrong != null || !sites.containsKey(site)) {
                sites.put(site, wrong == null ? SURVIVED : wrong);
            }
        }
        List<String> survivors = sites.keySet().stream()
                .filter(site -> sites.get(site).equals(SURVIVED))
                .toList();
        System.out.println("crash points " + goodPoints + ", images " + goodImages + "; mutants " + mutants + " at "
                + sites.size() + " sites, images with them " + images.images() + ", sites not needed "
                + survivors.size());
        assertThat(sites).as("sites").hasSizeGreaterThan(20);
        assertThat(survivors).as("fences and write-backs whose removal loses nothing").isEmpty();
    }

    /** Returns the write-backs and fences of commits and of {@code RootMap.put}; in CI few of the many alike ones. */
    private List<Integer> mutatedEvents() {
        List<Integer> mutated = new ArrayList<>();
        int started = 0;
        for (int i = 0; i < trace.events().size(); i++) {
            Event event = trace.events().get(i);
            started += event.kind() == Kind.START ? 1 : 0;
            boolean barrier = event.kind() == Kind.PWB || event.kind() == Kind.FENCE;
            boolean alike = started == MANY_OPERATION && event.kind() == Kind.PWB && i % 7 != 0;
            if (barrier && started > 0 && started < LAST_OPERATION && (FULL || !alike)) {
                mutated.add(i);
            }
        }
        return mutated;
    }
}
