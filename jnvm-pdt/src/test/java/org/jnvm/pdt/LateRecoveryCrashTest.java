package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jnvm.Collector;
import org.jnvm.Heap;
import org.jnvm.Recovery;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashMutants.Kind;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.Full;
import org.jnvm.testing.Node;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.SmallNode;
import org.junit.jupiter.api.Test;

/**
 * Invariants checked: whatever a second crash leaves of a heap that is being recovered beside the program, in the middle of any step of
 * either, nothing is lost that was reachable or acknowledged, and nothing shows that was freed and used again.
 */
@Once
class LateRecoveryCrashTest {
    private static final long SEED = Seeds.of("LateRecoveryCrash");
    private static final int SCHEDULES = Integer.getInteger("jnvm.schedules", Full.ON ? 1000 : 5);
    private static final int ARRAY_BYTES = 2000;
    private static final int GARBAGE_BYTES = 10_000;
    /** Blocks that are in use before the crash, so that garbage lies among few that are free. */
    private static final int AT_HAND_BEFORE = 215;

    private static final int REST_BEFORE = 600 << 8;
    /** Blocks that the program has at hand before recovery has ended, but for some. */
    private static final int AT_HAND = 250;
    /** Blocks that are taken then, so that next are those of the dead array: or no mutant is found. */
    private static final int REST = 73;

    private static final Pattern PLACES = Pattern.compile("LateRecovery\\.|DeadBlocks");
    /** Fence, write-back and store of the header of a dead block. */
    private static final int FOUND = 3;
    /** The word of a slot that nothing leads to: one that stays takes room until the next pass. */
    private static final List<Pattern> EXPLAINED =
            List.of(Pattern.compile("(PWB .|LATE) DeadBlocks.free.*sweepSlots.*"));

    /** Whether valid objects refer to others that are not: a scan leaves such references. */
    private boolean anyLost = true;

    private static SmallNode chain(int from, int count) {
        SmallNode first = null;
        for (int i = from + count - 1; i >= from; i--) {
            SmallNode node = new SmallNode(i);
            node.setNext(first);
            first = node;
        }
        return first;
    }

    private static Node nodes(int from, int count) {
        Node first = null;
        for (int i = from + count - 1; i >= from; i--) {
            Node node = new Node(i);
            node.setNext(first);
            first = node;
        }
        return first;
    }

    private static SmallNode small(Heap heap, String name) {
        return heap.root().get(name, SmallNode.class);
    }

    private static Node node(Heap heap, String name) {
        return heap.root().get(name, Node.class);
    }

    @SuppressWarnings("unchecked")
    private static PHashMap<PString, Node> map(Heap heap) {
        return (PHashMap<PString, Node>) heap.root().get("map");
    }

    /**
     * Leaves chains in slots and in blocks, garbage of all shapes between them, valid objects that refer to others that are not valid, a
     * record that is not erased, and copies of a block that had not ended.
     */
    private void crash(Heap heap, Runnable crash) {
        heap.root().put("all at hand", nodes(0, AT_HAND_BEFORE));
        heap.root().put("a", chain(1, 3));
        heap.root().put("garbage", nodes(900, 2));
        heap.root().put("n", nodes(10, 4));
        heap.root().put("large", new PByteArray(GARBAGE_BYTES));
        heap.root().put("small", chain(950, 1));
        Node holder = new Node(20);
        heap.root().put("holder", holder);
        Node lost = new Node(21);
        SmallNode lostSlot = new SmallNode(22);
        if (anyLost) {
            holder.setNext(lost);
            holder.setOther(lostSlot);
        }
        map(heap, "k", 30);
        lost.invalidate();
        lostSlot.invalidate();
        heap.root().remove("garbage");
        heap.root().remove("large");
        heap.root().remove("small");
        heap.root().put("all the rest", new PByteArray(REST_BEFORE));
        heap.force();
        heap.atomically(() -> node(heap, "n").setValue(11));
        heap.atomically(() -> {
            node(heap, "n").next().setValue(99);
            small(heap, "a").setNext(new SmallNode(99));
            crash.run();
        });
    }

    private static Node map(Heap heap, String key, int value) {
        if (heap.root().get("map") == null) {
            heap.root().put("map", new PHashMap<PString, Node>());
        }
        Node node = new Node(value);
        map(heap).put(new PString(key), node);
        return node;
    }

    private static String show(Heap heap) {
        TreeMap<String, String> shown = new TreeMap<>();
        for (String name : heap.root().names()) {
            Object root = heap.root().get(name);
            if (name.startsWith("all")) {
                continue;
            }
            if (root instanceof SmallNode first) {
                shown.put(name, show(first));
            } else if (root instanceof Node first) {
                shown.put(name, show(first));
            } else if (root instanceof PByteArray bytes) {
                shown.put(name, bytes.length() + ":" + bytes.get(0) + ":" + bytes.get(bytes.length() - 1));
            }
        }
        map(heap).forEach((key, value) -> {
            if (value != null) {
                shown.put("map " + key, show(value));
            }
        });
        return shown.toString();
    }

    private static String show(SmallNode first) {
        StringBuilder chain = new StringBuilder();
        for (SmallNode node = first; node != null; node = node.next()) {
            chain.append(node.value()).append(' ');
        }
        return chain.toString();
    }

    private static String show(Node first) {
        StringBuilder chain = new StringBuilder();
        for (Node node = first; node != null; node = node.next()) {
            chain.append(node.value())
                    .append(node.other() instanceof SmallNode other ? "(" + other.value() + ") " : " ");
        }
        return chain.toString();
    }

