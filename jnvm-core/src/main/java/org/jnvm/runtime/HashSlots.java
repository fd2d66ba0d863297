package org.jnvm.runtime;

import java.lang.ref.Reference;
import org.jnvm.JnvmException;
import org.jnvm.internal.heap.ObjectReferences;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.table.Entries;
import org.jnvm.internal.table.HashTable;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/** The hash table of a collection, whose index is in the heap, for data types; see {@link HashTable}. */
@SuppressWarnings("exports") // what it extends is used through it only
public abstract class HashSlots extends HashTable {
    /** Keys of a table and their hashes; see {@link HashTable#snapshot}. */
    public static final class Members extends Entries {
        /** Makes an empty list. */
        public Members() {}
    }

    private final PersistentHeap heap;
    private final ObjectReferences references;

    /**
     * Attaches to the table that a field of an object leads to.
     *
     * @param owner the object
     * @param off the offset of the field, in its master block
     * @param concurrent whether several threads use the table
     */
    protected HashSlots(Proxy owner, int off, boolean concurrent) {
        super(owner, off, concurrent);
        heap = PersistentHeap.of(owner);
        references = heap.references();
    }

    /** Attaches to a table whose full segments have another number of blocks, a power of 4; for tests. */
    protected HashSlots(Proxy owner, int off, boolean concurrent, int fullBlocks) {
        super(owner, off, concurrent, fullBlocks);
        heap = PersistentHeap.of(owner);
        references = heap.references();
    }

    /**
     * Tells whether a key is the one that is wanted; not asked of strings that are looked for by a string.
     *
     * @param key a persistent object
     * @param wanted what is looked for
     */
    protected abstract boolean matches(Object key, Object wanted);

    @Override
    protected final boolean isKey(long key, Object wanted) {
        return references.isEqual(key, wanted) || matches(references.key(key), wanted);
    }

    @Override
    protected final int hashCodeOf(long key) {
        return references.hashCode(references.key(key));
    }

    /** Returns what finds a key by what it is. */
    public static Object keyRef(long key) {
        return new KeyRef(key);
    }

    /** Like {@link HashTable#insert(int, Object, long, long)}. */
    public final void insert(int hash, Object key, Object value) {
        long keyRef = references.toStore(key);
        long valueRef = 0;
        try {
            valueRef = references.toStore(value);
            insert(hash, key, keyRef, valueRef);
        } catch (JnvmException e) {
            references.giveBack(keyRef, valueRef);
            throw e;
        }
        Reference.reachabilityFence(key); // kept by their proxies until an operation has begun
        Reference.reachabilityFence(value);
    }

    /** Like {@link HashTable#store(int, long, long)}; null removes the entry. */
    public final void store(int hash, long entry, @Nullable Object value) {
        long ref = references.toStore(value);
        try {
            store(hash, entry, ref);
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
