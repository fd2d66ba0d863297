package org.jnvm.internal.alloc;

/** A layer of slots, whose words are kept off the cache lines of the object behind it in memory. */
final class PaddedSlotLayer extends SlotLayer {
    /** Not used, like all others here. */
    long t0;

    long t1;
    long t2;
    long t3;
    long t4;
    long t5;
    long t6;
    long t7;
    long t8;
    long t9;
    long t10;
    long t11;
    long t12;
    long t13;
    long t14;
    long t15;
}
