package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jnvm.Heap;
import org.jnvm.Recovery;
import org.jnvm.StaleObjectException;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.Person;

/** What crash explorations of this module have in common: a heap of some objects, and what is demanded of it. */
final class Contents {
    static final int LENGTH = 40; // longs, in two blocks
    /** What the names of roots begin with that only take room. */
    static final String BALLAST = "ballast";

    private Contents() {}

    /** Returns a scenario that starts from some roots and is explored to the end. */
    static CrashScenario scenario(Consumer<CrashRun> workload) {
        return CrashScenario.of(workload)
                .setUp(Contents::setUp)
                .state(Contents::show)
                .goOn(Contents::use)
                .cleanUp(Contents::cleanUp)
                .bound(Long.MAX_VALUE);
    }

    /** Has crash images opened by a scan, which finds nothing half made. */
    static CrashScenario scanned(CrashScenario scenario) {
        return scenario.recovery(Recovery.SCAN_ONLY)
                .invariant(
                        "a scan does",
                        heap -> assertThat(heap.recovery().pass()).isEqualTo(Recovery.SCAN_ONLY));
    }

    /** Explores a scenario of one thread or several, of which nothing may be left out. */
    static void exploreToTheEnd(Object what, CrashScenario scenario, Engine engine) {
        long began = System.nanoTime();
        CrashReport report = CrashExplorer.explore(scenario, engine);
        System.out.println(what + " " + report + ", ms=" + (System.nanoTime() - began) / 1_000_000);
        report.requireGood();
        assertThat(report.states()).isGreaterThan(1);
        assertThat(report.complete()).as("explored to the end").isTrue();
    }

    /** Does something in a failure-atomic block, as an operation. */
    static void atomically(CrashRun run, String name, Runnable action) {
        run.operation(name, () -> run.heap().atomically(action));
    }

    static void setUp(Heap heap) {
        heap.root().put("x", Node.of(0, 100));
        heap.root().put("y", Node.of(0, 200));
        node(heap, "y").setNext(Node.of(7, 7));
        heap.root().put("row", new Row(0));
        heap.root().put("longs", new Longs(LENGTH));
        Person person = new Person("first");
        person.setAlias("second");
        person.setAge(1L);
        person.setMood(Person.Mood.GOOD);
        heap.root().put("p", person);
        use(heap);
    }

    static Node node(Heap heap, String name) {
        return heap.root().get(name, Node.class);
    }

    /** Makes and frees objects, in a block and outside. */
    static void use(Heap heap) {
        heap.atomically(() -> heap.root().put("after", Node.of(1, 2)));
        Node after = node(heap, "after");
        heap.root().remove("after");
        heap.free(after);
    }

    /** Frees an object after it was unlinked; nothing of it is made durable. */
    static void unlinkAndFree(Heap heap) {
        Node old = node(heap, "y").next();
        node(heap, "y").setNext(null);
        heap.free(old);
    }

    /** Shows all that roots lead to. A reference to a freed object shows as the null that recovery makes of it. */
    static String show(Heap heap) {
        TreeMap<String, String> roots = new TreeMap<>();
        for (String name : heap.root().names()) {
            try {
                Object root = heap.root().get(name);
                roots.put(name, name.startsWith(BALLAST) ? "" : show(root));
            } catch (StaleObjectException e) {
                continue;
            }
        }
        roots.values().removeIf(String::isEmpty);
        return roots.toString();
    }

    private static String show(Object root) {
        if (root instanceof Row row) {
            return row.values();
        }
        if (root instanceof Longs longs) {
            return longs.length() + ":" + Arrays.hashCode(longs.all());
        }
        if (root instanceof Person person) {
            return person.all();
        }
        if (root instanceof Wide wide) {
            return wide.get(0) + ";" + wide.get(1) + ";" + wide.get(2);
        }
        StringBuilder chain = new StringBuilder();
        for (Node node = (Node) root; node != null; node = next(node)) {
            chain.append('[').append(node.values()).append(']');
        }
        return chain.toString();
    }

    private static Node next(Node node) {
        try {
            return node.next();
        } catch (StaleObjectException e) {
            return null;
        }
    }

    static void cleanUp(Heap heap) {
        Set<Object> objects = new HashSet<>();
        for (String name : heap.root().names()) {
            Object root = heap.root().get(name);
            heap.root().remove(name);
            for (Node node = root instanceof Node first ? first.next() : null; node != null; node = node.next()) {
                objects.add(node);
            }
            objects.add(root);
        }
        objects.remove(null);
        objects.forEach(heap::free);
        heap.force(); // frees what fields owned
    }
}
