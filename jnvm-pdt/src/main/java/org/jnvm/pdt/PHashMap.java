package org.jnvm.pdt;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.jnvm.HeapFormatException;
import org.jnvm.spi.Access;
import org.jnvm.spi.CellTable;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/**
 * A persistent hash map (T§4.5.2), base variant: keeps a proxy of each key, and makes one of a value whenever it is
 * asked for.
 *
 * <p>The persistent part is a growing set of cells, each null or a reference to a pair of key and value. The logic is a
 * volatile mirror, which is built anew when the map is first used after the heap was opened. There is one proxy of a
 * map at a time, so two look-ups of one map give the same object.
 *
 * <p><b>Members.</b> Keys and values must be persistent objects of the map's heap: {@link
 * org.jnvm.NotTransformedException} and {@link org.jnvm.ForeignHeapException} otherwise; null is refused with {@link
 * NullPointerException}. The map validates what it is given, and never frees it. Remove an entry before you free its
 * key or value: while the entry is there, using the freed member throws {@link org.jnvm.InvalidObjectException}; if the
 * heap is reopened meanwhile, an entry without its key is gone, and one without its value reads as null.
 *
 * <p><b>Look-up.</b> {@code get}, {@code containsKey}, {@code remove}, {@code containsValue}, the key and entry sets
 * find a {@link PString} by an equal {@code String}: {@code map.get("k")}. Nothing else is converted. So a {@code
 * HashMap} with {@code String} keys may call this map equal to it, but not the other way round.
 *
 * <p><b>Durability.</b> A method that changes the map is durable when it returns; inside a failure-atomic block, when
 * that commits. {@code put}, {@code remove} and {@code setValue} of an entry are failure-atomic each; {@code putAll},
 * {@code clear}, {@code removeIf} and the like are sequences of these: after a crash a part may be done. Put them into
 * a failure-atomic block to have all or nothing. An aborted block leaves the map as it was before.
 *
 * <p><b>Threads.</b> Like {@link HashMap} not safe for use by several threads: guard it with a lock; if the map is
 * changed in a failure-atomic block, hold the lock until the outermost block has ended. Iterators are fail-fast, as far
 * as {@code HashMap}'s are.
 *
 * @param <K> the keys: any persistent type
 * @param <V> the values: any persistent type
 */
