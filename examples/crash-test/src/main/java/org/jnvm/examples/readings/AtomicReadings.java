package org.jnvm.examples.readings;

import org.jnvm.FailureAtomic;
import org.jnvm.Persistent;

/** Readings that leave the order to a failure-atomic block. */
@Persistent
public class AtomicReadings extends Readings {
    /**
     * Makes an empty series.
     *
     * @param capacity how many readings it can take
     */
    public AtomicReadings(int capacity) {
        super(capacity);
    }

    @Override
    @FailureAtomic
    public void add(long value) {
        values.set(count, value);
        count++;
    }
}
