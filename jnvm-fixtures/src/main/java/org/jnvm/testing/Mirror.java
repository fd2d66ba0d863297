package org.jnvm.testing;

import java.util.concurrent.atomic.AtomicInteger;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A canonical class, whose proxies hold volatile state: how often they were resurrected, and their peer. */
public final class Mirror extends TestObject {
    /** Calls of {@code resurrect()} on all mirrors. */
    public static final AtomicInteger RESURRECTED = new AtomicInteger();

    private static final int PEER = 8;
    private static final int FAIL = 16;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Mirror.class, """
            class org.jnvm.testing.Mirror
            version 1
            extends -
            bytes 248
            field org.jnvm.testing.Mirror peer Lorg.jnvm.testing.Mirror; 8
            field org.jnvm.testing.Mirror fail J 16
            canonical""", Mirror::new);

    private int resurrections;
    private Mirror peerMirror;

    /** Makes a mirror without a peer. */
    public Mirror() {
        Allocation.allocate(this);
    }

    private Mirror(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public void resurrect() {
        RESURRECTED.incrementAndGet();
        resurrections++;
        if (getLong(FAIL) != 0) {
            throw new IllegalStateException("told to fail");
        }
        peerMirror = (Mirror) FieldAccess.getRef(this, PEER);
    }

    public int resurrections() {
        return resurrections;
    }

    /** The peer as found when the mirror was resurrected. */
    public Mirror peerMirror() {
        return peerMirror;
    }

    public void setPeer(Mirror peer) {
        FieldAccess.setRef(this, PEER, peer);
    }

    public void setFail(boolean fail) {
        putLong(FAIL, fail ? 1 : 0);
    }
}
