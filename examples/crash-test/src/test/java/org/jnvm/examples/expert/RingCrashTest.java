package org.jnvm.examples.expert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.junit.CrashCleanUp;
import org.jnvm.crashtest.junit.CrashGoOn;
import org.jnvm.crashtest.junit.CrashSetUp;
import org.jnvm.crashtest.junit.CrashState;
import org.jnvm.crashtest.junit.CrashTest;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.junit.jupiter.api.Test;

/**
 * Invariants checked: after a crash at any moment a ring has all values that were offered and not polled, in their order,
 * the one in flight or not; it can be used on; and each of its write-backs and fences is needed for that.
 */
class RingCrashTest {
    @CrashSetUp
    void aRingOfTwo(Heap heap) {
        heap.root().put("ring", new Ring<Part>(2));
        heap.root().put("spare", new Part(9));
    }

    @CrashTest(
            engines = {Engine.DEVIATION, Engine.LAZY, Engine.RECURSIVE},
            modes = {PersistenceMode.NVMM, PersistenceMode.NVMM_JMM})
    void offersAndPolls(CrashRun run) {
        Ring<Part> ring = ring(run.heap());
        run.operation("offer 1", () -> ring.offer(new Part(1)));
        run.operation("offer 2", () -> ring.offer(new Part(2)));
        run.operation("poll", () -> ring.poll().free());
        run.operation("offer 3", () -> ring.offer(new Part(3)));
        run.operation("poll", ring::poll);
        run.operation("offer spare", () -> ring.offer(run.heap().root().get("spare", Part.class)));
        run.operation("poll", ring::poll);
        run.operation("poll", ring::poll);
    }

    private final Object lock = new Object();

    @CrashTest(engines = Engine.LAZY, schedules = 20)
    void offersAndPollsByTwoThreads(CrashRun run) {
        Ring<Part> ring = ring(run.heap());
        run.thread(() -> {
            for (long number = 1; number <= 3; number++) {
                Part part = new Part(number);
                run.call("offer " + number, () -> {
                    synchronized (lock) {
                        return ring.offer(part);
                    }
                });
            }
        });
        run.thread(() -> run.operation("poll", () -> {
            synchronized (lock) {
                ring.poll();
            }
        }));
    }

    @CrashState
    String show(Heap heap) {
        return ring(heap).toList().stream().map(part -> part.number() + " ").collect(Collectors.joining());
    }

    /** As many values as fit, in the order of their offers, and out again: first and end are right. */
    @CrashGoOn
    void useOn(Heap heap) {
        Ring<Part> ring = ring(heap);
        List<Part> before = ring.toList();
        Part more = new Part(7);
        boolean fits = ring.offer(more);
        assertThat(fits).isEqualTo(before.size() < 2);
        for (Part part : before) {
            assertThat(ring.poll()).isEqualTo(part);
        }
        if (fits) {
            assertThat(ring.poll()).isEqualTo(more);
        }
        assertThat(ring.poll()).isNull();
        more.free();
        before.forEach(ring::offer);
    }

    @CrashCleanUp
    void freeAll(Heap heap) {
        Ring<Part> ring = ring(heap);
        Part spare = heap.root().get("spare", Part.class);
        heap.root().remove("ring");
        heap.root().remove("spare");
        ring.toList().stream().filter(part -> !part.equals(spare)).forEach(Part::free);
        ring.free();
        spare.free();
    }

    private CrashScenario scenario() {
        return CrashScenario.of(this::offersAndPolls).setUp(this::aRingOfTwo).state(this::show);
    }

    @Test
    void eachStepIsNeeded() {
        CrashExplorer.mutants(
                        scenario(),
                        Engine.LAZY,
                        EnumSet.allOf(CrashMutants.Kind.class),
                        place -> place.contains("Ring."))
                // the first two offers find first as it was made: there is nothing to write back
                .requireNeeded(19, List.of(Pattern.compile("PWB .* Ring.pwbFirst.*")));
    }

    @Test
    void aRingThatDoesNotRecoverIsFound() {
        CrashScenario forgetful = CrashScenario.of(this::offersAndPolls)
                .setUp(heap -> {
                    heap.root().put("ring", new ForgetfulRing<Part>(2));
                    heap.root().put("spare", new Part(9));
                })
                .state(this::show);
        assertThat(CrashExplorer.explore(forgetful, Engine.LAZY).failure())
                .contains("recovered , expected 1 2  or 2")
                .contains("not a matter of write-backs and fences");
    }

    @SuppressWarnings("unchecked") // what a root leads to has no type arguments
    private static Ring<Part> ring(Heap heap) {
        return heap.root().get("ring", Ring.class);
    }
}
