package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jnvm.Collector;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.RecordedRun;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.SmallNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Invariants checked: whatever a crash leaves of a collection, nothing that was reachable is lost, and what was overwritten before it
 * does not come back as a hole: not even where memory that was freed has been used again. And the fence and write-back that
 * make this sure are needed.
 */
@Once
class CollectorCrashTest {
    private static final long SEED = Seeds.of("CollectorCrash");
    private static final int SCHEDULES = Integer.getInteger("jnvm.schedules", Full.ON ? 1000 : 5);
    private static final int GARBAGE = 3;
    /** More than the allocator has at hand, so that some are made of what was freed. */
    private static final int MADE = 6;

    @TempDir
    Path folder;

    private static SmallNode chain(int from, int count) {
        SmallNode first = null;
        for (int i = from + count - 1; i >= from; i--) {
            SmallNode node = new SmallNode(i);
            node.setNext(first);
            first = node;
        }
        return first;
    }

    private static void setUp(Heap heap) {
        heap.root().put("x", chain(1, 1 + GARBAGE));
        heap.root().put("z", chain(50, 2));
        PHashMap<PString, SmallNode> map = new PHashMap<>();
        heap.root().put("map", map);
        map.put(new PString("a"), chain(60, 2));
        map.put(new PString("b"), chain(70, 2));
        heap.root().put("w", new SmallNode(90));
    }

    private static SmallNode root(Heap heap, String name) {
        return heap.root().get(name, SmallNode.class);
    }

    /** Drops what this session has made no proxies of, so that it is garbage whatever Java's collector does. */
    private static void drop(Heap heap) {
        root(heap, "x").setNext(root(heap, "z"));
        heap.collect();
    }

    @SuppressWarnings("unchecked")
    private static void dropEntry(Heap heap) {
        PHashMap<PString, SmallNode> map =
                (PHashMap<PString, SmallNode>) heap.root().get("map");
        map.put(new PString("a"), root(heap, "z"));
        heap.collect();
    }

    private static void use(Heap heap) {
        heap.root().put("w", chain(100, MADE));
    }

    @SuppressWarnings("unchecked")
    private static String show(Heap heap) {
        TreeMap<String, String> shown = new TreeMap<>();
        for (String name : heap.root().names()) {
            if (!name.equals("map")) {
                shown.put(name, show(root(heap, name)));
            }
        }
        PHashMap<PString, SmallNode> map =
                (PHashMap<PString, SmallNode>) heap.root().get("map");
        map.forEach((key, value) -> shown.put("map " + key, show(value)));
        return shown.toString();
    }

    private static String show(SmallNode first) {
        StringBuilder chain = new StringBuilder();
        for (SmallNode node = first; node != null; node = node.next()) {
            chain.append(node.value()).append(' ');
        }
        return chain.toString();
    }

