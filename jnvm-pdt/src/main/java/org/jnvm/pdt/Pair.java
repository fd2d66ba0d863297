package org.jnvm.pdt;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.CellTable;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.Identity;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/**
 * A key and its value, as a map keeps them: a persistent object with two references, packed with others. Its proxy is
 * also the node of the map's mirror.
 *
 * <p>The value is the one thing in a packed object that changes. It is a word of its own, stored atomically, and in a
 * failure-atomic block an entry of the log: the block around it, with pairs of other maps and threads, is never copied.
 * A new pair instead would cost an allocation, two more entries or another fence, and a store to the cell as well.
 *
 * <p>What is <em>shown</em>, if anything is, is what readers get instead of that word: a kept proxy; the value before,
 * while a change is not durable yet or in flight; the last value, once the pair was removed.
 */
final class Pair extends Node implements Proxy {
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

    private Region region;
    private long ref;
    private volatile Object shown;

    /** Makes a pair, in the heap of its map; invalid until it is stored in a cell. */
    Pair(Proxy map, Object key, Object value) {
        Allocation.allocatePackedBeside(this, map, key, value);
    }

    private Pair(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    /** Frees the pair; this proxy can still be read until no read section is open that began before. */
    void free() {
        Allocation.free(new Pair(region, ref, null));
    }

    @Override
    void become(Node successor) {
        super.become(successor);
        $jnvm$bind(((Pair) successor).region, ((Pair) successor).ref, null);
    }

    /** {@inheritDoc} Null if the key was freed, without the entry, before a recovery. */
    @Override
    Object storedKey(CellTable cells) {
        return FieldAccess.getRef(this, KEY);
    }

    /** Returns the key if it is a string or an array of primitives, else null. */
    Object plainKey() {
        return FieldAccess.getPlainRef(this, KEY);
    }

    @Override
    Object stored() {
        return this;
    }

    @Override
    long id() {
        return ref;
    }

    Object shown() {
        return shown;
    }

    void show(Object value) {
        shown = value;
    }

    /** Returns a proxy of the value; null if the value was freed, without the entry, before a recovery. */
    Object value() {
        return FieldAccess.getWord(this, VALUE);
    }

    // persist-order: [value and what it leads to] < pfence (if it was invalid) < [pair.value] < psync   (in setWord)
    //   crash before psync: the old value or the new one, as the store is one aligned word
    //   the old value is not touched; it is the program's to free
    void storeValue(Object value) {
        FieldAccess.setWord(this, VALUE, value);
    }

    @Override
    public Region $jnvm$region() {
        return region;
    }

    @Override
    public long $jnvm$ref() {
        return ref;
    }

    @Override
    public void $jnvm$bind(Region newRegion, long newRef, long[] blocks) {
        region = newRegion;
        ref = newRef;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    @Override
    public String toString() {
        return Identity.describe(this);
    }
}
