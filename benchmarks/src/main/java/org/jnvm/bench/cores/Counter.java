package org.jnvm.bench.cores;

import org.jnvm.FailureAtomic;
import org.jnvm.Persistent;

/** A number; the build transforms it. */
@Persistent
final class Counter {
    private long value;

    Counter() {}

    @FailureAtomic
    void add() {
        value++;
    }

    long value() {
        return value;
    }
}
