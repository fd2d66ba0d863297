package org.jnvm.linear;

import java.util.Random;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.IntUnaryOperator;
import org.jnvm.crashtest.linear.Operation;
import org.jnvm.crashtest.linear.Operation.Effect;
import org.jnvm.pdt.PString;

/**
 * Of a map. A state is the value of the key, a number.
 */
final class MapSteps implements KeySteps {
    private final ConcurrentMap<PString, PString> map;
    private final PString[] values;
    private final Random random;

    /**
     * Makes random operations.
     *
     * @param map the map
     * @param values a string for each number
     */
    MapSteps(ConcurrentMap<PString, PString> map, PString[] values, Random random) {
        this.map = map;
        this.values = values;
        this.random = random;
    }

    private PString value(int number) {
        return number == ABSENT ? null : values[number];
    }

    private static Effect<Integer> returning(int result, IntUnaryOperator change) {
        return before -> before == result ? Integer.valueOf(change.applyAsInt(before)) : null;
    }

    /** What a function computes. */
    private static Effect<Integer> computing(int result, IntUnaryOperator function) {
        return before -> function.applyAsInt(before) == result ? Integer.valueOf(result) : null;
    }

    private static Effect<Integer> answering(boolean result, int expected, int after) {
        return before -> (before == expected) == result ? Integer.valueOf(result ? after : before) : null;
    }

    private static Operation<Integer> operation(String text, long start, Effect<Integer> effect) {
        return new Operation<>(text, start, System.nanoTime(), effect);
    }

    @Override
    public Operation<Integer> get(PString key) {
        long start = System.nanoTime();
        int result = KeySteps.number(map.get(key));
        return operation("get " + result, start, returning(result, before -> before));
    }

    @Override
    public Operation<Integer> read(PString key) {
        if (random.nextInt(4) != 0) {
            return get(key);
        }
        long start = System.nanoTime();
        boolean there = map.containsKey(key);
        return operation("containsKey " + there, start, before -> (before != ABSENT) == there ? before : null);
    }

    @Override
    public Operation<Integer> step(PString key) {
        int v = random.nextInt(VALUES);
        int old = random.nextInt(VALUES);
        int choice = random.nextInt(13);
        long start = System.nanoTime();
        switch (choice) {
            case 0:
                int put = KeySteps.number(map.put(key, values[v]));
                return operation("put " + v + ": " + put, start, returning(put, before -> v));
            case 1:
                int there = KeySteps.number(map.putIfAbsent(key, values[v]));
                return operation(
                        "putIfAbsent " + v + ": " + there,
                        start,
                        returning(there, before -> before == ABSENT ? v : before));
            case 2:
                int removed = KeySteps.number(map.remove(key));
                return operation("remove: " + removed, start, returning(removed, before -> ABSENT));
            case 3:
                boolean gone = map.remove(key, values[v]);
                return operation("remove " + v + ": " + gone, start, answering(gone, v, ABSENT));
            case 4:
                int replaced = KeySteps.number(map.replace(key, values[v]));
                return operation(
                        "replace " + v + ": " + replaced,
                        start,
                        returning(replaced, before -> before == ABSENT ? ABSENT : v));
            case 5:
                boolean done = map.replace(key, values[old], values[v]);
                return operation("replace " + old + ", " + v + ": " + done, start, answering(done, old, v));
            case 6:
                IntUnaryOperator toggle = before -> before == ABSENT ? v : before % 2 == 0 ? ABSENT : v;
                int computed = KeySteps.number(
                        map.compute(key, (k, before) -> value(toggle.applyAsInt(KeySteps.number(before)))));
                return operation("compute by " + v + ": " + computed, start, computing(computed, toggle));
            case 7:
                IntUnaryOperator next = before -> before == ABSENT || before == 0 ? ABSENT : (before + 1) % VALUES;
                int increased = KeySteps.number(
                        map.computeIfPresent(key, (k, before) -> value(next.applyAsInt(KeySteps.number(before)))));
                return operation("computeIfPresent: " + increased, start, computing(increased, next));
            case 8:
                int made = KeySteps.number(map.computeIfAbsent(key, k -> values[v]));
                return operation(
                        "computeIfAbsent " + v + ": " + made,
                        start,
                        computing(made, before -> before == ABSENT ? v : before));
            case 9:
                IntUnaryOperator add = before -> before == ABSENT ? v : (before + v) % VALUES;
                int merged = KeySteps.number(
                        map.merge(key, values[v], (before, given) -> value(add.applyAsInt(KeySteps.number(before)))));
                return operation("merge " + v + ": " + merged, start, computing(merged, add));
            case 10:
                return map instanceof ConcurrentNavigableMap<PString, PString> sorted ? poll(sorted, key) : read(key);
            default:
                return read(key);
        }
    }

    /** Polls from the range that consists of the key. */
    private Operation<Integer> poll(ConcurrentNavigableMap<PString, PString> sorted, PString key) {
        long start = System.nanoTime();
        var taken = sorted.subMap(key, true, key, true).pollFirstEntry();
        int result = KeySteps.number(taken == null ? null : taken.getValue());
        return operation("poll: " + result, start, returning(result, before -> ABSENT));
    }
}
