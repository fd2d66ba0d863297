package org.jnvm.examples.readings;

import org.jnvm.Heap;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.junit.CrashSetUp;
import org.jnvm.crashtest.junit.CrashState;
import org.jnvm.crashtest.junit.CrashTest;
import org.jnvm.crashtest.option.Engine;

/** Invariant checked: a failure-atomic method needs no write-back and no fence, and the lint engine asks for none. */
class AtomicReadingsTest {
    @CrashSetUp
    void readings(Heap heap) {
        heap.root().put("readings", new AtomicReadings(20));
    }

    @CrashTest(engines = {Engine.LINT, Engine.LAZY})
    void add(CrashRun run) {
        Readings readings = run.heap().root().get("readings", Readings.class);
        for (long value : new long[] {17, 18, 19}) {
            run.operation("add " + value, () -> readings.add(value));
        }
    }

    @CrashState
    String show(Heap heap) {
        return ReadingsTest.show(heap.root().get("readings", Readings.class));
    }
}
