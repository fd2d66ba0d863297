package org.jnvm.pdt;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jnvm.pdt.internal.hash.HashView;
import org.jnvm.pdt.internal.value.Members;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent hash map that takes volatile keys and values: what is put that is not persistent is converted,
 * with all that it leads to; what is found in the map is persistent. Like {@link PHashMap}, but for what is said here.
 *
 * <p><b>Types.</b> {@code K} and {@code V} are what is put and what is found have in common: {@code CharSequence} for
 * strings, {@code List<...>}, an interface that a class and its counterpart implement, or {@code Object}.
 *
 * <pre>{@code
 * AutoPersistMap<CharSequence, Object> map = new AutoPersistMap<>();
 * map.put("order 1", order);                       // an Order implements Convertible<POrder>
 * POrder found = (POrder) map.get("order 1");
 * }</pre>
 *
 * <p><b>Conversion.</b>
 *
 * <table>
 * <caption>Counterparts</caption>
 * <tr><th>of</th><th>is</th></tr>
 * <tr><td>a persistent object of the map's heap</td><td>the object itself; nothing is looked for in it</td></tr>
 * <tr><td>an object that implements {@link Convertible}</td><td>what it says</td></tr>
 * <tr><td>{@code String}</td><td>{@link PString}</td></tr>
 * <tr><td>{@code Boolean}, {@code Byte}, … {@code Double}</td><td>{@link PBox}</td></tr>
 * <tr><td>{@code int[]} and the like; an array of references</td><td>{@link PIntArray} and the like; {@link PArray}</td></tr>
 * <tr><td>{@code List}</td><td>{@link PArrayList}</td></tr>
 * <tr><td>{@code ConcurrentNavigableMap}, other {@code ConcurrentMap}s, other {@code SortedMap}s, other {@code Map}s</td>
 *     <td>{@link PSkipListMap}, {@link PConcurrentHashMap}, {@link PTreeMap}, {@link PHashMap}: without a comparator,
 *     and without the order of a {@code LinkedHashMap}</td></tr>
 * <tr><td>{@code Set}s likewise</td><td>{@link PSkipListSet}, {@link PConcurrentHashSet}, {@link PTreeSet}, {@link
 *     PHashSet}</td></tr>
 * <tr><td>another value: a date, an enum, a record of values, what {@link org.jnvm.ByValue} names</td><td>itself; what holds it owns it</td></tr>
 * <tr><td>anything else; null in a map or set</td><td>{@link ConversionException}, which says where it is</td></tr>
 * </table>
 *
 * <p>In one call each object is converted once: shared objects stay shared, cycles stay cycles. There is no limit to
 * how many objects follow each other. The volatile objects are read, not changed; later changes of them do not reach
 * the map. They must not be changed meanwhile. If a call throws, the map is as it was, and what was made is freed.
 *
 * <p><b>Look-up.</b> A {@code String} finds an equal {@link PString}, a box a {@link PBox}, a list, set or map of {@code
 * java.util} a persistent one with such members; a {@link Convertible} its counterpart if it is equal to that and has its
 * hash code. Arrays are keys by identity, so one finds nothing.
 *
 * <p><b>Durability.</b> All that a call converts becomes reachable by one store, which is durable when the call returns;
 * inside a failure-atomic block, when that commits. After a crash the entry is there with the whole graph, or none of it.
 *
 * <p><b>Ownership.</b> The map frees nothing by itself, as with all collections: what was replaced or removed may be used
 * elsewhere. {@link #removeAndFree}, {@link #clearAndFree} and {@link #freeGraph} free keys and values with all that they
 * lead to.
 *
 * <p><b>Threads.</b> Like {@link PHashMap} not safe for use by several threads.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class AutoPersistMap<K, V> extends PersistentMap<K, V> {
    private static final int RESERVED_ID = 39;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(AutoPersistMap.class, """
            class org.jnvm.pdt.AutoPersistMap
            version 1
            extends -
            bytes 16
            field org.jnvm.pdt.AutoPersistMap table Ljnvm.Table; 8
            canonical""", AutoPersistMap<Object, Object>::new, RESERVED_ID);

    /**
     * Makes an empty map, in the current heap, that keeps no proxies of values.
     *
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public AutoPersistMap() {
        this(ProxyCaching.BASE);
    }

    /**
     * Makes an empty map, in the current heap.
     *
     * @param caching whether proxies of values are kept
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public AutoPersistMap(ProxyCaching caching) {
        super(HashView.plain());
        allocate(caching);
    }

    private AutoPersistMap(Region region, long ref, long @Nullable [] blocks) {
        super(HashView.plain());
        $jnvm$bind(region, ref, blocks);
    }

    // ---- change ----

    /**
     * Associates a key with a value, both of which are converted if they are volatile. If the key was there, the map keeps
     * the key object that it has, and the one given is not converted.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits. After a crash the key
     * has its old value, or none if it had none, or the new one, each with all that it leads to.
     *
     * @param key persistent in the map's heap, or with a counterpart
     * @param value persistent in the map's heap, or with a counterpart
     * @return the persistent value before, which is not freed; null if the key was not there
     * @throws ConversionException if one of the objects has no counterpart; the map is as it was
     * @throws org.jnvm.HeapFullException if there is no room; the map is as it was
     */
    // persist-order: [key, value and all that they lead to, entry] < pfence < [slot] < psync, or
    //   [value and all that it leads to] < pfence < [value word of the entry] < psync   (see internal.table.HashTable)
    //   while it is converted, nothing leads to what is made: a crash leaves it to recovery
    @Override
    public @Nullable V put(K key, V value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        if (key instanceof Proxy && value instanceof Proxy) {
            return super.put(key, value);
        }
        return Conversion.run(this, conversion -> converted(conversion, key, value));
    }

    private @Nullable V converted(Conversion conversion, K key, V value) {
        if (containsKey(key)) {
            return super.replace(key, counterpart(conversion, "value", value));
        }
        K made = counterpart(conversion, "key", key);
        if (made != key && containsKey(made)) { // the volatile key is not equal to it
            @Nullable
            V before = Conversion.run(this, another -> super.replace(made, counterpart(another, "value", value)));
            conversion.discard();
            return before;
        }
        return super.put(made, counterpart(conversion, "value", value));
    }

    @SuppressWarnings("unchecked")
    private static <T> T counterpart(Conversion conversion, String name, T object) {
        return (T) conversion.convertAll(name, object);
    }

    /** {@inheritDoc} Converts as {@link #put} does, if the key is not there. */
    @Override
    public @Nullable V putIfAbsent(K key, V value) {
        Objects.requireNonNull(value, "value");
        V before = get(Objects.requireNonNull(key, "key"));
        return before != null ? before : put(key, value);
    }

    /** {@inheritDoc} Converts as {@link #put} does, if the key is there. */
    @Override
    public @Nullable V replace(K key, V value) {
        Objects.requireNonNull(value, "value");
        return containsKey(Objects.requireNonNull(key, "key")) ? put(key, value) : null;
    }

    /** {@inheritDoc} Converts as {@link #put} does; the value that is expected may be volatile, too. */
    @Override
    public boolean replace(K key, V expected, V value) {
        Objects.requireNonNull(value, "value");
        V before = get(Objects.requireNonNull(key, "key"));
        if (before == null || !Values.matches(expected, before)) {
            return false;
        }
        put(key, value);
        return true;
    }

    /** {@inheritDoc} Converts as {@link #put} does; returns what is persistent. The function must not change the map. */
    @Override
    public @Nullable V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        V present = get(Objects.requireNonNull(key, "key"));
        return present != null ? present : store(key, null, function.apply(key));
    }

    /** {@inheritDoc} Converts as {@link #put} does; returns what is persistent. The function must not change the map. */
    @Override
    public @Nullable V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        V before = get(Objects.requireNonNull(key, "key"));
        return before == null ? null : store(key, before, function.apply(key, before));
    }

    /** {@inheritDoc} Converts as {@link #put} does; returns what is persistent. The function must not change the map. */
    @Override
    public @Nullable V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        V before = get(Objects.requireNonNull(key, "key"));
        return store(key, before, function.apply(key, before));
    }

    /** {@inheritDoc} Converts as {@link #put} does; returns what is persistent. The function must not change the map. */
    @Override
    public @Nullable V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(function, "function");
        return compute(key, (k, before) -> before == null ? value : function.apply(before, value));
    }

    /** Stores what a function returned, or removes the key. Returns the persistent value. */
    private @Nullable V store(K key, @Nullable V before, @Nullable V after) {
        if (after == null) {
            if (before != null) {
                remove(key);
            }
            return null;
        }
        put(key, after);
        return after instanceof Proxy ? after : get(key);
    }

    // ---- freeing ----

    /**
     * Removes a key and frees key and value, with all that they lead to; see {@link #freeGraph}.
     *
     * <p>Durability: the removal is durable when it returns, and the rest freed by then, or by the recovery after a crash;
     * inside a failure-atomic block, when that commits.
     *
     * @param key the key; may be volatile
     * @return whether it was there
     */
    public boolean removeAndFree(Object key) {
        Entry<K, V> taken = view().take(key);
        if (taken == null) {
            return false;
        }
        List<Proxy> roots = new ArrayList<>();
        add(roots, taken);
        Allocation.freeGraph(this, roots);
        return true;
    }

    /**
     * Removes all entries, one by one, and then frees keys and values, with all that they lead to; see {@link #freeGraph}.
     * Entries may share what they lead to.
     */
    public void clearAndFree() {
        List<Proxy> roots = new ArrayList<>();
        for (Iterator<Entry<K, V>> all = entrySet().iterator(); all.hasNext(); ) {
            add(roots, all.next());
            all.remove();
        }
        Allocation.freeGraph(this, roots);
    }

    private static void add(List<Proxy> roots, Entry<?, ?> entry) {
        if (entry.getKey() instanceof Proxy key) { // else a value, which went with the entry
            roots.add(key);
        }
        if (entry.getValue() instanceof Proxy value) { // not null, as after it was freed too early
            roots.add(value);
        }
    }

    /**
     * Frees an object and all that it leads to, persistent parts of collections included, but not this map: for what this
     * map had converted, and does not hold any more. The program sees to it that nothing else leads there; using what was
     * freed throws {@link org.jnvm.StaleObjectException}, as after {@code JNVM.free}.
     *
     * <p>Inside a failure-atomic block it takes place when that has committed, and not if it is undone. If it is broken
     * off by a crash, recovery frees the rest.
     *
     * @param root a persistent object of the map's heap
     */
    public void freeGraph(Object root) {
        Members.require(this, Objects.requireNonNull(root, "root"));
        Allocation.freeGraph(this, List.of((Proxy) root));
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
