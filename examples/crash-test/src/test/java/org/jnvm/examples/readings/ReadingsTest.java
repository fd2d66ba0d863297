package org.jnvm.examples.readings;

import static org.assertj.core.api.Assertions.assertThat;

import org.jnvm.Heap;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.junit.CrashInvariant;
import org.jnvm.crashtest.junit.CrashSetUp;
import org.jnvm.crashtest.junit.CrashState;
import org.jnvm.crashtest.junit.CrashTest;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;

/**
 * Invariants checked: after a crash at any moment every reading that was added is there, the one being added as a whole
 * or not at all, and none is 0.
 */
class ReadingsTest {
    @CrashSetUp
    void readings(Heap heap) {
        heap.root().put("readings", new Readings(20));
    }

    @CrashTest(
            engines = {Engine.LINT, Engine.DEVIATION, Engine.LAZY, Engine.RECURSIVE},
            modes = {PersistenceMode.NVMM, PersistenceMode.NVMM_JMM})
    void add(CrashRun run) {
        Readings readings = run.heap().root().get("readings", Readings.class);
        for (long value : new long[] {17, 18, 19}) {
            run.operation("add " + value, () -> readings.add(value));
        }
    }

    /** Readings are not safe for several threads, so they share a lock. */
    private final Object lock = new Object();

    @CrashTest(engines = Engine.LAZY, schedules = 20)
    void addByTwoThreads(CrashRun run) {
        Readings readings = run.heap().root().get("readings", Readings.class);
        run.thread(() -> add(run, readings, 17, 18));
        run.thread(() -> {
            add(run, readings, 19);
            run.call("size", () -> {
                synchronized (lock) {
                    return readings.size();
                }
            });
        });
    }

    private void add(CrashRun run, Readings readings, long... values) {
        for (long value : values) {
            run.operation("add " + value, () -> {
                synchronized (lock) {
                    readings.add(value);
                }
            });
        }
    }

    @CrashInvariant
    void noReadingIsMissing(Heap heap) {
        Readings readings = heap.root().get("readings", Readings.class);
        for (int i = 0; i < readings.size(); i++) {
            assertThat(readings.get(i)).isNotZero();
        }
    }

    @CrashState
    String show(Heap heap) {
        return show(heap.root().get("readings", Readings.class));
    }

    static String show(Readings readings) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < readings.size(); i++) {
            text.append(readings.get(i)).append(' ');
        }
        return text.toString();
    }
}
