package org.jnvm.bench.ycsb;

import java.util.Arrays;
import java.util.List;

/**
 * Loads a store once and runs the mixes of YCSB on it by several numbers of clients, in a JVM of its own.
 *
 * <p>Arguments: the numbers, separated by colons; the {@link Plan}, with the most clients; the {@linkplain
 * Contender#arguments contender}. Prints {@code CLIENTS number} and a {@linkplain MixLines line} for each mix, for each
 * number.
 */
public final class ThreadsProcess {
    private ThreadsProcess() {}

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        List<String> words = Arrays.asList(arguments);
        List<Integer> clients =
                Arrays.stream(words.get(0).split(":")).map(Integer::valueOf).toList();
        Plan plan = Plan.of(words.subList(1, 1 + Plan.WORDS));
        Contender contender = Contender.of(words.subList(1 + Plan.WORDS, words.size()));
        YcsbProcess.run(plan, contender, clients).forEach(System.out::println);
    }
}
