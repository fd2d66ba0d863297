package org.jnvm.testing;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jnvm.ParallelRecover;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A class whose {@code recover()} may run in several threads: it waits, if told so, until others do too. */
@ParallelRecover
public final class Mended extends TestObject {
    /** The addresses of the objects that were recovered. */
    public static final Set<Long> RECOVERED = ConcurrentHashMap.newKeySet();
    /** The threads that did it. */
    public static final Set<Thread> THREADS = ConcurrentHashMap.newKeySet();
    /** Counted down by the first object that a thread recovers, and waited for; null for no waiting. */
    public static volatile CountDownLatch meeting;

    private static final int NEXT = 8;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Mended.class, """
            class org.jnvm.testing.Mended
            version 1
            extends -
            bytes 248
            field org.jnvm.testing.Mended next Lorg.jnvm.testing.Mended; 8
            recover""", Mended::new);

    /** Makes one. */
    public Mended() {
        Allocation.allocate(this);
    }

    private Mended(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public void recover() {
        CountDownLatch latch = meeting;
        if (THREADS.add(Thread.currentThread()) && latch != null) {
            latch.countDown();
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        if (!RECOVERED.add(addr())) {
            throw new AssertionError("recovered twice");
        }
    }

    public void setNext(Mended next) {
        FieldAccess.setRef(this, NEXT, next);
    }
}
