package org.jnvm.internal.alloc;

/** Keeps the words that threads write in their layers and magazines more than a cache line apart. */
abstract class Padded {
    /** Not used. */
    long p0;

    long p1;
    long p2;
    long p3;
    long p4;
    long p5;
    long p6;
    long p7;
}
