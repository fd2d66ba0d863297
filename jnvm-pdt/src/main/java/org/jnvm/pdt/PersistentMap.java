package org.jnvm.pdt;

import java.util.AbstractMap;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jnvm.pdt.internal.index.CollectionIndex;
import org.jnvm.pdt.internal.index.MapView;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent map. What the maps of all kinds can do is here, and in {@link PersistentSortedMap}; {@link PHashMap} says
 * what holds for all of them.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public abstract sealed class PersistentMap<K, V> extends AbstractMap<K, V> implements Proxy
        permits PHashMap, PConcurrentHashMap, AutoPersistMap, PersistentSortedMap {
    private final MapView<K, V> view;
    private volatile ProxyCaching caching = ProxyCaching.BASE;

    PersistentMap(MapView<K, V> view) {
        this.view = view;
    }

    /** Makes the persistent part of a new map, in the current heap. */
    final void allocate(ProxyCaching choice) {
        Allocation.allocate(this);
        resurrect();
        caching(choice);
    }

    final CollectionIndex<K, V> index() {
        return view.index();
    }

    /** Returns what the map shows, as what tells the key objects that it has. */
    final MapView<K, V> view() {
        return view;
    }

    // ---- proxies of values ----

    /**
     * Tells whether proxies of values are kept.
     *
     * @return the variant
     */
    public final ProxyCaching caching() {
        return caching;
    }

    /**
     * Chooses whether proxies of values are kept, from now on and until the map is found again in a reopened heap: such
     * a map begins with {@link ProxyCaching#BASE}. {@link ProxyCaching#EAGER} makes the proxies of all values before
     * this returns.
     *
     * @param choice the variant
     */
    public final void caching(ProxyCaching choice) {
        Objects.requireNonNull(choice, "caching");
        if (choice != caching) {
            caching = choice;
            index().keepProxies(choice != ProxyCaching.BASE, choice == ProxyCaching.EAGER);
        }
    }

    // ---- look-up ----

    @Override
    public int size() {
        return view.size();
    }

    @Override
    public boolean isEmpty() {
        return view.isEmpty();
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public @Nullable V get(Object key) {
        return view.get(key);
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public V getOrDefault(Object key, V otherwise) {
        return view.getOrDefault(key, otherwise);
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public boolean containsKey(Object key) {
        return view.containsKey(key);
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public boolean containsValue(Object value) {
        return view.containsValue(value);
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
    public @Nullable V put(K key, V value) {
        return view.put(key, value);
    }

    /** {@inheritDoc} Durable like {@link #put}. */
    @Override
    public @Nullable V putIfAbsent(K key, V value) {
        return view.putIfAbsent(key, value);
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
    public @Nullable V remove(Object key) {
        return view.remove(key);
    }

    /** {@inheritDoc} Durable like {@link #remove(Object)}. */
    @Override
    public boolean remove(Object key, Object value) {
        return view.remove(key, value);
    }

    /** {@inheritDoc} Durable like {@link #put}. */
    @Override
    public @Nullable V replace(K key, V value) {
        return view.replace(key, value);
    }

    /** {@inheritDoc} Durable like {@link #put}. */
    @Override
    public boolean replace(K key, V expected, V value) {
        return view.replace(key, expected, value);
    }

    /** {@inheritDoc} The function must not change the map. Durable like {@link #put}. */
    @Override
    public @Nullable V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        return view.computeIfAbsent(key, function);
    }

    /** {@inheritDoc} The function must not change the map. Durable like {@link #put}. */
    @Override
    public @Nullable V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return view.computeIfPresent(key, function);
    }

    /** {@inheritDoc} The function must not change the map. Durable like {@link #put}. */
    @Override
    public @Nullable V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return view.compute(key, function);
    }

    /** {@inheritDoc} The function must not change the map. Durable like {@link #put}. */
    @Override
    public @Nullable V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        return view.merge(key, value, function);
    }

    /**
     * Changes the value of a key where it is, as one: a crash leaves all of the change or nothing of it, and so does {@link
     * #read} in other threads. The change is a failure-atomic block: what it throws undoes it. One of up to a KiB takes one
     * fence.
     *
     * <p>Durable when it returns; inside a failure-atomic block, when that commits. In a map for several threads updates of
     * one key come one after the other.
     *
     * @param key the key, or a {@code String} equal to a {@link PString} key
     * @param change what changes the value; must not change the map
     * @return whether the key was there; else nothing was done
     * @throws org.jnvm.FailureAtomicException if another thread's open failure-atomic block changes the entry or the value
     */
    public final boolean update(Object key, Consumer<? super V> change) {
        return view.update(key, change);
    }

    /**
     * Reads from the value of a key what belongs together: as it was before each {@link #update} of the key in other threads,
     * or after it. Takes no lock; where an update comes between, the function is called again. Of changes that are made in
     * other ways than by {@code update}, a value may be read in part.
     *
     * @param <R> what is read
     * @param key the key, or a {@code String} equal to a {@link PString} key
     * @param function what reads from the value; must change nothing, be short, and return no part of the value that
     *     changes. What it throws counts only if no update came between
     * @return its result; null if the key is not there
     */
    public final <R extends @Nullable Object> @Nullable R read(Object key, Function<? super V, R> function) {
        return view.read(key, function);
    }

    /**
     * Returns the elements of the {@link PByteArray} that is the value of a key. Makes no proxy of it, and takes less time than
     * {@code get(key).toArray()}. The elements are those of one moment, as {@link PByteArray#get(int, Object, int, int)} says,
     * also while other threads replace and free the value.
     *
     * @param key the key, or a {@code String} equal to a {@link PString} key
     * @return a new array; null if the key is not there
     * @throws ClassCastException if the value is no {@code PByteArray}
     */
    public final byte @Nullable [] getBytes(Object key) {
        return view.getBytes(key);
    }

    /**
     * Copies the elements of the {@link PByteArray} that is the value of a key to an array of the caller: those of one moment, like
     * {@link #getBytes}. No object is made for it.
     *
     * @param key the key, or a {@code String} equal to a {@link PString} key
     * @param target where to
     * @param from the index of the first element in there
     * @return how many elements the value has, -1 if the key is not there. If there is room for fewer behind {@code from}, the first
     *     ones were copied
     * @throws IndexOutOfBoundsException if there is no such index in {@code target}, nor right behind its end
     * @throws ClassCastException if the value is no {@code PByteArray}
     */
    public final int getInto(Object key, byte[] target, int from) {
        Objects.checkFromToIndex(from, target.length, target.length);
        return view.getInto(key, target, from);
    }

    /**
     * Changes bytes of the {@link PByteArray} that is the value of a key, as one: like {@link PByteArray#patch(int, Object)} it takes
     * one fence up to a KiB, and like {@link #update} it comes before or after other updates of the key.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     *
     * @param key the key, or a {@code String} equal to a {@link PString} key
     * @param index the first byte to change
     * @param source the new bytes
     * @return whether the key was there; else nothing was done
     * @throws IndexOutOfBoundsException if the array has no such bytes; nothing was changed
     * @throws ClassCastException if the value is no {@code PByteArray}
     * @throws org.jnvm.FailureAtomicException if another thread's open failure-atomic block changes the entry or the value
     */
    public final boolean patch(Object key, int index, byte[] source) {
        Consumer<V> byProxy = value -> ((PByteArray) value).patch(index, source);
        return view.patch(key, index, source, byProxy);
    }

    // ---- views ----

    /** Returns a view of the entries; their {@code setValue} writes through, durably like {@link #put}. */
    @Override
    public Set<Entry<K, V>> entrySet() {
        return view.entrySet(this);
    }

    /** Returns a view of the keys; what removes one is as durable as {@link #remove(Object)}. */
    @Override
    public Set<K> keySet() {
        return view.keySet();
    }

    /** Returns a view of the values; what removes one is as durable as {@link #remove(Object)}. */
    @Override
    public Collection<V> values() {
        return view.values();
    }

    /** {@inheritDoc} Refuses a map that contains itself, which has none. */
    @Override
    public int hashCode() {
        return view.hashCode();
    }

    // ---- proxy ----

    /** Attaches to the index; called by J-NVM. */
    @Override
    public void resurrect() {
        index().load();
    }

    @Override
    public final Region $jnvm$region() {
        return index().region();
    }

    @Override
    public final long $jnvm$ref() {
        return index().ref();
    }

    @Override
    public final void $jnvm$bind(Region region, long ref, long @Nullable [] blocks) {
        index().bind(this, region, ref);
    }
}
