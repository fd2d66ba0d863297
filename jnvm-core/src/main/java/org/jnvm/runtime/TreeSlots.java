package org.jnvm.runtime;

import java.lang.ref.Reference;
import java.util.function.Consumer;
import org.jnvm.JnvmException;
import org.jnvm.internal.heap.ObjectReferences;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.tree.Found;
import org.jnvm.internal.tree.Tree;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/** The B+-tree of a sorted collection, whose index is in the heap, for data types; see {@link Tree}. */
@SuppressWarnings("exports") // what it extends is used through it only
public abstract class TreeSlots extends Tree {
    /** Entries of a tree; see {@link Tree#collect}. */
    public static final class Entries extends Found {
        /** Makes an empty list. */
        public Entries() {}
    }

    /** Gets entries in order; see {@link Tree#fill}. */
    public interface Filler {
        /**
         * Adds an entry.
         *
         * @param key the key
         * @param value its value
         * @throws IllegalArgumentException if the key is not behind that of the last one
         */
        void add(Object key, Object value);
    }

    private final PersistentHeap heap;
    private final ObjectReferences references;

    /**
     * Attaches to the tree that a field of an object leads to.
     *
     * @param owner the object
     * @param off the offset of the field, in its master block
     * @param concurrent whether several threads use the tree
     */
    protected TreeSlots(Proxy owner, int off, boolean concurrent) {
        this(owner, off, concurrent, 0, 0);
    }

    /** Attaches to a tree whose full leaves have another number of places, and full nodes of children; for tests. */
    protected TreeSlots(Proxy owner, int off, boolean concurrent, int places, int children) {
        super(owner, off, concurrent, places, children);
        heap = PersistentHeap.of(owner);
        references = heap.references();
    }

    /** Like {@link Tree#fill}. */
    public final long fillInOrder(Consumer<Filler> entries) {
        return fill(filler ->
                entries.accept((key, value) -> filler.add(key, references.toStore(key), references.toStore(value))));
    }

    /** Like {@link Tree#insert(Object, long, long)}. */
    public final void insert(Object key, Object value) {
        long keyRef = references.toStore(key);
        long valueRef = 0;
        try {
            valueRef = references.toStore(value);
            insert(key, keyRef, valueRef);
        } catch (JnvmException e) {
            references.giveBack(keyRef, valueRef);
            throw e;
        }
        Reference.reachabilityFence(key); // kept by their proxies until an operation has begun
        Reference.reachabilityFence(value);
    }

    /** Like {@link Tree#store(Object, long, long)}; null removes the entry. */
    public final void store(Object wanted, long entry, @Nullable Object value) {
        long ref = references.toStore(value);
        try {
            store(wanted, entry, ref);
        } catch (JnvmException e) {
            references.giveBack(ref);
            throw e;
        }
        Reference.reachabilityFence(value);
    }

    /** Locks an entry for the open block, as if it changed it; its version changes with the commit. */
    public final void claim(long entry) {
        heap.fa().memory().lockWord(entry);
    }
}