    private static void goOn(Heap heap) {
        heap.atomically(() -> heap.root().put("after", new SmallNode(1)));
        heap.root().remove("after");
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLost(PersistenceMode mode) {
        CrashScenario scenario = CrashScenario.of(run -> {
                    run.operation("drop", () -> drop(run.heap()));
                    run.operation("use", () -> use(run.heap()));
                    run.operation("drop an entry", () -> dropEntry(run.heap()));
                    run.operation(
                            "change",
                            () -> run.heap()
                                    .atomically(
                                            () -> root(run.heap(), "w").next().setValue(7)));
                    run.operation("drop what was changed", () -> {
                        System.gc();
                        root(run.heap(), "w").setNext(null);
                        run.heap().collect();
                    });
                    run.operation("use again", () -> use(run.heap()));
                })
                .setUp(CollectorCrashTest::setUp)
                .state(CollectorCrashTest::show)
                .goOn(CollectorCrashTest::goOn)
                .collector(Collector.ON_DEMAND)
                .mode(mode)
                .seed(SEED)
                .bound(2000);
        CrashExplorer.explore(scenario, Engine.LAZY).requireGood();
    }

    /** A reference moves from what is not visited yet to a root, and what is made refers to it, while the heap is collected. */
    @Test
    void nothingIsLostInTheMiddle() {
        CrashScenario scenario = CrashScenario.of(run -> {
                    Heap heap = run.heap();
                    run.thread(() -> run.operation("drop", () -> drop(heap)));
                    run.thread(() -> {
                        run.operation(
                                "move",
                                () -> heap.atomically(() -> {
                                    SmallNode z = root(heap, "z");
                                    heap.root().put("moved", z.next());
                                    z.setNext(null);
                                }));
                        run.operation("make", () -> {
                            SmallNode made = new SmallNode(100);
                            made.setNext(root(heap, "moved"));
                            heap.root().put("made", made);
                        });
                    });
                })
                .setUp(CollectorCrashTest::setUp)
                .state(CollectorCrashTest::show)
                .goOn(CollectorCrashTest::goOn)
                .collector(Collector.ON_DEMAND)
                .schedules(SCHEDULES)
                .seed(SEED)
                .bound(2000);
        CrashReport report = CrashExplorer.explore(scenario, Engine.LAZY);
        System.out.println("two threads " + report);
        report.requireGood();
        assertThat(report.schedules()).isGreaterThan(1);
    }

    /** Changes what is dropped next in a block, whose record names it. */
    private static void change(Heap heap) {
        heap.atomically(() -> root(heap, "x").next().setValue(7));
    }

    /** Drops what had a proxy: Java's collector takes that first. */
    private static void dropChanged(Heap heap) {
        System.gc();
        drop(heap);
    }

    /** A record that is still there would be replayed over what uses the memory of the object that it names. */
    @Test
    void theErasureOfRecordsIsNeeded() throws Exception {
        Consumer<Heap> setUp = CollectorCrashTest::setUp;
        try (RecordedRun run = new RecordedRun(
                folder, setUp, CollectorCrashTest::show, CollectorCrashTest::goOn, Collector.ON_DEMAND)) {
            try (Heap.Scope scope = run.heap().enter()) {
                run.begin();
                run.operation(() -> change(run.heap()));
                run.operation(() -> dropChanged(run.heap()));
                run.operation(() -> use(run.heap()));
            }
            CrashImages images = run.images(SEED);
            assertThat(images.explore(Set.of(), 20)).as("trace as recorded").isNull();
            CrashMutants mutants = run.mutants(
                    images,
                    op -> true,
                    Pattern.compile("Lane.erase|RedoLog.erase").asPredicate());
            System.out.println("crash points " + images.crashPoints() + ", " + mutants);
            // that the record is none is durable by the fence behind which the freed memory is used again, at the
            // latest
            mutants.requireNeeded(
                    2,
                    List.of(Pattern.compile("FENCE Lane.erase:\\d+ .*"), Pattern.compile("PWB \\d RedoLog.erase:.*")));
            assertThat(mutants.survivors()).hasSize(2);
        }
    }

    @Test
    void fenceAndWriteBackAreNeeded() throws Exception {
        Consumer<Heap> setUp = CollectorCrashTest::setUp;
        try (RecordedRun run = new RecordedRun(
                folder, setUp, CollectorCrashTest::show, CollectorCrashTest::goOn, Collector.ON_DEMAND)) {
            try (Heap.Scope scope = run.heap().enter()) {
                root(run.heap(), "x");
                run.begin();
                run.operation(() -> drop(run.heap()));
                run.operation(() -> use(run.heap()));
            }
            CrashImages images = run.images(SEED);
            assertThat(images.explore(Set.of(), 20)).as("trace as recorded").isNull();
            CrashMutants mutants = run.mutants(
                    images, op -> true, Pattern.compile("PlainStores").asPredicate());
            System.out.println("crash points " + images.crashPoints() + ", " + mutants);
            // the other lines of the block have nothing new
            mutants.requireNeeded(2, List.of(Pattern.compile("PWB [023] PlainStores.*")));
        }
    }
}
