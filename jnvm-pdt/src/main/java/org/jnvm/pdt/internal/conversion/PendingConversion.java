package org.jnvm.pdt.internal.conversion;

import org.jnvm.spi.Proxy;

/** A volatile object that refers to others, on its way into the heap, and its counterpart there. */
public abstract class PendingConversion {
    /** How far it is. */
    enum State {
        /** The counterpart was made. */
        MADE,
        /** What it leads to was found, and is converted now. */
        OPEN,
        /** The counterpart refers to all that it must. */
        FILLED
    }

    private final PendingConversion parent;
    private final Object step;
    private final Proxy counterpart;
    private State state = State.MADE;

    /**
     * Makes a pending conversion.
     *
     * @param parent that of the object which led to this one, or null
     * @param step how it led there: a name, an index, or what a message is to say
     * @param counterpart the counterpart, which is empty
     */
    protected PendingConversion(PendingConversion parent, Object step, Proxy counterpart) {
        this.parent = parent;
        this.step = step;
        this.counterpart = counterpart;
    }

    final PendingConversion parent() {
        return parent;
    }

    final Object step() {
        return step;
    }

    /** Returns the counterpart. */
    protected final Proxy counterpart() {
        return counterpart;
    }

    final State state() {
        return state;
    }

    final void state(State now) {
        state = now;
    }

    /** Converts what the object leads to, and lets the counterpart refer to it. */
    protected abstract void fill(Converter converter);

    /**
     * Tells whether the counterpart needs the hash codes or the order of what it is to hold. Then {@link #finish} is called
     * when that is filled, and all that it leads to.
     */
    boolean isOrdered() {
        return false;
    }

    /** Lets the counterpart hold what {@link #fill} converted. */
    void finish(Converter converter) {}

    /** Refuses a counterpart that does not find what it holds; called when all is filled. */
    void check(Converter converter) {}
}