public final class PHashMap<K, V> extends AbstractMap<K, V> implements Proxy {
    private static final int RESERVED_ID = 16;
    private static final int CELLS = 8;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PHashMap.class, """
            class org.jnvm.pdt.PHashMap
            version 1
            extends -
            bytes 16
            field org.jnvm.pdt.PHashMap cells Ljnvm.CellBlock; 8
            canonical""", PHashMap<Object, Object>::new, RESERVED_ID);

    private Region region;
    private long place;
    private long ref;

    private CellTable cells;
    /** Each pair to itself; found by a {@link Probe}. */
    private Map<Pair, Pair> mirror;
    /** The thread that computes the hash code. */
    private Thread hashing;

    /**
     * Makes an empty map, in the current heap.
     *
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PHashMap() {
        Access.allocate(this);
        resurrect();
    }

    private PHashMap(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    /** Builds the mirror; called by J-NVM. */
    @Override
    public void resurrect() {
        mirror = new HashMap<>();
        Map<Pair, Pair> keyless = new HashMap<>();
        LongStream.Builder used = LongStream.builder();
        cells = CellTable.of(this, CELLS, (cell, pair) -> used.add(cell));
        used.build().forEach(cell -> load(cell, keyless));
        if (!Access.inFa(this)) {
            keyless.keySet().forEach(pair -> drop(pair.cell(), pair)); // nothing is dropped if the cells are damaged
        }
    }

    /** Adds the pair of a cell to the mirror, or to those whose key was freed, and set to null by recovery. */
    private void load(long cell, Map<Pair, Pair> keyless) {
        Object found = cells.get(cell);
        if (!(found instanceof Pair pair)) {
            throw damaged("cell of a map leads to no pair", cell, (Proxy) found);
        }
        Object key = pair.storedKey();
        pair.attach(cell, key, key == null ? 0 : key.hashCode());
        if ((key == null ? keyless : mirror).put(pair, pair) != null) {
            throw damaged("two cells of a map lead to one pair", cell, pair);
        }
    }

    private HeapFormatException damaged(String what, long cell, Proxy found) {
        return new HeapFormatException(what + ": heap=" + heap().path() + ", map=" + Access.describe(this)
                + ", cell=0x" + Long.toHexString(cell) + ", found=" + Access.describe(found)
                + "; restore the file from a copy");
    }

    // ---- look-up ----

    /** A key that is looked up: equal to the pair whose key is found by it. */
    private static final class Probe {
        private final Object key;
        private final int hash;

        private Probe(Object key) {
            this.key = key;
            this.hash = key.hashCode(); // of a String the same as of the PString
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Pair pair && Lookup.matches(key, pair.key());
        }
    }

    /** Returns the mirror; refuses a map that was freed, or whose heap was closed. */
    private Map<Pair, Pair> mirror() {
        region.getLong(place, CELLS);
        return mirror;
    }

    // Map.get and Map.remove are specified to ask the argument: key.equals(k)
    private Pair find(Object key) {
        return key == null ? null : mirror().get(new Probe(key));
    }

    /** Returns a value, as one step of an iteration: from reading the reference to making the proxy. */
    @SuppressWarnings("unchecked")
    private V value(Pair pair) {
        Access.enterRead();
        try {
            return (V) pair.value();
        } finally {
            Access.exitRead();
        }
    }

    @Override
    public int size() {
        return mirror().size();
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public V get(Object key) {
        Access.enterRead();
        try {
            Pair pair = find(key);
            return pair == null ? null : value(pair);
        } finally {
            Access.exitRead();
        }
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public boolean containsKey(Object key) {
        Access.enterRead();
        try {
            return find(key) != null;
        } finally {
            Access.exitRead();
        }
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public boolean containsValue(Object value) {
        for (Pair pair : mirror().values()) {
            Access.enterRead();
            try {
                if (Lookup.matches(value, pair.value())) {
                    return true;
                }
            } finally {
                Access.exitRead();
            }
        }
        return false;
    }

    // ---- change ----

    /**
     * Associates a key with a value. If the key was there, the map keeps the key object that it has.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits. After a crash the key
     * has its old value, or none if it had none, or the new one.
     *
     * @param key a persistent object of the map's heap
     * @param value a persistent object of the map's heap
     * @return the value before, which is not freed; null if the key was not there
     * @throws org.jnvm.HeapFullException if the heap has no room for another entry; the map is as it was
     */
    @Override
    public V put(K key, V value) {
        requireMember(key, "key of a map");
        requireMember(value, "value of a map");
        Pair pair = find(key);
        if (pair == null) {
            insert(key, value);
            return null;
        }
        V before = value(pair);
        pair.storeValue(value);
        return before;
    }

    private void requireMember(Object candidate, String what) {
        Members.require(this, Objects.requireNonNull(candidate, what));
    }

    // persist-order: [key, value, pair] < pfence < [cell] < psync   (all in CellTable.set)
    //   crash before the cell is durable: the pair is reachable from nothing, recovery takes it back
    //   crash after: the entry is there, with all that it leads to
    //   in a failure-atomic block: the cell is a word of the log, the pair becomes valid with the commit
    private void insert(K key, V value) {
        int hash = key.hashCode();
        long cell = cells.take();
        Pair pair;
        try {
            pair = new Pair(this, key, value);
        } catch (RuntimeException | Error e) {
            cells.giveBack(cell);
            throw e;
        }
        pair.attach(cell, key, hash);
        cells.set(cell, pair);
        mirror.put(pair, pair);
        Access.onAbort(this, () -> {
            mirror.remove(pair);
            cells.giveBack(cell);
        });
    }

    /**
     * Removes a key. Neither the key object nor the value is freed.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     *
     * @param key the key, or a {@code String} equal to a {@link PString} key
     * @return the value before; null if the key was not there
     */
    @Override
    public V remove(Object key) {
        Pair pair = find(key);
        if (pair == null) {
            return null;
        }
        V before = value(pair);
        unlink(pair);
        return before;
    }

    private void unlink(Pair pair) {
        drop(pair.cell(), pair);
        mirror.remove(pair);
        Access.onAbort(this, () -> mirror.put(pair, pair));
    }

    // persist-order: [cell = null] < psync (both in CellTable.set) < [freed header of the pair]
    //   crash before psync: the entry is there or not, with its pair whole
    //   crash after it: the pair is reachable from nothing, whether its freed header is durable or not
    //   the cell is given back last, when it is null durably: in a failure-atomic block after the commit, since until
    //   then an abort, or a replay of the log, must find no other entry in it
    private void drop(long cell, Pair pair) {
        cells.set(cell, null);
        Access.free(pair);
        Access.onCommit(this, () -> cells.giveBack(cell));
    }

    // ---- views ----

    private abstract class PairIterator<T> implements Iterator<T> {
        private final Iterator<Pair> pairs = mirror().values().iterator();
        private Pair last;

        @Override
        public boolean hasNext() {
            return pairs.hasNext();
        }

        Pair nextPair() {
            mirror();
            last = pairs.next();
            return last;
        }

        @Override
        public void remove() {
            mirror();
            pairs.remove(); // first, as it refuses what must be refused
            try {
                unlink(last);
            } catch (RuntimeException | Error e) {
                mirror.put(last, last);
                throw e;
            }
        }
    }

    private final class KeyIterator extends PairIterator<K> {
        @Override
        @SuppressWarnings("unchecked")
        public K next() throws NoSuchElementException {
            return (K) nextPair().key();
        }
    }

    private final class EntryIterator extends PairIterator<Entry<K, V>> {
        @Override
        public Entry<K, V> next() throws NoSuchElementException {
            return new LiveEntry(nextPair());
        }
    }

    /** An entry that reads and writes through to the map. */
    private final class LiveEntry implements Entry<K, V> {
        private final Pair pair;

        private LiveEntry(Pair pair) {
            this.pair = pair;
        }

        @Override
        @SuppressWarnings("unchecked")
        public K getKey() {
            return (K) pair.key();
        }

        @Override
        public V getValue() {
            return value(pair);
        }

        @Override
        public V setValue(V value) {
            requireMember(value, "value of a map");
            V before = value(pair);
            pair.storeValue(value);
            return before;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Entry<?, ?> that
                    && Objects.equals(getKey(), that.getKey())
                    && Objects.equals(getValue(), that.getValue());
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(getKey()) ^ Objects.hashCode(getValue());
        }

        @Override
        public String toString() {
            return getKey() + "=" + getValue();
        }
    }

    private final class EntrySet extends AbstractSet<Entry<K, V>> {
        @Override
        public Iterator<Entry<K, V>> iterator() {
            return new EntryIterator();
        }

        @Override
        public int size() {
            return PHashMap.this.size();
        }

        private Pair findEntry(Object entry) {
            Pair pair = entry instanceof Entry<?, ?> wanted ? find(wanted.getKey()) : null;
            return pair != null && Lookup.matches(((Entry<?, ?>) entry).getValue(), pair.value()) ? pair : null;
        }

        @Override
        public boolean contains(Object entry) {
            return findEntry(entry) != null;
        }

        @Override
        public boolean remove(Object entry) {
            Pair pair = findEntry(entry);
            if (pair == null) {
                return false;
            }
            unlink(pair);
            return true;
        }
    }

    private final class KeySet extends AbstractSet<K> {
        @Override
        public Iterator<K> iterator() {
            return new KeyIterator();
        }

        @Override
        public int size() {
            return PHashMap.this.size();
        }

        @Override
        public boolean contains(Object key) {
            return containsKey(key);
        }

        @Override
        public boolean remove(Object key) {
            Pair pair = find(key);
            if (pair == null) {
                return false;
            }
            unlink(pair);
            return true;
        }

        /** Not as inherited: that asks the argument, which does not find a {@code PString} by a {@code String}. */
        @Override
        public boolean removeAll(Collection<?> keys) {
            int before = size();
            for (Object key : keys) {
                remove(key);
            }
            return size() < before;
        }
    }

    /** Returns a view of the entries; their {@code setValue} writes through, durably like {@link #put}. */
    @Override
    public Set<Entry<K, V>> entrySet() {
        return new EntrySet();
    }

    @Override
    public Set<K> keySet() {
        return new KeySet();
    }

    /** Refuses a map that contains itself, which has no hash code. */
    @Override
    public int hashCode() {
        Thread outer = hashing;
        Members.requireNotNested(this, outer);
        hashing = Thread.currentThread();
        try {
            return super.hashCode();
        } finally {
            hashing = outer;
        }
    }

    // ---- proxy ----

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
        place = newRegion.place(newRef);
        ref = newRef;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
