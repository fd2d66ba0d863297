package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.StaleObjectException;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.RecordedRun;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariant checked: after a crash at any moment, an object that was freed while something durable still referred to it
 * is there as it was, or not at all; never with bytes of an object that was made in its block since. And the write-back
 * and the fence of retired headers are needed for that: without either there is a legal crash image that mixes the two.
 *
 * <p>The heap is full but for a few blocks, so that what is freed is used again at once.
 */
class RetireOrderMutantsTest {
    private static final long SEED = Seeds.of("RetireOrderMutants");
    /** Longer than the first line of a block, in which a header persists before what is stored after it. */
    private static final int LENGTH = 222;

    @TempDir
    Path folder;

    @Test
    void aBlockIsUsedAgainOnlyAfterItsHeaderIsDurablyFree() throws Exception {
        try (RecordedRun run = new RecordedRun(
                folder, RetireOrderMutantsTest::setUp, RetireOrderMutantsTest::show, RetireOrderMutantsTest::goOn)) {
            try (Heap.Scope scope = run.heap().enter()) {
                fill();
                run.begin();
                for (String name : new String[] {"a", "b", "c"}) {
                    run.operation(() -> run.heap().free(run.heap().root().get(name)));
                    run.operation(() -> new PString("x".repeat(LENGTH)));
                }
            }
            CrashImages images = run.images(SEED);
            assertThat(images.explore(Set.of(), 10)).as("trace as recorded").isNull();
            CrashMutants mutants =
                    run.mutants(images, op -> true, place -> place.contains("BlockAllocator.flushRetired"));
            System.out.println("crash points " + images.crashPoints() + ", images " + images.images() + ", " + mutants);
            assertThat(mutants.places().keySet()).anyMatch(place -> place.startsWith("FENCE"));
            assertThat(mutants.places().keySet()).anyMatch(place -> place.startsWith("PWB"));
            mutants.requireNeeded(2, List.of());
        }
    }

    private static void setUp(Heap heap) {
        for (String name : new String[] {"a", "b", "c"}) {
            heap.root().put(name, new PString(name.repeat(LENGTH)));
        }
        int count = 0;
        for (int length : new int[] {900_000, 10_000, 1000, LENGTH}) {
            try {
                while (true) {
                    heap.root().put("ballast" + count++, new PString("b".repeat(length)));
                }
            } catch (HeapFullException e) {
                // goes on with smaller ones
            }
        }
    }

    /** Takes all blocks that are left; nothing refers to them. */
    private static void fill() {
        try {
            while (true) {
                new PString("f".repeat(LENGTH));
            }
        } catch (HeapFullException e) {
            // as wanted
        }
    }

    /** Shows nothing but what is wrong: whether a freed object is still there is a matter of chance. */
    private static String show(Heap shown) {
        StringBuilder mixed = new StringBuilder();
        for (String name : new String[] {"a", "b", "c"}) {
            try {
                PString found = shown.root().get(name, PString.class);
                if (found != null && !found.toString().equals(name.repeat(LENGTH))) {
                    mixed.append(name).append("=").append(found);
                }
            } catch (StaleObjectException e) {
                // freed while the root refers to it
            }
        }
        return mixed.toString();
    }

    private static void goOn(Heap heap) {
        assertThat(heap.root().names()).contains("ballast0");
    }
}
