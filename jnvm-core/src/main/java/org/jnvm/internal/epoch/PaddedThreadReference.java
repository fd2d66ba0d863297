package org.jnvm.internal.epoch;

import java.lang.ref.WeakReference;

/** Keeps the words that threads write in their records a cache line or more apart. */
abstract class PaddedThreadReference extends WeakReference<Thread> {
    /** Not used. */
    long p0;

    long p1;
    long p2;
    long p3;
    long p4;
    long p5;
    long p6;
    long p7;

    PaddedThreadReference(Thread thread) {
        super(thread);
    }
}
