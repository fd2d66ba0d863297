package org.jnvm.crashtest.litmus;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jnvm.crashtest.internal.engine.Explorer;
import org.jnvm.crashtest.internal.engine.Result;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.crashtest.option.Pruning;

/**
 * A small program on persistent memory without a heap: variables that lie in given lines, stores, write-backs, fences.
 * What a crash may leave of it is the set of the values of some variables.
 */
final class Litmus {
    /** Variables of one line. */
    static final int X = 0;

    static final int X2 = 8;
    /** Another line of the same sector. */
    static final int Y = 64;

    static final int Y2 = 72;
    /** Another sector of the same page. */
    static final int Z = 1024;
    /** Another page. */
    static final int W = 8192;

    private static final int BYTES = 16384;
    private static final long BOUND = 100_000;

    private final Trace trace = new Trace();

    Litmus() {
        trace.started(new byte[BYTES]);
    }

    static Litmus of(Consumer<Litmus> program) {
        Litmus litmus = new Litmus();
        program.accept(litmus);
        return litmus;
    }

    Litmus store(int variable, long value) {
        trace.stored(variable, word(value));
        return this;
    }

    Litmus release(int variable, long value) {
        trace.storedRelease(variable, word(value));
        return this;
    }

    /** A store of two words that is not atomic. */
    Litmus storeTwo(int variable, long first, long second) {
        trace.stored(
                variable,
                ByteBuffer.allocate(16)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(first)
                        .putLong(second)
                        .array());
        return this;
    }

    Litmus pwb(int variable) {
        trace.writtenBack(variable & -64);
        return this;
    }

    Litmus fence() {
        trace.fenced();
        return this;
    }

    Litmus persist(int variable) {
        return pwb(variable).fence();
    }

    /** Does something as another thread. */
    Litmus elsewhere(Runnable actions) {
        Thread thread = new Thread(actions);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return this;
    }

    private static byte[] word(long value) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }

    /** Returns what a crash may leave in some variables, like {@code 1,0}. */
    Set<String> outcomes(PersistenceMode mode, Engine engine, int... variables) {
        Set<String> seen = new TreeSet<>();
        Explorer explorer = new Explorer(
                trace,
                mode,
                (memory, progress) -> {
                    StringBuilder values = new StringBuilder();
                    for (int variable : variables) {
                        values.append(values.isEmpty() ? "" : ",").append(memory.load(variable));
                    }
                    seen.add(values.toString());
                    return null;
                },
                engine == Engine.EAGER ? Pruning.NONE : Pruning.EQUAL,
                1,
                BOUND);
        Result result = explorer.explore(engine, Set.of(), 0);
        if (!result.complete()) {
            throw new AssertionError("too many images: " + result);
        }
        return seen;
    }

    /** Returns how many images or runs of recovery an engine takes. */
    long images(PersistenceMode mode, Engine engine, int... variables) {
        return new Explorer(
                        trace,
                        mode,
                        (memory, progress) -> {
                            for (int variable : variables) {
                                memory.load(variable);
                            }
                            return null;
                        },
                        Pruning.NONE,
                        1,
                        BOUND)
                .explore(engine, Set.of(), 0)
                .images();
    }
}
