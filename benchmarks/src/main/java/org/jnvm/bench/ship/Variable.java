package org.jnvm.bench.ship;

import org.jnvm.Persistent;
import org.jnvm.pdt.PString;

/** A variable of a sensor's state, linked with others; the build transforms it. */
@Persistent
final class Variable {
    long value;
    double rate;
    PString name;
    Variable previous;
    Variable next;
    Variable peer;

    Variable(long value) {
        this.value = value;
    }
}
