package org.jnvm.examples.readings;

import org.jnvm.Persistent;

/** Readings with a bug: one fence less, which no test that kills the process can find. */
@Persistent
public class HastyReadings extends Readings {
    /**
     * Makes an empty series.
     *
     * @param capacity how many readings it can take
     */
    public HastyReadings(int capacity) {
        super(capacity);
    }

    @Override
    public void add(long value) {
        values.set(count, value);
        values.pwb(count); // and no fence: the count may persist, and the value not
        count++;
        pwbCount();
        psync();
    }
}
