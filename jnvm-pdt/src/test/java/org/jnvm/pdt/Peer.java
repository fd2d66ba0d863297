package org.jnvm.pdt;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/**
 * A canonical persistent class as the transformer would make it, which refers to a collection that may have it as a key:
 * whose code looks that up while the collection is resurrected, and notes the threads it runs in.
 */
final class Peer extends AbstractProxy implements Comparable<Peer> {
    /** The threads that resurrected or hashed one. */
    static final Set<Thread> THREADS = ConcurrentHashMap.newKeySet();

    private static final int VALUE = 8;
    private static final int COLLECTION = 16;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Peer.class, """
            class org.jnvm.pdt.Peer
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.Peer value J 8
            field org.jnvm.pdt.Peer collection Lorg.jnvm.PObject; 16
            canonical""", Peer::new);

    private Object collection;

    Peer(long value, Object collection) {
        Allocation.allocate(this);
        region.putLong(pointer, VALUE, value);
        FieldAccess.setRef(this, COLLECTION, collection);
        this.collection = collection;
    }

    private Peer(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public void resurrect() {
        THREADS.add(Thread.currentThread());
        collection = FieldAccess.getRef(this, COLLECTION);
    }

    Object collection() {
        return collection;
    }

    private long value() {
        return region.getLong(pointer, VALUE);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Peer that && value() == that.value();
    }

    @Override
    public int hashCode() {
        THREADS.add(Thread.currentThread());
        return Long.hashCode(value());
    }

    @Override
    public int compareTo(Peer other) {
        return Long.compare(value(), other.value());
    }
}
