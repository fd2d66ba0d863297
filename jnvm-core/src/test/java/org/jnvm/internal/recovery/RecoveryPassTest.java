package org.jnvm.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.PObject;
import org.jnvm.Recovery;
import org.jnvm.RecoveryListener.Phase;
import org.jnvm.RecoveryReport;
import org.jnvm.internal.alloc.Slabs;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.PersistentClasses;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.HeapFiles;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.Node;
import org.jnvm.testing.Refs;
import org.jnvm.testing.Seed;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pass with other bounds than a program gets: several workers on a small heap, queues of two objects, no memory for
 * what is to be set to null. Invariant checked: it finds, and leaves, what the pass with generous bounds does.
 */
class RecoveryPassTest {
    private static final long MIB = 1 << 20;
    private static final int GENEROUS = 1 << 20;
    private static final RecoverySettings ONE = new RecoverySettings(1, 1L << 40, GENEROUS, 8, GENEROUS);
    private static final List<RecoverySettings> TIGHT = List.of(
            new RecoverySettings(1, 0, 2, 1, 0),
            new RecoverySettings(1, 0, 3, 1, 5),
            new RecoverySettings(2, 0, 2, 1, 0),
            new RecoverySettings(4, 0, 2, 1, 0),
            new RecoverySettings(4, 0, 64, 2, 3),
            new RecoverySettings(3, 0, 4096, 64, 4096));

    @TempDir
    Path folder;

    private Path file;
    private int copies;

    @BeforeEach
    void name() {
        file = folder.resolve("a.heap");
    }

    private Path copy(Path of) {
        return HeapFiles.crashed(of, folder.resolve("copy" + copies++));
    }

    /** What a pass reported and left. */
    private record Outcome(List<Long> counts, byte[] bytes) {}

    private Outcome recover(Path crashed, RecoverySettings settings, Recovery kind) throws IOException {
        return recover(crashed, settings, kind, Slabs.NONE);
    }

    private Outcome recover(Path crashed, RecoverySettings settings, Recovery kind, Slabs slabs) throws IOException {
        Path image = copy(crashed);
        List<Long> counts;
        try (HeapFile opened = HeapFiles.open(image)) {
            ObjectSpace space = new ObjectSpace(opened, new PersistentClasses());
            Progress quiet = new Progress((phase, done, total, elapsed) -> {}, 0, () -> 0, 1);
            RecoveryReport report = new RecoveryPass(space, slabs, settings, quiet).run(kind, 0, 0);
            assertThat(report.pass()).isEqualTo(kind);
            counts = List.of(
                    report.liveObjects(),
                    report.liveBlocks(),
                    report.freeBlocks(),
                    report.nullifiedReferences(),
                    space.allocator().freeBlocks());
        }
        byte[] bytes = Files.readAllBytes(image);
        Files.delete(image);
        return new Outcome(counts, Arrays.copyOfRange(bytes, 8192, bytes.length));
    }

    private Outcome recoverAlike(Path crashed, Recovery kind) throws IOException {
        Outcome expected = recover(crashed, ONE, kind);
        for (RecoverySettings settings : TIGHT) {
            Outcome outcome = recover(crashed, settings, kind);
            assertThat(outcome.counts).as(settings.toString()).isEqualTo(expected.counts);
            assertThat(outcome.bytes).as(settings.toString()).isEqualTo(expected.bytes);
        }
        return expected;
    }

    // ---- shapes of heaps ----

    @Test
    void randomGraphsAreRecoveredAlikeAndAsTheModelSays(@Seed("graphs") Random random) throws IOException {
        for (int round = 0; round < 4; round++) {
            Path heapFile = folder.resolve("graph" + round);
            Path crashed;
            long objects;
            long dangling;
            try (Heap heap = Heap.create(heapFile, 8 * MIB);
                    Heap.Scope scope = heap.enter()) {
                Graph graph = new Graph(heap, random);
                objects = graph.liveObjects();
                dangling = graph.danglingReferences();
                crashed = copy(heapFile);
            }
            Outcome outcome = recoverAlike(crashed, Recovery.FULL);
            // class records of Node, Refs, Wide and Bytes; a slot array; the entries
            assertThat(outcome.counts.get(0)).isEqualTo(objects + 4 + 1 + Graph.ROOTS);
            assertThat(outcome.counts.get(3)).isEqualTo(dangling);
            recoverAlike(crashed, Recovery.SCAN_ONLY);
        }
    }

    /** Objects that refer to each other at random, some of them invalid, some freed. */
    private static final class Graph {
        private static final int ROOTS = 3;
        private static final int OBJECTS = 1500;

