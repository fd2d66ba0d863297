package org.jnvm.examples.expert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Invariants checked: what docs/EXPERT.md says of a crash at each point of its samples, and that no step is too much. */
class ExpertCrashTest {
    private static final int SIZES = 12;
    /** Steps that are all needed. */
    private static final String NOTHING = "";
    /** A line that the next object shares, or that has the header that validate() writes back. */
    private static final String COVERED = "PWB . .*Part.prepare.*";

    /** A sample, how many of its steps must be found to be needed, where they are, and which may lose nothing. */
    private enum Sample {
        SAVE(
                3,
                "Mileage.",
                NOTHING,
                CrashScenario.of(run -> {
                            Mileage mileage = run.heap().root().get("it", Mileage.class);
                            for (int more = 1; more <= 2; more++) {
                                long metres = more;
                                run.operation("drive", () -> {
                                    mileage.drive(metres);
                                    mileage.save();
                                });
                            }
                        })
                        .setUp(heap -> heap.root().put("it", new Mileage()))
                        .state(heap -> "" + heap.root().get("it", Mileage.class).metres())),

        CHANGE(
                11,
                "Machine.",
                // change(null): if the engine is freed before null is durable, recovery makes it null
                "HASTY .*FieldAccess.replaceRef.*",
                onMachine(run -> {
                    Machine machine = machine(run.heap());
                    run.operation("first", () -> machine.change(made(1)));
                    run.operation("another", () -> machine.change(made(2)));
                    run.operation("none", () -> machine.change(null));
                })),

        EXCHANGE(11, "Machine.", NOTHING, onMachine(run -> {
            Machine machine = machine(run.heap());
            run.operation("first", () -> machine.exchange(made(1)));
            run.operation("another", () -> machine.exchange(made(2)).free());
            run.operation("scrap", machine::scrap);
        })),

        /** Each wheel is a value of its own, so the state shows them when both are there. */
        WHEELS(
                12,
                "Machine.",
                COVERED,
                CrashScenario.of(run -> run.operation(
                                "wheels", () -> machine(run.heap()).setWheels(made(1), made(2))))
                        .setUp(heap -> heap.root().put("it", new Machine()))
                        .state(heap -> {
                            String left = show(machine(heap).left());
                            String right = show(machine(heap).right());
                            return left.equals("-") || right.equals("-") ? "-" : left + right;
                        })),

        PUBLISH(
                12,
                "Publishing.",
                COVERED,
                CrashScenario.of(run -> run.operation("publish", () -> {
                            Map<String, Part> parts = new TreeMap<>();
                            parts.put("a", made(1));
                            parts.put("b", made(2));
                            Publishing.publish(run.heap(), parts);
                        }))
                        .setUp(heap -> heap.root().put("other", new Part(3))) // so that there is room for roots
                        .state(heap -> {
                            String a = show(heap.root().get("a", Part.class));
                            String b = show(heap.root().get("b", Part.class));
                            return a.equals("-") || b.equals("-") ? "-" : a + b;
                        }));

        private final int needed;
        private final String place;
        private final String explained;
        private final CrashScenario scenario;

        Sample(int needed, String place, String explained, CrashScenario scenario) {
            this.needed = needed;
            this.place = place;
            this.explained = explained;
            this.scenario = scenario;
        }
    }

    private static CrashScenario onMachine(Consumer<CrashRun> workload) {
        return CrashScenario.of(workload)
                .setUp(heap -> heap.root().put("it", new Machine()))
                .state(heap -> show(machine(heap).engine()));
    }

    private static Machine machine(Heap heap) {
        return heap.root().get("it", Machine.class);
    }

    /** A part whose array is so large that the line of its header has not all of it. */
    private static Part made(long number) {
        long[] sizes = new long[SIZES];
        Arrays.fill(sizes, number);
        return new Part(number, sizes);
    }

    /** Shows a part, with all that it must have. */
    private static String show(Part part) {
        if (part == null) {
            return "-";
        }
        assertThat(part.sizes()).hasSize(SIZES).containsOnly(part.number());
        return part.number() + " ";
    }

    @ParameterizedTest
    @EnumSource
    void survivesEachCrash(Sample sample) {
        CrashReport report = CrashExplorer.explore(sample.scenario, Engine.LAZY);
        System.out.println(sample + " " + report);
        report.requireGood();
        assertThat(report.complete()).as("explored to the end").isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void eachStepIsNeeded(Sample sample) {
        CrashMutants mutants = CrashExplorer.mutants(
                sample.scenario,
                Engine.LAZY,
                EnumSet.allOf(CrashMutants.Kind.class),
                place -> place.contains(sample.place));
        System.out.println(sample + " " + mutants);
        mutants.requireNeeded(sample.needed, List.of(Pattern.compile(sample.explained)));
    }
}
