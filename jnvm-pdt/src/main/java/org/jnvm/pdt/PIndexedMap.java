package org.jnvm.pdt;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jnvm.ConflictException;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.secondary.IndexedEntries;
import org.jnvm.pdt.internal.secondary.Indexes;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent sorted map that keeps secondary indexes of its values: orders by number, that are found by date and by customer,
 * too. All changes go through the map, and each changes map and indexes together: after a crash both are as before, or both as
 * after.
 *
 * <pre>{@code
 * PIndexedMap<PString, Order> orders = new PIndexedMap<>();
 * heap.root().put("orders", orders);
 * PIndex<LocalDate, PString, Order> byDate = orders.index("date", Order::date);
 * orders.put(number, order);
 * byDate.stream(monday, true, sunday, true).forEach(this::print);
 * }</pre>
 *
 * <p><b>Indexes.</b> An index has a name, which is in the heap like its entries, and a key function, which is code and is not. So
 * {@link #index} makes an index the first time, and gives it its function again each time the heap was opened. Until each index
 * has its function, the map can be read, but what would change it is refused with {@link IndexNotAttachedException}: give
 * all of them theirs where the program finds the map. {@link PIndex} says which keys there are.
 *
 * <p><b>Members.</b> Keys and values as in {@link PSkipListMap}: persistent objects of the map's heap; keys are comparable, and
 * do not change. The map frees neither. The keys of the index entries it makes and frees by itself.
 *
 * <p><b>Changes of values.</b> Change what a key function reads by {@link #update}, or by {@link #compute} and its likes, or take the value out first: changes past
 * the map leave the index as it was. The next change of the value through the map finds out, where index and function
 * disagree, and is refused with {@link IndexMismatchException}; {@link #check} finds all such values, and {@link #reindex} mends
 * the index.
 *
 * <p><b>Durability.</b> A method that changes the map is durable when it returns, and failure-atomic as a whole, {@link #clear},
 * {@link #putAll} and {@link #replaceAll} included; inside a failure-atomic block it is durable, or undone, with that. If it throws, map and indexes are as they were,
 * and an enclosing block can go on. Making an index and {@link #reindex} go in steps, if no block is open: a crash between these
 * leaves an index that is not ready, and is never used so; the next {@link #index} makes it anew.
 *
 * <p><b>Threads.</b> Safe for use by several threads. One changes the map at a time, by a lock that each change holds until it is
 * durable, or until it returns to the block around it. Blocks that change the same key, or the same unique index key, exclude each
 * other as in {@link PSkipListMap}, with {@link ConflictException}. Key functions, and functions that changes are given, run while the
 * lock is held: they must be short, and wait for no other thread. One that changes the map is refused with {@link
 * IllegalStateException}. Readers wait for nobody; they see each entry before or after
 * a change, and may see the map before it sees the change of an index, and the other way round. Indexes are not made, dropped or made anew
 * while another thread has a block open that changed the map: {@code ConflictException}.
 *
 * <p><b>Memory.</b> An entry of a unique index takes some 37 bytes of the heap file and the index key; one of another index some
 * 24 bytes more. A string as index key is copied.
 *
 * <p><b>Freeing.</b> {@link #dispose} frees the map with all that it is made of. {@code heap.free} of the map leaves what it is made of
 * to the next recovery pass.
 *
 * @param <K> the keys: any persistent type that is comparable
 * @param <V> the values: any persistent type
 */
public final class PIndexedMap<K, V> extends AbstractProxy {
    private static final int RESERVED_ID = 57;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PIndexedMap.class, """
            class org.jnvm.pdt.PIndexedMap
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.PIndexedMap entries Lorg.jnvm.pdt.PSkipListMap; 8
            field org.jnvm.pdt.PIndexedMap indexes Lorg.jnvm.pdt.internal.secondary.StoredIndex; 16
            canonical""", PIndexedMap<Object, Object>::new, RESERVED_ID);

    private final IndexedEntries<K, V> indexed = new IndexedEntries<>(this, "map", PIndex.PARTS);

    /**
     * Makes an empty map without indexes, in the current heap.
     *
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PIndexedMap() {
        indexed.allocate();
    }

    private PIndexedMap(Region region, long ref, long @Nullable [] blocks) {
        super(region, ref, blocks);
    }

    private NavigableMap<K, V> entries() {
        return indexed.asMap();
    }

    private Indexes<K, V> all() {
        return indexed.indexes();
    }

    // ---- look-up ----

    /**
     * Returns the value of a key.
     *
     * @param key the key, or a {@code String} equal to a {@link PString} key
     * @return the value; null if the key is not there
     */
    public @Nullable V get(Object key) {
        return entries().get(key);
    }

    /**
     * Tells whether a key is there.
     *
     * @param key the key, or a {@code String} equal to a {@link PString} key
     * @return whether it is
     */
    public boolean containsKey(Object key) {
        return entries().containsKey(key);
    }

    /**
     * Returns the number of entries; see {@link PSkipListMap#size}.
     *
     * @return how many there are
     */
    public int size() {
        return entries().size();
    }

    /**
     * Tells whether there are no entries.
     *
     * @return whether that is so
     */
    public boolean isEmpty() {
        return entries().isEmpty();
    }

    /**
     * Reads from the value of a key what belongs together; see {@link PersistentMap#read}.
     *
     * @param <R> what is read
     * @param key the key, or a {@code String} equal to a {@link PString} key
     * @param function what reads from the value; must change nothing
     * @return its result; null if the key is not there
     */
    public <R extends @Nullable Object> @Nullable R read(Object key, Function<? super V, R> function) {
        return indexed.read(key, function);
    }

    /**
     * Returns a view of the map in the order of its keys. It cannot be changed; iterators are weakly consistent.
     *
     * @return the view
     */
    public NavigableMap<K, V> asMap() {
        return Collections.unmodifiableNavigableMap(entries());
    }

    // ---- change ----

    /**
     * Associates a key with a value. If the key was there, the map keeps the key object that it has.
     *
     * <p>Durable when it returns, with all indexes; inside a failure-atomic block, when that commits.
     *
     * @param key a persistent object of the map's heap
     * @param value a persistent object of the map's heap
     * @return the value before, which is not freed; null if the key was not there
     * @throws DuplicateKeyException if a unique index has the value's index key for another key; nothing was changed
     * @throws IndexNotAttachedException if an index has no key function; nothing was changed
     * @throws IndexMismatchException if an index does not fit the value before; nothing was changed
     * @throws ConflictException if another thread's open failure-atomic block changes the same; nothing was changed
     * @throws org.jnvm.HeapFullException if the heap has no room; nothing was changed
     */
    public @Nullable V put(K key, V value) {
        return indexed.put(key, value);
    }

    /**
     * Associates a key with a value, if it is not there. Otherwise like {@link #put}.
     *
     * @param key a persistent object of the map's heap
     * @param value a persistent object of the map's heap
     * @return the value that was there; null if the key was not
     */
    public @Nullable V putIfAbsent(K key, V value) {
        return indexed.putIfAbsent(key, value);
    }

    /**
     * Associates keys with values, all as one; otherwise like {@link #put}. Values that pass unique index keys on to each other may
     * come in any order: what counts is that none has the index key of another one at the end. Of a large map the block is large.
     *
     * @param entries keys and values, persistent objects of the map's heap
     * @throws DuplicateKeyException if a unique index would have two values of one index key; nothing was changed
     */
    public void putAll(Map<? extends K, ? extends V> entries) {
        indexed.putAll(entries);
    }

    /**
     * Replaces the value of a key, if it is there. Otherwise like {@link #put}.
     *
     * @param key the key
     * @param value a persistent object of the map's heap
     * @return the value before, which is not freed; null if the key was not there
     */
    public @Nullable V replace(K key, V value) {
        return indexed.replace(key, value);
    }

    /**
     * Replaces the value of a key, if it is the one that is expected. Otherwise like {@link #put}.
     *
     * @param key the key
     * @param expected what is {@code equal} to the value
     * @param value a persistent object of the map's heap
     * @return whether the value was replaced
     */
    public boolean replace(K key, V expected, V value) {
        return indexed.replace(key, expected, value);
    }

    /**
     * Removes a key. Neither the key object nor the value is freed.
     *
     * <p>Durable when it returns, with all indexes; inside a failure-atomic block, when that commits.
     *
     * @param key the key, or a {@code String} equal to a {@link PString} key
     * @return the value before; null if the key was not there
     * @throws IndexNotAttachedException if an index has no key function; nothing was changed
     * @throws IndexMismatchException if an index does not fit the value; nothing was changed
     * @throws ConflictException if another thread's open failure-atomic block changes the same; nothing was changed
     */
    public @Nullable V remove(Object key) {
        return indexed.remove(key);
    }

    /**
     * Removes all entries, in one failure-atomic block. Neither keys nor values are freed. Of a large map the block is large: remove
     * its keys one by one, or make another map, where all or nothing is not needed.
     */
    public void clear() {
        indexed.clear();
    }

    /**
     * Changes the value of a key where it is, and moves it in the indexes whose key functions return another key afterwards; all as one.
     *
     * <p>Durable when it returns, with all indexes; inside a failure-atomic block, when that commits. What the change throws undoes
     * it.
     *
     * @param key the key, or a {@code String} equal to a {@link PString} key
     * @param change what changes the value; must not change the map
     * @return whether the key was there; else nothing was done
     * @throws IllegalStateException if the change changes the map; nothing was changed
     * @throws DuplicateKeyException if a unique index has the new index key for another key; nothing was changed
     * @throws IndexNotAttachedException if an index has no key function; nothing was changed
     * @throws IndexMismatchException if an index does not fit the value before; nothing was changed
     * @throws ConflictException if another thread's open failure-atomic block changes the same; nothing was changed
     */
    public boolean update(Object key, Consumer<? super V> change) {
        return indexed.update(key, change);
    }

    // ---- change by a function ----

    /**
     * Gives a key the value that a function makes of the one that is there, as {@link Map#compute} does; map and indexes as one.
     *
     * <p>The function runs once, while no other thread changes the map. It may make persistent objects, and it may change the value
     * that it is given, and return that. It must not change the map. What it throws goes on to the caller, and all that it did is
     * undone. A value that is replaced or removed is not freed.
     *
     * <p>Durable when it returns, with all indexes; inside a failure-atomic block, when that commits.
     *
     * @param key a persistent object of the map's heap
     * @param function gets the key and its value, null if it is not there; returns the value that it is to have, a persistent object
     *     of the map's heap, or null to have the key removed
     * @return the value that the key has now; null if it is not there
     * @throws IllegalStateException if the function changes the map; nothing was changed
     * @throws DuplicateKeyException if a unique index has the index key of the new value for another key; nothing was changed
     * @throws IndexNotAttachedException if an index has no key function; nothing was changed
     * @throws IndexMismatchException if an index does not fit the value before; nothing was changed
     * @throws ConflictException if another thread's open failure-atomic block changes the same; nothing was changed
     * @throws org.jnvm.HeapFullException if the heap has no room; nothing was changed
     */
    public @Nullable V compute(K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
        return indexed.compute(key, function);
    }

    /**
     * Gives a key that is not there the value that a function makes, as {@link Map#computeIfAbsent} does; otherwise like {@link
     * #compute}. If the key is there this is a look-up, and waits for no other thread.
     *
     * @param key a persistent object of the map's heap
     * @param function returns the value of the key, or null to leave it out
     * @return the value that the key has now; null if it is not there
     */
    public @Nullable V computeIfAbsent(K key, Function<? super K, ? extends @Nullable V> function) {
        return indexed.computeIfAbsent(key, function);
    }

    /**
     * Gives a key that is there the value that a function makes of its value, as {@link Map#computeIfPresent} does; otherwise like
     * {@link #compute}.
     *
     * @param key the key
     * @param function gets the key and its value; returns the value that it is to have, or null to have the key removed
     * @return the value that the key has now; null if it is not there
     */
    public @Nullable V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends @Nullable V> function) {
        return indexed.computeIfPresent(key, function);
    }

    /**
     * Gives a key a value, or what a function makes of the one that is there and this one, as {@link Map#merge} does; otherwise like
     * {@link #compute}.
     *
     * @param key a persistent object of the map's heap
     * @param value the value if the key is not there, a persistent object of the map's heap
     * @param function gets the value that is there, and {@code value}; returns the value that the key is to have, or null to have it
     *     removed
     * @return the value that the key has now; null if it is not there
     */
    public @Nullable V merge(K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
        return indexed.merge(key, value, function);
    }

    /**
     * Gives each key the value that a function makes of its value, all as one. It throws what {@link #compute} throws. Values may pass
     * unique index keys on to each other, as in {@link #putAll}. Of a large map the block is large.
     *
     * @param function gets a key and its value; returns the value that it is to have
     * @throws NullPointerException if the function returns null; nothing was changed
     */
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        indexed.replaceAll(function);
    }

    // ---- indexes ----

    /** Returns the entries of an index, for tests. */
    NavigableMap<Object, Object> entriesOf(String name) {
        return all().entriesOf(name);
    }

    /**
     * Returns the names of the indexes that are in the heap, whether they have key functions or not.
     *
     * @return a new list, the index made last first
     */
    public List<String> indexes() {
        return all().names();
    }

    /**
     * Returns the index of a name, which may have many values of one index key. If there is none, it is made, of all values of the
     * map; else it gets its key function, which must return what it returned before.
     *
     * <p>Durable when it returns; inside a failure-atomic block, when that commits. Outside a block, making it goes in steps of some
     * hundred values: after a crash between them the index is not ready, and made anew when this is called again.
     *
     * @param <I> the index keys, as the program sees them
     * @param name any name
     * @param key returns the index key of a value, of a type that {@link PIndex} names; null for a value that is not to be in the index
     * @return the index
     * @throws IndexException if the index of the name is unique
     * @throws ConflictException if it is to be made, and another thread's open block has changed the map
     * @throws org.jnvm.HeapFullException if the heap has no room; there is no such index then
     */
    public <I> PIndex<I, K, V> index(String name, Function<? super V, ? extends @Nullable I> key) {
        return new PIndex<>(indexed, all().attach(name, false, key), false);
    }

    /**
     * Returns the index of a name, which has one value at most of an index key. Otherwise like {@link #index}.
     *
     * @param <I> the index keys, as the program sees them
     * @param name any name
     * @param key returns the index key of a value, of a type that {@link PIndex} names; null for a value that is not to be in the index
     * @return the index
     * @throws DuplicateKeyException if it is to be made, and two values have one index key; there is no such index then
     * @throws IndexException if the index of the name is not unique
     * @throws ConflictException if it is to be made, and another thread's open block has changed the map
     * @throws org.jnvm.HeapFullException if the heap has no room; there is no such index then
     */
    public <I> PIndex<I, K, V> uniqueIndex(String name, Function<? super V, ? extends @Nullable I> key) {
        return new PIndex<>(indexed, all().attach(name, true, key), false);
    }

    /**
     * Drops an index, and frees what it is made of. It needs no key function for that. Streams of it that are under way end early, or
     * throw {@link StaleObjectException}.
     *
     * <p>Durable when it returns; inside a failure-atomic block, when that commits. After a crash meanwhile the index is there as before,
     * or gone.
     *
     * @param name its name
     * @return whether it was there
     * @throws ConflictException if another thread's open block has changed the map
     */
    public boolean dropIndex(String name) {
        return all().drop(name);
    }

    /**
     * Makes an index anew, of what its key function returns now. Queries are refused meanwhile; streams that are under way end
     * early, or throw {@link StaleObjectException}.
     *
     * <p>Durable when it returns; inside a failure-atomic block, when that commits. Outside a block it goes in steps: after a crash
     * between them, or if it throws, the index is not ready, and changes of the map are refused, until it was made anew or dropped.
     *
     * @param name its name
     * @throws IndexException if there is no such index
     * @throws IndexNotAttachedException if the index has no key function
     * @throws DuplicateKeyException if the index is unique, and two values have one index key
     * @throws ConflictException if another thread's open block has changed the map
     */
    public void reindex(String name) {
        all().remake(name);
    }

    /**
     * Compares the indexes with the values. Reads all of both, and keeps other threads from changing the map meanwhile.
     *
     * @return what is wrong, a line for each difference; empty if nothing is
     * @throws IndexNotAttachedException if an index has no key function
     * @throws IndexException if an index is not ready
     */
    public List<String> check() {
        return all().check();
    }

    /**
     * Frees the map with its indexes and all that it is made of, but no key and no value. It cannot be used any more; nothing may lead
     * to it.
     *
     * @throws ConflictException if another thread's open block has changed the map
     */
    public void dispose() {
        all().disposeAll();
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
