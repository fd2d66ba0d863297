package org.jnvm.crashtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import org.jnvm.crashtest.internal.model.CrashMemory;
import org.jnvm.crashtest.internal.model.CrashPoint;
import org.jnvm.crashtest.internal.model.CrashPoints;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.option.PersistenceMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Invariant checked: the hash that is computed without making the image is that of the image, in every mode. */
class CrashPointHashTest {
    @ParameterizedTest
    @EnumSource(PersistenceMode.class)
    void theHashIsThatOfTheImage(PersistenceMode mode) {
        Random random = new Random(1);
        Trace trace = new Trace();
        trace.started(new byte[8192]);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[1 + random.nextInt(8)];
            random.nextBytes(bytes);
            trace.stored(random.nextInt(128) * 64L, bytes);
            if (i % 7 == 0) {
                trace.writtenBack(random.nextInt(128) * 64L);
                trace.fenced();
            }
        }
        int compared = 0;
        CrashPoints points = new CrashPoints(trace, mode, Set.of());
        for (CrashPoint point = points.next(); point != null; point = points.next()) {
            for (int i = 0; i < 10; i++) {
                int[] states = point.units().stream()
                        .mapToInt(unit -> random.nextInt(unit.count()))
                        .toArray();
                assertThat(point.hash(states))
                        .isEqualTo(CrashMemory.decided(point, states).hash());
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(9);
    }
}
