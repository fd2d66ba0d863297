package org.jnvm.pdt;

import org.jnvm.spi.AbstractProxy;
import org.jnvm.spi.Access;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/**
 * A key and its value, as a map keeps them: a persistent object with two references, packed with others. Its proxy is
 * also the node of the map's mirror: it knows its cell, the key's proxy and the key's hash code. Never the value's: that
 * is read each time.
 *
 * <p>The value is the one thing in a packed object that changes. It is a word of its own, stored atomically, and in a
 * failure-atomic block an entry of the log: the block around it, with pairs of other maps and threads, is never copied.
 * A new pair instead would cost an allocation, two more entries or another fence, and a store to the cell as well.
 *
 * <p>{@code equals} compares reference words, and {@code hashCode} is that of the key when it was put: neither reads
 * persistent memory, so that a mirror can be put back as it was while a failure-atomic block is aborted.
 */
final class Pair extends AbstractProxy {
    private static final int RESERVED_ID = 9;
    private static final int KEY = 8;
    private static final int VALUE = 16;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(Pair.class, """
            class org.jnvm.pdt.Pair
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.Pair key Lorg.jnvm.PObject; 8
            field org.jnvm.pdt.Pair value Lorg.jnvm.PObject; 16""", Pair::new, RESERVED_ID);

    private long cell;
    private Object key;
    private int hash;

    /** Makes a pair, in the heap of its map; invalid until it is stored in a cell. */
    Pair(Proxy map, Object key, Object value) {
        Access.allocatePackedBeside(this, map, key, value);
    }

    private Pair(Region region, long ref, long[] blocks) {
        super(region, ref);
    }

    /** Reads the reference to the key; null if the key was freed, without the entry, before a recovery. */
    Object storedKey() {
        return Access.getRef(this, KEY);
    }

    /** Makes this the node of a mirror. */
    void attach(long itsCell, Object itsKey, int itsHash) {
        cell = itsCell;
        key = itsKey;
        hash = itsHash;
    }

    long cell() {
        return cell;
    }

    Object key() {
        return key;
    }

    /** Returns a proxy of the value; null if the value was freed, without the entry, before a recovery. */
    Object value() {
        return Access.getWord(this, VALUE);
    }

    // persist-order: [value and what it leads to] < pfence (if it was invalid) < [pair.value] < psync   (in setWord)
    //   crash before psync: the old value or the new one, as the store is one aligned word
    //   the old value is not touched; it is the program's to free
    void storeValue(Object value) {
        Access.setWord(this, VALUE, value);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Pair that && $jnvm$ref() == that.$jnvm$ref();
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