        private final List<Object> all = new ArrayList<>();
        private final List<List<Object>> references = new ArrayList<>();
        private final Set<Object> dead = new HashSet<>();
        private final List<Object> roots = new ArrayList<>();

        Graph(Heap heap, Random random) {
            for (int i = 0; i < OBJECTS; i++) {
                int kind = random.nextInt(20);
                Object made = kind < 13
                        ? new Node(i)
                        : kind < 15
                                ? new Refs(random.nextInt(200))
                                : kind < 18 ? new Wide() : new Bytes(new byte[random.nextInt(900)]);
                all.add(made);
                references.add(new ArrayList<>());
            }
            for (int i = 0; i < OBJECTS; i++) {
                link(i, random);
            }
            for (int i = 0; i < ROOTS; i++) {
                Object root = all.get(random.nextInt(OBJECTS));
                roots.add(root);
                heap.root().put("root" + i, root);
            }
            for (int i = 0; i < OBJECTS / 10; i++) {
                Object victim = all.get(random.nextInt(OBJECTS));
                if (!roots.contains(victim) && dead.add(victim)) {
                    if (random.nextBoolean()) {
                        heap.free(victim);
                    } else {
                        ((PObject) victim).invalidate();
                    }
                }
            }
        }

        private void link(int i, Random random) {
            List<Object> targets = references.get(i);
            if (all.get(i) instanceof Node node) {
                Object next = all.get(random.nextInt(OBJECTS));
                if (next instanceof Node other) {
                    node.setNext(other);
                    targets.add(other);
                }
                if (random.nextInt(3) == 0) {
                    node.setOther(all.get(random.nextInt(OBJECTS)));
                    targets.add(node.other());
                }
            } else if (all.get(i) instanceof Refs refs) {
                for (int k = 0; k < refs.length(); k += 1 + random.nextInt(9)) {
                    refs.set(k, all.get(random.nextInt(OBJECTS)));
                    targets.add(refs.get(k));
                }
            } else if (all.get(i) instanceof Wide wide) {
                wide.setRef(all.get(random.nextInt(OBJECTS)));
                wide.setFarRef(all.get(random.nextInt(OBJECTS)));
                targets.add(wide.ref());
                targets.add(wide.farRef());
            }
        }

        private Set<Integer> live() {
            List<Integer> order = new ArrayList<>();
            java.util.Map<Object, Integer> index = new java.util.HashMap<>();
            for (int i = 0; i < OBJECTS; i++) {
                index.put(all.get(i), i);
            }
            Set<Integer> seen = new TreeSet<>();
            Deque<Object> pending = new ArrayDeque<>(roots);
            while (!pending.isEmpty()) {
                Object object = pending.pop();
                if (!dead.contains(object) && seen.add(index.get(object))) {
                    order.add(index.get(object));
                    pending.addAll(references.get(index.get(object)));
                }
            }
            return seen;
        }

        long liveObjects() {
            return live().size();
        }

        long danglingReferences() {
            return live().stream()
                    .flatMap(i -> references.get(i).stream())
                    .filter(dead::contains)
                    .count();
        }
    }

    @Test
    void aWideFanOutOverflowsTheQueuesAndLosesNothing() throws IOException {
        int width = 20_000;
        Path crashed;
        try (Heap heap = Heap.create(file, 32 * MIB);
                Heap.Scope scope = heap.enter()) {
            Refs top = new Refs(width); // longer than what one worker takes at a time
            for (int i = 0; i < width; i++) {
                Node node = new Node(i);
                node.setNext(new Node(-i));
                node.setOther(i % 3 == 0 ? node : null);
                top.set(i, node);
            }
            heap.root().put("top", top);
            for (int i = 0; i < width; i += 100) {
                ((Node) top.get(i)).next().invalidate();
            }
            crashed = copy(file);
        }
        Outcome outcome = recoverAlike(crashed, Recovery.FULL);
        assertThat(outcome.counts.get(0)).isEqualTo(width * 2 - width / 100 + 5);
        assertThat(outcome.counts.get(3)).isEqualTo(width / 100);
    }

    @Test
    void aLongListIsRecoveredAlike() throws IOException {
        int nodes = 30_000;
        Path crashed;
        try (Heap heap = Heap.create(file, 16 * MIB);
                Heap.Scope scope = heap.enter()) {
            Node head = null;
            for (int i = 0; i < nodes; i++) {
                Node node = new Node(i);
                node.setNext(head);
                head = node;
            }
            heap.root().put("list", head);
            crashed = copy(file);
        }
        assertThat(recoverAlike(crashed, Recovery.FULL).counts.get(0)).isEqualTo(nodes + 3);
    }

