package org.jnvm.internal.alloc;

/**
 * Keeps the words of its subclasses, which one thread writes all the time, off the cache lines of the object that lies before
 * it in memory: any object may, also one that all threads read. Off those of the one behind it they are kept by a subclass
 * of each, as the JVM puts the fields of a class behind those of its superclass.
 */
abstract class Padded {
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
}
