package org.jnvm.bench.ycsb;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is run on a store.
 *
 * @param records how many are loaded
 * @param fields of each record
 * @param length of each field in bytes
 * @param clients closed-loop threads
 * @param warmUpMs before each mix but the first, which gets more
 * @param measuredMs of each mix
 * @param mixes in this order
 */
public record Plan(long records, int fields, int length, int clients, int warmUpMs, int measuredMs, List<Mix> mixes) {
    static final int WORDS = 7;
    private static final String BETWEEN = ":";

    /** Refuses what cannot be run. */
    public Plan {
        if (records < 1 || fields < 1 || clients < 1) {
            throw new IllegalArgumentException("plan must have records, fields, clients: records=" + records
                    + ", fields=" + fields + ", clients=" + clients);
        }
        if (length < FieldBytes.LENGTH_MIN) {
            throw new IllegalArgumentException(
                    "field has no room for its version: length=" + length + ", least=" + FieldBytes.LENGTH_MIN);
        }
    }

    /** Returns it as arguments of a process. */
    public List<String> words() {
        return List.of(
                Long.toString(records),
                Integer.toString(fields),
                Integer.toString(length),
                Integer.toString(clients),
                Integer.toString(warmUpMs),
                Integer.toString(measuredMs),
                mixes.stream().map(Mix::name).collect(Collectors.joining(BETWEEN)));
    }

    static Plan of(List<String> words) {
        return new Plan(
                Long.parseLong(words.get(0)),
                Integer.parseInt(words.get(1)),
                Integer.parseInt(words.get(2)),
                Integer.parseInt(words.get(3)),
                Integer.parseInt(words.get(4)),
                Integer.parseInt(words.get(5)),
                Arrays.stream(words.get(6).split(BETWEEN)).map(Mix::valueOf).toList());
    }
}
