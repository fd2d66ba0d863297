package org.jnvm.pdt.internal.value;

import java.util.function.IntSupplier;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** Which collection in the heap an implementation of one belongs to: its proxy passes on what it is bound to. */
public abstract class Binding {
    /** The proxy of the collection. */
    protected Proxy owner;
    /** The chunk that holds the collection's block; refuses every access once it was freed. */
    protected Region region;
    /** Where the block is in it, for the accessors of {@link #region}. */
    protected long pointer;

    private long ref;
    /** The thread that computes the hash code. */
    private Thread hashing;

    /** Makes a binding to nothing; {@link #bind} comes next. */
    protected Binding() {}

    /**
     * Binds to a collection.
     *
     * @param newOwner its proxy
     * @param newRegion the chunk that holds its block
     * @param newRef its reference word
     */
    public final void bind(Proxy newOwner, Region newRegion, long newRef) {
        owner = newOwner;
        region = newRegion;
        pointer = newRegion.pointer(newRef);
        ref = newRef;
    }

    /** Returns the chunk that holds the collection's block. */
    public final Region region() {
        return region;
    }

    /** Returns the reference word of the collection. */
    public final long ref() {
        return ref;
    }

    /**
     * Computes a hash code; refuses a collection that contains itself, which has none.
     *
     * @param computation computes it from the members
     * @return the hash code
     * @throws org.jnvm.JnvmException if this thread computes it already
     */
    public final int hash(IntSupplier computation) {
        Thread outer = hashing;
        Members.requireNotNested(owner, outer);
        hashing = Thread.currentThread();
        try {
            return computation.getAsInt();
        } finally {
            hashing = outer;
        }
    }
}
