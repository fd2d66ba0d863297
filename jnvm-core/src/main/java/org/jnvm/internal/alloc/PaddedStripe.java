package org.jnvm.internal.alloc;

/** Keeps the lock words of stripes more than a cache line apart. */
abstract class PaddedStripe {
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