    // ---- refusal ----

    @Test
    void aRefusedHeapKeepsItsBytesHoweverManyReferencesAreDangling() throws IOException {
        try (Heap heap = Heap.create(file, 4 * MIB);
                Heap.Scope scope = heap.enter()) {
            Refs refs = new Refs(2000);
            heap.root().put("refs", refs);
            for (int i = 0; i < 2000; i++) {
                refs.set(i, new Node(i));
                ((PObject) refs.get(i)).invalidate();
            }
            Bytes bytes = new Bytes(new byte[600]);
            heap.root().put("bytes", bytes);
            HeapFiles.crashed(file, folder.resolve("crash"));
            HeapImage image = HeapImage.of(folder.resolve("crash"));
            image.putLong((int) bytes.addr() + 8, 1 << 30).write(folder.resolve("crash"));
        }
        byte[] before = Files.readAllBytes(folder.resolve("crash"));
        for (RecoverySettings settings : TIGHT) {
            for (Recovery kind : List.of(Recovery.FULL, Recovery.SCAN_ONLY)) {
                Path image = copy(folder.resolve("crash"));
                assertThatThrownBy(() -> {
                            try (HeapFile opened = HeapFiles.open(image)) {
                                ObjectSpace space = new ObjectSpace(opened, new PersistentClasses());
                                Progress quiet = new Progress((phase, done, total, elapsed) -> {}, 0, () -> 0, 1);
                                new RecoveryPass(space, Slabs.NONE, settings, quiet).run(kind, 0, 0);
                            }
                        })
                        .isExactlyInstanceOf(HeapFormatException.class)
                        .hasMessageContaining("impossible length");
                byte[] after = Files.readAllBytes(image);
                assertThat(Arrays.copyOfRange(after, 8192, after.length))
                        .isEqualTo(Arrays.copyOfRange(before, 8192, before.length));
            }
        }
    }

    // ---- progress ----

    private record Report(Phase phase, long done, long total, Duration elapsed, Thread thread) {}

    @Test
    void progressIsToldAtItsIntervalByTheOpenersThread() throws IOException {
        int nodes = 30_000;
        try (Heap heap = Heap.create(file, 16 * MIB);
                Heap.Scope scope = heap.enter()) {
            Node head = null;
            for (int i = 0; i < nodes; i++) {
                Node node = new Node(i);
                node.setNext(head);
                head = node;
            }
            heap.root().put("list", head);
        }
        for (int workers : new int[] {1, 3}) {
            long[] now = {5_000};
            List<Report> reports = new ArrayList<>();
            Progress progress = new Progress(
                    (phase, done, total, elapsed) ->
                            reports.add(new Report(phase, done, total, elapsed, Thread.currentThread())),
                    5_000,
                    () -> now[0] += 10,
                    20);
            try (HeapFile opened = HeapFiles.open(file)) {
                ObjectSpace space = new ObjectSpace(opened, new PersistentClasses());
                RecoverySettings settings = new RecoverySettings(workers, 0, 64, 4, 10);
                new RecoveryPass(space, Slabs.NONE, settings, progress).run(Recovery.FULL, 0, 0);
            }
            assertThat(reports).extracting(Report::phase).contains(Phase.MARK).isSorted();
            assertThat(reports).extracting(Report::thread).containsOnly(Thread.currentThread());
            Report last = null;
            for (Report report : reports) {
                assertThat(report.done).isBetween(0L, report.total);
                assertThat(report.total).isGreaterThan(nodes);
                if (last != null) {
                    assertThat(report.elapsed.minus(last.elapsed)).isGreaterThanOrEqualTo(Duration.ofNanos(20));
                    assertThat(report.phase != last.phase || report.done >= last.done)
                            .isTrue();
                }
                last = report;
            }
        }
    }

    @Test
    void nothingIsToldBeforeTheIntervalIsOver() throws IOException {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("node", new Node(1));
        }
        long[] now = {0};
        Progress progress = new Progress(
                (phase, done, total, elapsed) -> {
                    throw new AssertionError("told after " + elapsed);
                },
                0,
                () -> now[0]++,
                1_000_000);
        try (HeapFile opened = HeapFiles.open(file)) {
            ObjectSpace space = new ObjectSpace(opened, new PersistentClasses());
            new RecoveryPass(space, Slabs.NONE, ONE, progress).run(Recovery.FULL, 0, 0);
        }
        assertThat(now[0]).isPositive();
    }
}
