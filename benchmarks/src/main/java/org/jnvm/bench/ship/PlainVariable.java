package org.jnvm.bench.ship;

import java.io.Serializable;

/** What {@link Variable} is, on the Java heap. */
final class PlainVariable implements Serializable {
    private static final long serialVersionUID = 1L;

    long value;
    double rate;
    String name;
    PlainVariable previous;
    PlainVariable next;
    PlainVariable peer;
}
