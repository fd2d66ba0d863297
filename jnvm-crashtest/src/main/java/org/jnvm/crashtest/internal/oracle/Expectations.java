package org.jnvm.crashtest.internal.oracle;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jnvm.Heap;
import org.jnvm.Recovery;
import org.jnvm.crashtest.internal.model.Progress;

/**
 * What is demanded of a recovered heap.
 *
 * @param state describes all that a heap holds; or null
 * @param allowed what it may describe
 * @param invariants by name; throw if they do not hold
 * @param goOn does something that does not change the state; or null
 * @param cleanUp frees everything; or null
 * @param leftOver objects by class after that, on a heap without a crash
 * @param recovery how crash images are opened
 * @param beside whether they are recovered as beside a program
 */
public record Expectations(
        Function<Heap, String> state,
        Function<Progress, Set<String>> allowed,
        Map<String, Consumer<Heap>> invariants,
        Consumer<Heap> goOn,
        Consumer<Heap> cleanUp,
        Map<String, Long> leftOver,
        Recovery recovery,
        boolean beside) {}
