package org.jnvm.linear;

import org.jnvm.crashtest.linear.Operation;
import org.jnvm.pdt.PString;

/** Random operations on one key of a concurrent collection, each with what it is in a sequence. */
interface KeySteps {
    /** The state of a key that is not there. */
    int ABSENT = -1;
    /** Values are the numbers below. */
    int VALUES = 6;

    /** Returns the number that a value stands for. */
    static int number(PString value) {
        return value == null ? ABSENT : Integer.parseInt(value.toString());
    }

    /** Looks a key up. */
    Operation<Integer> get(PString key);

    /** Looks a key up, in one of several ways. */
    Operation<Integer> read(PString key);

    /** Does something with a key, mostly a change. */
    Operation<Integer> step(PString key);
}
