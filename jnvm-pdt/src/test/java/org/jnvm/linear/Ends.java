package org.jnvm.linear;

import java.util.Random;
import java.util.TreeSet;
import org.jnvm.crashtest.linear.Operation;
import org.jnvm.crashtest.linear.Operation.Effect;
import org.jnvm.pdt.PString;

/**
 * Random operations on a sorted collection that ask for its ends, or change it. A state is the set of the keys' numbers.
 *
 * <p>As with {@code ConcurrentSkipListMap}, a poll takes what was the first at some moment of the call; at the moment at
 * which it takes it another thread may have put something before it. So it counts as the removal of what it took; that
 * nothing was there must be true at one moment.
 */
final class Ends {
    private static final int NONE = -1;

    private final Sorted sorted;
    private final PString[] keys;
    private final Random random;

    /**
     * Makes random operations.
     *
     * @param keys the keys, in their order
     */
    Ends(Sorted sorted, PString[] keys, Random random) {
        this.sorted = sorted;
        this.keys = keys;
        this.random = random;
    }

    private int number(PString key) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i].equals(key)) {
                return i;
            }
        }
        return NONE;
    }

    private static Effect<TreeSet<Integer>> adding(int key, boolean added) {
        return before -> {
            TreeSet<Integer> after = new TreeSet<>(before);
            return after.add(key) == added ? after : null;
        };
    }

    private static Effect<TreeSet<Integer>> removing(int key, boolean removed) {
        return before -> {
            TreeSet<Integer> after = new TreeSet<>(before);
            return after.remove(key) == removed ? after : null;
        };
    }

    private static Effect<TreeSet<Integer>> finding(int key, boolean first) {
        return before -> {
            int end = before.isEmpty() ? NONE : first ? before.first() : before.last();
            return end == key ? before : null;
        };
    }

    private static Operation<TreeSet<Integer>> operation(String text, long start, Effect<TreeSet<Integer>> effect) {
        return new Operation<>(text, start, System.nanoTime(), effect);
    }

    /** Does something. */
    Operation<TreeSet<Integer>> step() {
        int key = random.nextInt(keys.length);
        int choice = random.nextInt(7);
        long start = System.nanoTime();
        switch (choice) {
            case 0:
            case 1:
                boolean added = sorted.add(keys[key]);
                return operation("add " + key + ": " + added, start, adding(key, added));
            case 2:
                boolean removed = sorted.remove(keys[key]);
                return operation("remove " + key + ": " + removed, start, removing(key, removed));
            case 3:
            case 4:
                int taken = number(choice == 3 ? sorted.pollFirst() : sorted.pollLast());
                return operation("poll: " + taken, start, taken == NONE ? finding(NONE, true) : removing(taken, true));
            case 5:
                int first = number(sorted.first());
                return operation("first: " + first, start, finding(first, true));
            default:
                int last = number(sorted.last());
                return operation("last: " + last, start, finding(last, false));
        }
    }
}
