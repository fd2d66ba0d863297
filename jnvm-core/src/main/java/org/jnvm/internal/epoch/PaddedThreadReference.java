package org.jnvm.internal.epoch;

import java.lang.ref.WeakReference;

/**
 * Keeps the words that a thread writes in its record off the cache lines of the object before it in memory, and of the
 * reference to the thread, which others read.
 */
abstract class PaddedThreadReference extends WeakReference<Thread> {
    /** Not used, like all others here: fills the gap behind the object's header, where the JVM would put a subclass's field. */
    int p;

    long p0;
    long p1;
    long p2;
    long p3;
    long p4;
    long p5;
    long p6;
    long p7;
    long p8;
    long p9;
    long p10;
    long p11;
    long p12;
    long p13;
    long p14;
    long p15;

    PaddedThreadReference(Thread thread) {
        super(thread);
    }
}
