package org.jnvm.pdt.internal.index;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.SlotTable;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/**
 * A key and its value, as a map keeps them: a persistent object with two references, packed with others. Its proxy is
 * also the node of the map's index.
 *
 * <p>The value is the one thing in a packed object that changes. It is a word of its own, stored atomically, and in a
 * failure-atomic block an entry of the log: the block around it, with entries of other maps and threads, is never copied.
 * A new entry instead would cost an allocation, two more words of the log or another fence, and a store to the slot as
 * well.
 *
 * <p>The <em>committed value</em>, if there is one, is what readers get instead of that word: a kept proxy; the value
 * before, while a change is not durable yet or in flight; the last value, once the entry was removed.
 */
final class MapEntry extends IndexNode implements Proxy {
    private static final int RESERVED_ID = 9;
    private static final int KEY = 8;
    private static final int VALUE = 16;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(MapEntry.class, """
            class org.jnvm.pdt.internal.index.MapEntry
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.internal.index.MapEntry key Lorg.jnvm.PObject; 8
            field org.jnvm.pdt.internal.index.MapEntry value Lorg.jnvm.PObject; 16""", MapEntry::new, RESERVED_ID);

    private Region region;
    private long ref;
    private volatile Object committedValue;

    /** Makes an entry, in the heap of its map; invalid until it is stored in a slot. */
    MapEntry(Proxy map, Object key, Object value) {
        Allocation.allocatePackedBeside(this, map, key, value);
    }

    private MapEntry(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    /** Frees the entry; this proxy can still be read until no epoch-protected section is open that began before. */
    @Override
    void free() {
        Allocation.free(new MapEntry(region, ref, null));
    }

    @Override
    void become(IndexNode successor) {
        super.become(successor);
        $jnvm$bind(((MapEntry) successor).region, ((MapEntry) successor).ref, null);
    }

    /** {@inheritDoc} Null if the key was freed, without the entry, before a recovery. */
    @Override
    Object storedKey(SlotTable slots) {
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

    Object committedValue() {
        return committedValue;
    }

    void committedValue(Object value) {
        committedValue = value;
    }

    /** Returns a proxy of the value; null if the value was freed, without the entry, before a recovery. */
    Object storedValue() {
        return FieldAccess.getWord(this, VALUE);
    }

    // persist-order: [value and what it leads to] < pfence (if it was invalid) < [entry.value] < psync   (in setWord)
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
