package org.jnvm.pdt;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jnvm.spi.Proxy;

/** A volatile object that refers to others, on its way into the heap, and its counterpart there. */
abstract class Migrant {
    /** Steps of a path that are told at either end, if there are more. */
    private static final int TOLD = 8;

    /** How far it is. */
    enum State {
        /** The counterpart was made. */
        MADE,
        /** What it leads to was found, and is converted now. */
        OPEN,
        /** The counterpart refers to all that it must. */
        FILLED
    }

    private final Migrant parent;
    private final Object step;
    private final Proxy counterpart;
    private State state = State.MADE;

    /**
     * Makes a migrant.
     *
     * @param parent what led to it, or null
     * @param step how: see {@link #path}
     * @param counterpart its counterpart, which is empty
     */
    Migrant(Migrant parent, Object step, Proxy counterpart) {
        this.parent = parent;
        this.step = step;
        this.counterpart = counterpart;
    }

    final Proxy counterpart() {
        return counterpart;
    }

    final State state() {
        return state;
    }

    final void state(State now) {
        state = now;
    }

    /** Converts what it leads to, and lets the counterpart refer to it. */
    abstract void fill(Conversion conversion);

    /**
     * Tells whether the counterpart needs the hash codes or the order of what it is to hold. Then {@link #finish} is called
     * when that is filled, and all that it leads to.
     */
    boolean isOrdered() {
        return false;
    }

    /** Lets the counterpart hold what {@link #fill} converted. */
    void finish(Conversion conversion) {}

    /** Refuses a counterpart that does not find what it holds; called when all is filled. */
    void check(Conversion conversion) {}

    /** A step to a key of a map, or to the value of a key. */
    record KeyStep(Object key, boolean toKey) {
        @Override
        public String toString() {
            String text = key instanceof CharSequence
                    ? "\"" + key + "\""
                    : key == null || key instanceof PBox || PBox.canHold(key)
                            ? String.valueOf(key)
                            : key.getClass().getName(); // its toString may be anything
            return toKey ? ".key(" + text + ")" : "[" + text + "]";
        }
    }

    /**
     * Returns where an object is in the graph, as people write it: {@code value.lines[3].customer}.
     *
     * @param from what leads to it, or null
     * @param last how: a name, an index, or a {@link KeyStep}
     */
    static String path(Migrant from, Object last) {
        int steps = 1;
        for (Migrant at = from; at != null; at = at.parent) {
            steps++;
        }
        Deque<String> texts = new ArrayDeque<>();
        texts.addFirst(text(from, last));
        int step = 1;
        for (Migrant at = from; at != null; at = at.parent) {
            if (step < TOLD || step >= steps - TOLD) {
                texts.addFirst(text(at.parent, at.step));
            } else if (step == TOLD) {
                texts.addFirst("…" + (steps - 2 * TOLD) + " steps…");
            }
            step++;
        }
        return String.join("", texts);
    }

    private static String text(Migrant from, Object step) {
        if (step instanceof Integer) {
            return "[" + step + "]";
        }
        return from == null || step instanceof KeyStep ? step.toString() : "." + step;
    }
}
