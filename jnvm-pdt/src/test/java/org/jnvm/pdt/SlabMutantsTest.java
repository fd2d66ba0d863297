package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashMutants.Kind;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.Test;

/**
 * Invariant checked: a string that one thread makes durable in a slot of a slab that another thread has just made is
 * there after a crash: the block is durably a slab before any slot of it is handed out, as a fence covers the
 * write-backs of its own thread only. Without that fence, or the write-back of the header before it, the string is lost.
 */
class SlabMutantsTest {
    private static final String TEXT = "x".repeat(70);

    private static CrashScenario scenario() {
        return CrashScenario.of(run -> run.operation("put", () -> {
                    inAnotherThread(run.heap(), () -> new PString(TEXT)); // makes the block, and no fence after that
                    run.heap().root().put("string", new PString(TEXT));
                }))
                .state(heap -> String.valueOf(heap.root().get("string")));
    }

    private static void inAnotherThread(Heap heap, Runnable work) {
        Thread thread = new Thread(() -> {
            try (Heap.Scope scope = heap.enter()) {
                work.run();
            }
        });
        thread.start();
        Threads.join(thread);
    }

    @Test
    void noImageLosesTheString() {
        CrashExplorer.explore(scenario(), Engine.LAZY).requireGood();
    }

    @Test
    void withoutTheFenceOrTheWriteBackItIsLost() {
        CrashMutants mutants = CrashExplorer.mutants(
                scenario(),
                Engine.DEVIATION,
                EnumSet.of(Kind.PWB, Kind.FENCE),
                place -> place.contains("SlabAllocator.format"));
        System.out.println(mutants);
        assertThat(mutants.places())
                .anySatisfy((place, loss) -> assertThat(place).startsWith("FENCE"));
    }
}
