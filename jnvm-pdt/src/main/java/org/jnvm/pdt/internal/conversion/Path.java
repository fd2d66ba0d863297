package org.jnvm.pdt.internal.conversion;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jnvm.pdt.internal.value.Values;

/** Where an object is in a graph, as people write it: {@code value.lines[3].customer}. */
final class Path {
    /** Steps that are told at either end, if there are more. */
    private static final int TOLD = 8;

    private Path() {}

    /** A step to a key of a map, or to the value of a key. */
    record KeyStep(Object key, boolean toKey) {
        @Override
        public String toString() {
            String text = key instanceof CharSequence
                    ? "\"" + key + "\""
                    : key == null || Values.isImmutable(key) || Values.isBoxable(key)
                            ? String.valueOf(key)
                            : key.getClass().getName(); // its toString may be anything
            return toKey ? ".key(" + text + ")" : "[" + text + "]";
        }
    }

    /**
     * Returns where an object is.
     *
     * @param from what leads to it, or null
     * @param last how: a name, an index, or a {@link KeyStep}
     */
    static String to(PendingConversion from, Object last) {
        int steps = 1;
        for (PendingConversion at = from; at != null; at = at.parent()) {
            steps++;
        }
        Deque<String> texts = new ArrayDeque<>();
        texts.addFirst(text(from, last));
        int step = 1;
        for (PendingConversion at = from; at != null; at = at.parent()) {
            if (step < TOLD || step >= steps - TOLD) {
                texts.addFirst(text(at.parent(), at.step()));
            } else if (step == TOLD) {
                texts.addFirst("…" + (steps - 2 * TOLD) + " steps…");
            }
            step++;
        }
        return String.join("", texts);
    }

    private static String text(PendingConversion from, Object step) {
        if (step instanceof Integer) {
            return "[" + step + "]";
        }
        return from == null || step instanceof KeyStep ? step.toString() : "." + step;
    }
}