    private static void goOn(Heap heap) {
        heap.atomically(() -> heap.root().put("after", new SmallNode(1)));
        heap.root().remove("after");
    }

    // ---- what the program does ----

    /** A reference from the end of the chain to a root, and the chain cut: what was not visited yet hangs from what was. */
    private static void share(CrashRun run) {
        run.operation(
                "share", () -> run.heap().root().put("b", small(run.heap(), "a").next()));
        run.operation("cut", () -> {
            small(run.heap(), "a").setNext(null);
            run.heap().force();
        });
    }

    private static void move(CrashRun run) {
        run.operation(
                "move",
                () -> run.heap().atomically(() -> {
                    Node n = node(run.heap(), "n").next();
                    run.heap().root().put("m", n.next());
                    n.setNext(null);
                }));
    }

    private static void free(CrashRun run) {
        run.operation(
                "free",
                () -> run.heap().atomically(() -> {
                    Node n = node(run.heap(), "n");
                    Node old = n.next();
                    n.setNext(old.next());
                    run.heap().free(old);
                }));
    }

    /** What is new refers to what is old. */
    private static void make(CrashRun run) {
        run.operation("make", () -> {
            SmallNode first = new SmallNode(100);
            first.setNext(small(run.heap(), "a"));
            run.heap().root().put("new", first);
        });
    }

    private static void recover(CrashRun run) {
        run.operation("recover", run::recover);
    }

    private void put(CrashRun run, String name, Supplier<Object> maker) {
        run.operation("use as " + name, () -> {
            run.heap().root().put(name, maker.get());
        });
    }

    /** Takes what the program has at hand before recovery has ended, but for some. */
    private static void exhaust(Heap heap) {
        for (int i = 0; i < AT_HAND; i++) {
            new Node(0);
        }
        heap.force();
    }

    private CrashScenario start(Consumer<CrashRun> workload) {
        return CrashScenario.of(workload)
                .crashed(this::crash)
                .collector(Collector.ON_DEMAND)
                .seed(SEED)
                .bound(Long.MAX_VALUE);
    }

    private CrashScenario scenario(Consumer<CrashRun> workload) {
        return start(workload).state(LateRecoveryCrashTest::show).goOn(LateRecoveryCrashTest::goOn);
    }

    private static CrashReport explore(String what, CrashScenario scenario) {
        CrashReport report = CrashExplorer.explore(scenario, Engine.LAZY);
        System.out.println(what + " " + report);
        report.requireGood();
        assertThat(report.complete()).as("explored to the end").isTrue();
        return report;
    }

    private void everything(CrashRun run) {
        share(run);
        make(run);
        free(run);
        recover(run);
        move(run);
        put(run, "array", () -> new PByteArray(ARRAY_BYTES));
        put(run, "node", () -> new Node(40));
        put(run, "slot", () -> new SmallNode(50));
    }

    /** Needs more blocks than are at hand, so that some are those of the dead array. */
    private void reuse(CrashRun run) {
        run.operation("exhaust", () -> {
            for (int i = 0; i < REST; i++) {
                new Node(0).pwb();
                run.heap().pfence(); // forces nothing, which would hide a lack
            }
        });
        put(run, "node", () -> new Node(40));
        put(run, "slot", () -> new SmallNode(50));
    }

    private static CrashScenario closed(CrashScenario scenario) {
        return scenario.closing(heap -> {});
    }

    @Test
    void nothingIsLost() {
        explore("synchronous", closed(scenario(this::everything)).recovery(Recovery.FULL));
    }

    @Test
    void nothingIsLostRecoveredBesideAgain() {
        explore("beside", closed(scenario(this::everything)).recoveryBeside());
    }

    @Test
    void nothingIsLostInTheMiddle() {
        CrashScenario scenario = scenario(run -> {
                    run.thread(() -> {
                        share(run);
                        make(run);
                        free(run);
                    });
                    run.thread(() -> recover(run));
                })
                .schedules(SCHEDULES);
        assertThat(explore("two threads", scenario).schedules()).isGreaterThan(1);
    }

    /**
     * Only a scan can tell: it takes for live what is valid. So nothing may refer to what is not, and the thread that recovers is another one
     * than that of the program, whose fences would do.
     */
    @Test
    void fenceAndWriteBackAreNeeded() {
        anyLost = false;
        CrashScenario scenario = start(run -> {
                    exhaust(run.heap());
                    run.thread(() -> recover(run));
                    run.thread(() -> reuse(run));
                })
                .recovery(Recovery.SCAN_ONLY)
                .invariant(
                        "a scan does",
                        heap -> assertThat(heap.recovery().pass()).isEqualTo(Recovery.SCAN_ONLY));
        CrashMutants mutants = CrashExplorer.mutants(
                scenario,
                Engine.DEVIATION,
                EnumSet.of(Kind.PWB, Kind.FENCE, Kind.LATE),
                place -> PLACES.matcher(place).find());
        System.out.println(mutants);
        mutants.requireNeeded(FOUND, EXPLAINED);
    }

    /** The force that follows would do, too, and is left out with the write-back. */
    @Test
    void writeBackOfClosingIsNeeded() {
        CrashExplorer.mutants(
                        closed(scenario(LateRecoveryCrashTest::recover)),
                        Engine.LAZY,
                        EnumSet.of(Kind.PWB),
                        place -> place.contains("LateRecovery.setToNull"))
                .requireNeeded(1, List.of());
    }
}
