package org.jnvm.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.testing.Full;

/** Explores crashes of a change of a hash table or tree. */
record ChangeExplorer(
        String name,
        boolean inBlock,
        Supplier<StringTable> maker,
        Consumer<StringTable> setUp,
        Consumer<StringTable> blockBefore,
        Consumer<StringTable> change) {
    /** Explores a change, before which nothing is done in a block. */
    ChangeExplorer(
            String name,
            boolean inBlock,
            Supplier<StringTable> maker,
            Consumer<StringTable> setUp,
            Consumer<StringTable> change) {
        this(name, inBlock, maker, setUp, table -> {}, change);
    }

    private static StringTable find(Heap heap) {
        return (StringTable) heap.root().get("dictionary");
    }

    private CrashScenario scenario() {
        return CrashScenario.of(run -> {
                    StringTable table = find(run.heap());
                    Runnable action = () -> change.accept(table);
                    run.operation(name, inBlock ? () -> run.heap().atomically(action) : action);
                })
                .setUp(heap -> {
                    StringTable table = maker.get();
                    setUp.accept(table);
                    heap.root().put("dictionary", table);
                    heap.atomically(() -> blockBefore.accept(table));
                })
                .state(heap -> find(heap).entries(true).toString())
                .goOn(heap -> {
                    find(heap).put("after", "9");
                    find(heap).remove("after");
                })
                .bound(Long.MAX_VALUE);
    }

    /** Each crash image shows the change as a whole or not at all. */
    void nothingIsLost() {
        explore(scenario(), Engine.LAZY);
        explore(scenario().mode(PersistenceMode.NVMM_JMM), Engine.LAZY);
        if (Full.ON) {
            explore(scenario(), Engine.RECURSIVE);
            explore(scenario().mode(PersistenceMode.FILE), Engine.LAZY);
        }
    }

    private void explore(CrashScenario scenario, Engine engine) {
        CrashReport report = CrashExplorer.explore(scenario, engine);
        System.out.println(this + " " + report);
        report.requireGood();
        assertThat(report.complete() || report.mode() == PersistenceMode.NVMM_JMM)
                .as("explored to the end")
                .isTrue();
    }

    /** Returns what is lost in some changes without each fence and write-back of a class. */
    static CrashMutants mutants(List<ChangeExplorer> changes, String className) {
        CrashMutants all = new CrashMutants(Map.of());
        for (ChangeExplorer each : changes) {
            all = all.and(CrashExplorer.mutants(
                    each.scenario(),
                    Engine.DEVIATION,
                    EnumSet.of(CrashMutants.Kind.PWB, CrashMutants.Kind.FENCE),
                    place -> place.contains(className + ".")));
        }
        System.out.println(all);
        return all;
    }

    @Override
    public String toString() {
        return name + (inBlock ? " in a block" : "");
    }
}
