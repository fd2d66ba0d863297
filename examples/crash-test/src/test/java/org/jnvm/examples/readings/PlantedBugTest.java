package org.jnvm.examples.readings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Invariant checked: the fence that {@link HastyReadings} forgets is found, and named with the store it is missing for. */
class PlantedBugTest {
    @ParameterizedTest
    @EnumSource(
            value = Engine.class,
            names = {"DEVIATION", "LAZY"})
    void theMissingFenceIsFound(Engine engine) {
        CrashScenario scenario = CrashScenario.of(run -> {
                    Readings readings = run.heap().root().get("readings", Readings.class);
                    for (long value : new long[] {17, 18, 19}) {
                        run.operation("add " + value, () -> readings.add(value));
                    }
                })
                .setUp(heap -> heap.root().put("readings", new HastyReadings(20)))
                .state(heap -> ReadingsTest.show(heap.root().get("readings", Readings.class)));
        CrashReport report = CrashExplorer.explore(scenario, engine);
        assertThat(report.failure())
                .containsPattern("did not persist: PLongArray@0x\\w+\\[0]\\s+stored at .*HastyReadings\\.add:\\d+")
                .containsPattern("missing fence: written back at .*HastyReadings\\.add:\\d+")
                .containsPattern("but persisted: +HastyReadings@0x\\w+\\.count\\s+stored at .*HastyReadings\\.add:\\d+")
                .contains("replay with -Djnvm.crash.replay=" + engine);
        assertThat(report.operations()).as("what the bug needs").isEqualTo(List.of("add 17"));
    }
}
