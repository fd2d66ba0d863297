package org.jnvm.linear;

import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import org.jnvm.crashtest.linear.Operation;
import org.jnvm.crashtest.linear.Operation.Effect;
import org.jnvm.pdt.PString;

/** Of a set. A state says whether the element is there. */
final class SetSteps implements KeySteps {
    private static final int THERE = 0;

    private final Set<PString> set;
    private final Random random;

    SetSteps(Set<PString> set, Random random) {
        this.set = set;
        this.random = random;
    }

    private static Operation<Integer> operation(String text, long start, Effect<Integer> effect) {
        return new Operation<>(text, start, System.nanoTime(), effect);
    }

    /** What leaves a state behind, and tells whether there was another one before. */
    private static Effect<Integer> leaving(int after, boolean changed) {
        return before -> (before != after) == changed ? Integer.valueOf(after) : null;
    }

    @Override
    public Operation<Integer> get(PString key) {
        long start = System.nanoTime();
        boolean there = set.contains(key);
        return operation("contains " + there, start, before -> (before != ABSENT) == there ? before : null);
    }

    @Override
    public Operation<Integer> read(PString key) {
        return get(key);
    }

    @Override
    public Operation<Integer> step(PString key) {
        int choice = random.nextInt(7);
        long start = System.nanoTime();
        if (choice < 3) {
            boolean added = set.add(key);
            return operation("add: " + added, start, leaving(THERE, added));
        }
        if (choice == 3 && set instanceof NavigableSet<PString> sorted) {
            boolean taken = sorted.subSet(key, true, key, true).pollFirst() != null;
            return operation("poll: " + taken, start, leaving(ABSENT, taken));
        }
        if (choice < 6) {
            boolean removed = set.remove(key);
            return operation("remove: " + removed, start, leaving(ABSENT, removed));
        }
        return get(key);
    }
}
