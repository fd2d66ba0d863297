package org.jnvm.crashtest.internal.trace;

/** Hears of each moment at which another thread could go on instead of the calling one. */
public interface StepListener {
    /** Called when an event of the calling thread was recorded. */
    void recorded(EventKind kind);

    /** Called before the calling thread loads from persistent memory, or stores to it. */
    void accessing();

    /** Returns one that does nothing. */
    static StepListener none() {
        return new StepListener() {
            @Override
            public void recorded(EventKind kind) {
                // as said
            }

            @Override
            public void accessing() {
                // as said
            }
        };
    }
}
