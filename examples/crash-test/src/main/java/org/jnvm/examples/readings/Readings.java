package org.jnvm.examples.readings;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.pdt.PLongArray;

/** Readings of a sensor, in order. Each is durable when {@link #add} returns. Not safe for several threads. */
@Persistent
public class Readings implements PObject {
    final PLongArray values;
    /** How many values count. */
    int count;

    /**
     * Makes an empty series.
     *
     * @param capacity how many readings it can take
     */
    public Readings(int capacity) {
        values = new PLongArray(capacity);
    }

    /** Made by the transformer: writes back the line of the field. */
    native void pwbCount();

    /** Adds a reading. */
    public void add(long value) {
        // persist-order: [value] < pfence < [count] < psync
        //   crash before the count: the value does not count; after it: the value is there
        values.set(count, value);
        values.pwb(count);
        pfence();
        count++;
        pwbCount();
        psync();
    }

    /** Returns how many readings there are. */
    public int size() {
        return count;
    }

    /** Returns a reading. */
    public long get(int index) {
        return values.get(index);
    }
}
