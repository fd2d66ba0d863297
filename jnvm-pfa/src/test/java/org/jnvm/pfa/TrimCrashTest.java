package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashMutants.Kind;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.Full;
import org.jnvm.testing.LongRunning;
import org.junit.jupiter.api.Test;

/**
 * Invariants checked: after a crash at any moment, an object whose pages were given back to the file system after it was freed, though
 * something durable still referred to it, is there as it was, or not at all; never with the zeros of a hole. What was made in a
 * hole since is there as it is to be. Under the recorder a hole is zeros that are
 * written, each line of which may have reached memory or not.
 */
@LongRunning
class TrimCrashTest {
    /** So many that the object has a whole page for itself, wherever it begins. */
    private static final int LENGTH = 1100;

    /** An object so long that it is taken where memory was never used, as the one behind it is. */
    private static final int BEFORE = 600;

    private static CrashScenario scenario() {
        return CrashScenario.of(TrimCrashTest::work)
                .setUp(heap -> {
                    heap.root().put("before", new Longs(BEFORE));
                    make(heap, "a", 1);
                })
                .invariant("no hole is part of an object", heap -> {
                    requireWhole(heap, "a", 1);
                    requireWhole(heap, "b", 2);
                })
                .goOn(heap -> make(heap, "c", 3))
                .bound(Full.ON ? 300 : 40);
    }

    private static void work(CrashRun run) {
        Heap heap = run.heap();
        Object freed = heap.root().get("a");
        run.operation("free", () -> heap.free(freed));
        run.operation("trim", () -> assertThat(heap.trim()).isPositive());
        run.operation("make", () -> make(heap, "b", 2));
    }

    private static void make(Heap heap, String name, long value) {
        Longs made = new Longs(LENGTH);
        long[] values = new long[LENGTH];
        Arrays.fill(values, value);
        made.write(0, values);
        heap.root().put(name, made);
    }

    private static void requireWhole(Heap heap, String name, long value) {
        Longs found;
        try {
            found = heap.root().get(name, Longs.class);
        } catch (StaleObjectException e) {
            return; // freed while the root refers to it
        }
        if (found != null) {
            assertThat(found.all()).containsOnly(value);
        }
    }

    @Test
    void noImageShowsAHole() {
        CrashExplorer.explore(scenario(), Engine.DEVIATION).requireGood();
    }

    @Test
    void withoutTheWriteBackOfWhatWasFreedOneDoes() {
        CrashMutants mutants = CrashExplorer.mutants(
                scenario(), Engine.LAZY, EnumSet.of(Kind.PWB), place -> place.contains("BlockAllocator.flushRetired"));
        assertThat(mutants.places()).anySatisfy((place, found) -> {
            assertThat(place).startsWith("PWB");
            assertThat(found).isNotEmpty();
        });
    }
}
