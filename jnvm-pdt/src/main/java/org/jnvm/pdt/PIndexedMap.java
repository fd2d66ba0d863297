package org.jnvm.pdt;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jnvm.ConflictException;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.secondary.IndexBound;
import org.jnvm.pdt.internal.secondary.IndexEntry;
import org.jnvm.pdt.internal.secondary.StoredIndex;
import org.jnvm.pdt.internal.value.Members;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
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
 * <p><b>Changes of values.</b> Change what a key function reads by {@link #update} only, or take the value out first: changes past
 * the map leave the index as it was. The next change of the value through the map finds out, where index and function
 * disagree, and is refused with {@link IndexMismatchException}; {@link #check} finds all such values, and {@link #reindex} mends
 * the index.
 *
 * <p><b>Durability.</b> A method that changes the map is durable when it returns, and failure-atomic as a whole, {@link #clear}
 * included; inside a failure-atomic block it is durable, or undone, with that. If it throws, map and indexes are as they were,
 * and an enclosing block can go on. Making an index and {@link #reindex} go in steps, if no block is open: a crash between these
 * leaves an index that is not ready, and is never used so; the next {@link #index} makes it anew.
 *
 * <p><b>Threads.</b> Safe for use by several threads. One changes the map at a time, by a lock that each change holds until it is
 * durable, or until it returns to the block around it. Blocks that change the same key, or the same unique index key, exclude each
 * other as in {@link PSkipListMap}, with {@link ConflictException}. Key functions, and what {@link #update} is given, run while the
 * lock is held: they must be short, and wait for no other thread. Readers wait for nobody; they see each entry before or after
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
    private static final int ENTRIES = 8;
    private static final int INDEXES = 16;
    /** Entries that are added to an index, or freed, in one failure-atomic block. */
    private static final int ENTRIES_AT_ONCE = 500;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PIndexedMap.class, """
            class org.jnvm.pdt.PIndexedMap
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.PIndexedMap entries Lorg.jnvm.pdt.PSkipListMap; 8
            field org.jnvm.pdt.PIndexedMap indexes Lorg.jnvm.pdt.internal.secondary.StoredIndex; 16
            canonical""", PIndexedMap<Object, Object>::new, RESERVED_ID);

    /** Held by changes, until they return. */
    private final ReentrantLock changing = new ReentrantLock();
    /** The indexes that have their key functions, by name; some may have been undone since. */
    private final Map<String, PIndex<?, K, V>> attached = new ConcurrentHashMap<>();
    /** Threads whose open blocks have changed the map. */
    private final Set<Thread> inBlocks = ConcurrentHashMap.newKeySet();
    /** The thread whose open block makes, drops or remakes an index; null for none. */
    private volatile @Nullable Thread indexing;

    private @Nullable PSkipListMap<K, V> entries;

    /**
     * An index that a change keeps right.
     *
     * @param stored what is in the heap
     * @param index what knows the key function
     */
    private record Kept<K, V>(StoredIndex stored, PIndex<?, K, V> index) {}

    /**
     * Makes an empty map without indexes, in the current heap.
     *
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PIndexedMap() {
        PSkipListMap<K, V> empty = new PSkipListMap<>();
        try {
            Allocation.allocate(this);
            FieldAccess.setRef(this, ENTRIES, empty);
        } catch (RuntimeException | Error e) {
            Allocation.constructorFailed(empty, e);
            throw e;
        }
        entries = empty;
    }

    private PIndexedMap(Region region, long ref, long @Nullable [] blocks) {
        super(region, ref, blocks);
    }

    /** Returns the map without its indexes. */
    @SuppressWarnings("unchecked")
    PSkipListMap<K, V> entries() {
        PSkipListMap<K, V> known = entries;
        if (known == null) {
            known = (PSkipListMap<K, V>) FieldAccess.getRef(this, ENTRIES, PSkipListMap.class);
            if (known == null) {
                throw FieldAccess.damaged(this, "indexed map without entries", "entries=null");
            }
            entries = known;
        }
        return known;
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
        return entries().read(key, function);
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
        return change(all -> replaced(all, key, entries().put(key, value), value));
    }

    /**
     * Associates a key with a value, if it is not there. Otherwise like {@link #put}.
     *
     * @param key a persistent object of the map's heap
     * @param value a persistent object of the map's heap
     * @return the value that was there; null if the key was not
     */
    public @Nullable V putIfAbsent(K key, V value) {
        return change(all -> {
            V before = entries().putIfAbsent(key, value);
            if (before == null) {
                replaced(all, key, null, value);
            }
            return before;
        });
    }

    /**
     * Replaces the value of a key, if it is there. Otherwise like {@link #put}.
     *
     * @param key the key
     * @param value a persistent object of the map's heap
     * @return the value before, which is not freed; null if the key was not there
     */
    public @Nullable V replace(K key, V value) {
        return change(all -> {
            V before = entries().replace(key, value);
            return before == null ? null : replaced(all, key, before, value);
        });
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
        return change(all -> {
            V before = entries().replace(key, value); // so that no other block changes it meanwhile
            if (before == null) {
                return false;
            }
            if (!Values.matches(expected, before)) {
                entries().replace(key, before);
                return false;
            }
            replaced(all, key, before, value);
            return true;
        });
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
        return change(all -> removed(all, key));
    }

    /**
     * Removes all entries, in one failure-atomic block. Neither keys nor values are freed. Of a large map the block is large: remove
     * its keys one by one, or make another map, where all or nothing is not needed.
     */
    public void clear() {
        change(all -> {
            for (Iterator<K> keys = entries().keySet().iterator(); keys.hasNext(); ) {
                removed(all, keys.next());
            }
            return true;
        });
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
     * @throws DuplicateKeyException if a unique index has the new index key for another key; nothing was changed
     * @throws IndexNotAttachedException if an index has no key function; nothing was changed
     * @throws IndexMismatchException if an index does not fit the value before; nothing was changed
     * @throws ConflictException if another thread's open failure-atomic block changes the same; nothing was changed
     */
    public boolean update(Object key, Consumer<? super V> change) {
        Objects.requireNonNull(change, "change");
        return change(all -> {
            List<@Nullable Object> before = new ArrayList<>();
            List<@Nullable Object> after = new ArrayList<>();
            boolean isThere = entries().update(key, value -> {
                all.forEach(each -> before.add(each.index().keyOf(value)));
                change.accept(value);
                all.forEach(each -> after.add(each.index().keyOf(value)));
            });
            if (isThere) {
                Object own = keyInMap(key);
                for (int i = 0; i < all.size(); i++) {
                    move(all.get(i), own, before.get(i), after.get(i));
                }
            }
            return isThere;
        });
    }

    /** Runs a change as a failure-atomic block, while no other thread changes the map. */
    private <R> R change(Function<List<Kept<K, V>>, R> action) {
        return exclusively(() -> {
            boolean inBlock = Transactions.inFa(this);
            return heap().atomically(() -> {
                if (inBlock) {
                    follow();
                }
                return action.apply(kept());
            });
        });
    }

    /** Runs something while no other thread changes the map, in a scope of its heap. */
    private <R> R exclusively(Supplier<R> action) {
        Heap heap = heap();
        changing.lock();
        try (Heap.Scope scope = heap.enter()) {
            endAbandoned(indexing);
            Thread other = indexing;
            if (other != null && other != Thread.currentThread()) {
                throw conflict("another thread's failure-atomic block makes or drops an index", other);
            }
            return action.get();
        } finally {
            changing.unlock();
        }
    }

    /** Undoes the block that a thread left open when it ended; nobody else would end it. */
    private static void endAbandoned(@Nullable Thread thread) {
        if (thread != null && !thread.isAlive()) {
            Transactions.abortAbandoned();
        }
    }

    private ConflictException conflict(String what, Thread other) {
        return new ConflictException(what + ": heap=" + heap().path() + ", map=" + Identity.describe(this) + ", thread="
                + other.getName() + "; wait until that block has ended");
    }

    /** Notes that the thread's open block has changed the map, until it ends. */
    private void follow() {
        Thread thread = Thread.currentThread();
        if (!inBlocks.contains(thread)) {
            Transactions.onCommit(this, () -> inBlocks.remove(thread));
            Transactions.afterAbort(this, () -> inBlocks.remove(thread));
            inBlocks.add(thread);
        }
    }

    /** Returns all indexes; refuses the change if one cannot be kept right. */
    private List<Kept<K, V>> kept() {
        List<Kept<K, V>> all = new ArrayList<>();
        for (StoredIndex each = firstIndex(); each != null; each = each.next()) {
            all.add(new Kept<>(each, attachedOf(each)));
        }
        return all;
    }

    private PIndex<?, K, V> attachedOf(StoredIndex stored) {
        PIndex<?, K, V> index = attached.get(stored.name());
        if (index == null) {
            throw new IndexNotAttachedException("index has no key function yet: " + at(stored.name())
                    + "; call " + (stored.isUnique() ? "uniqueIndex" : "index") + "(\"" + stored.name()
                    + "\", function) when the heap was opened, before the map is changed, or drop it with dropIndex");
        }
        if (!stored.isReady()) {
            throw notReady(stored.name());
        }
        return index;
    }

    private IndexException notReady(String name) {
        return new IndexException("index is not ready, as making it was broken off: " + at(name)
                + "; call reindex, or index or uniqueIndex with its key function, or dropIndex");
    }

    /** Returns where an index is, for messages. */
    private String at(String name) {
        return "heap=" + heap().path() + ", map=" + Identity.describe(this) + ", index=" + name;
    }

    // ---- indexes follow ----

    /** Returns the key object that the map has. */
    @SuppressWarnings("unchecked")
    private Object keyInMap(Object key) {
        Object own = ((NavigableMap<Object, V>) (NavigableMap<?, V>) entries()).floorKey(key);
        return Objects.requireNonNull(own, "key in the map");
    }

    private @Nullable V replaced(List<Kept<K, V>> all, K key, @Nullable V before, V value) {
        if (!all.isEmpty()) {
            Object own = before == null ? key : keyInMap(key);
            for (Kept<K, V> each : all) {
                move(
                        each,
                        own,
                        before == null ? null : each.index().keyOf(before),
                        each.index().keyOf(value));
            }
        }
        return before;
    }

    private @Nullable V removed(List<Kept<K, V>> all, Object key) {
        Map.Entry<K, V> taken = entries().take(key);
        if (taken == null) {
            return null;
        }
        for (Kept<K, V> each : all) {
            move(each, taken.getKey(), each.index().keyOf(taken.getValue()), null);
        }
        return taken.getValue();
    }

    /** Has a value found by another index key, null for none. */
    private void move(Kept<K, V> index, Object own, @Nullable Object before, @Nullable Object after) {
        if (before != null && after != null && Values.compare(before, after) == 0) {
            requireEntry(index.stored(), own, before);
            return;
        }
        if (before != null) {
            drop(index.stored(), own, before);
        }
        if (after != null) {
            add(index.stored(), own, after);
        }
    }

    private static Object place(StoredIndex stored, Object own, Object key) {
        return stored.isUnique() ? key : IndexBound.at(key, own);
    }

    private static boolean isOf(Object own, @Nullable Object found) {
        return found != null && Values.compare(own, found) == 0;
    }

    private void requireEntry(StoredIndex stored, Object own, Object key) {
        if (!isOf(own, stored.entries().get(place(stored, own, key)))) {
            throw mismatch(stored, own, key);
        }
    }

    private void drop(StoredIndex stored, Object own, Object key) {
        Map.Entry<Object, Object> taken = map(stored).take(place(stored, own, key));
        if (taken == null || !isOf(own, taken.getValue())) {
            throw mismatch(stored, own, key);
        }
        freeKey(taken.getKey());
    }

    private static PSkipListMap<Object, Object> map(StoredIndex stored) {
        return (PSkipListMap<Object, Object>) stored.entries();
    }

    private void freeKey(Object key) {
        if (key instanceof IndexEntry entry) {
            freeIfOwn(entry.keyInHeap());
            heap().free(entry);
        } else {
            freeIfOwn(key);
        }
    }

    /** Frees an index key, unless it is an object of the program. */
    private void freeIfOwn(Object key) {
        if (Values.isImmutable(key)) {
            heap().free(key);
        }
    }

    private void add(StoredIndex stored, Object own, Object key) {
        if (stored.isUnique()) {
            Object other = stored.entries().get(key);
            if (other == null) {
                other = stored.entries().putIfAbsent(PIndex.persistent(key), own);
            }
            if (other != null) {
                throw isOf(own, other) ? mismatch(stored, own, key) : duplicate(stored, own, other, key);
            }
        } else {
            Object other = stored.entries().putIfAbsent(new IndexEntry(PIndex.persistent(key), own), own);
            if (other != null) {
                throw mismatch(stored, own, key);
            }
        }
    }

    private DuplicateKeyException duplicate(StoredIndex stored, Object own, Object other, Object key) {
        return new DuplicateKeyException("unique index has the index key already: " + at(stored.name()) + ", index key="
                + key + ", of key=" + other + ", refused for key=" + own
                + "; give the value another one, or remove or change the value that has it first");
    }

    private IndexMismatchException mismatch(StoredIndex stored, Object own, Object key) {
        return new IndexMismatchException("index does not fit the value: " + at(stored.name()) + ", index key=" + key
                + ", key=" + own
                + "; what the key function reads was changed past the map, or the function is another one:"
                + " call reindex(\"" + stored.name() + "\"), and change values by update");
    }

    // ---- indexes ----

    private @Nullable StoredIndex firstIndex() {
        return (StoredIndex) FieldAccess.getRef(this, INDEXES, StoredIndex.class);
    }

    private @Nullable StoredIndex find(String name) {
        StoredIndex each = firstIndex();
        while (each != null && !each.name().equals(name)) {
            each = each.next();
        }
        return each;
    }

    /** Returns the entries of an index, for queries. */
    NavigableMap<Object, Object> entriesOf(String name) {
        try {
            return readyEntries(name);
        } catch (StaleObjectException e) { // another thread dropped an index on the way
            return exclusively(() -> readyEntries(name));
        }
    }

    private NavigableMap<Object, Object> readyEntries(String name) {
        StoredIndex stored = require(name);
        if (!stored.isReady()) {
            throw notReady(name);
        }
        return stored.entries();
    }

    private StoredIndex require(String name) {
        StoredIndex stored = find(name);
        if (stored == null) {
            throw new IndexException("map has no such index: " + at(name) + ", indexes=" + indexes()
                    + "; make it with index or uniqueIndex");
        }
        return stored;
    }

    /**
     * Returns the names of the indexes that are in the heap, whether they have key functions or not.
     *
     * @return a new list, the index made last first
     */
    public List<String> indexes() {
        List<String> names = new ArrayList<>();
        for (StoredIndex each = firstIndex(); each != null; each = each.next()) {
            names.add(each.name());
        }
        return names;
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
        return attach(name, false, key);
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
        return attach(name, true, key);
    }

    private <I> PIndex<I, K, V> attach(String name, boolean unique, Function<? super V, ? extends @Nullable I> key) {
        PIndex<I, K, V> index = new PIndex<>(
                this, Objects.requireNonNull(name, "name"), unique, Objects.requireNonNull(key, "key"), false);
        return exclusively(() -> {
            StoredIndex stored = find(name);
            if (stored != null && stored.isUnique() != unique) {
                throw new IndexException("index is of the other kind: " + at(name) + ", unique=" + stored.isUnique()
                        + "; call " + (unique ? "index" : "uniqueIndex") + ", or drop it first");
            }
            if (stored == null) {
                keepOthersAway();
                make(index, name, unique);
            } else if (!stored.isReady()) {
                keepOthersAway();
                makeAnew(stored, index);
            }
            attached.put(name, index);
            Transactions.onCommit(this, () -> Identity.keep(this)); // or the functions would go with a forgotten proxy
            return index;
        });
    }

    /** Refuses to go on beside blocks of other threads, and them until the open block has ended. */
    private void keepOthersAway() {
        Thread self = Thread.currentThread();
        inBlocks.forEach(PIndexedMap::endAbandoned);
        for (Thread each : inBlocks) {
            if (each != self) {
                throw conflict("another thread's failure-atomic block has changed the map", each);
            }
        }
        if (Transactions.inFa(this) && indexing == null) {
            Transactions.onCommit(this, () -> indexing = null);
            Transactions.afterAbort(this, () -> indexing = null);
            indexing = self;
        }
    }

    private void make(PIndex<?, K, V> index, String name, boolean unique) {
        StoredIndex made = heap().atomically(() -> {
            StoredIndex stored =
                    new StoredIndex(new PString(name), firstIndex(), new PSkipListMap<Object, Object>(), unique);
            FieldAccess.setRef(this, INDEXES, stored);
            return stored;
        });
        try {
            fill(made, index);
        } catch (RuntimeException | Error e) {
            try {
                unlink(made);
            } catch (RuntimeException | Error second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private void makeAnew(StoredIndex stored, PIndex<?, K, V> index) {
        PSkipListMap<Object, Object> before = map(stored);
        heap().atomically(() -> stored.restart(new PSkipListMap<Object, Object>()));
        dispose(before);
        fill(stored, index);
    }

    /** Adds all values of the map to an index, and says that it is ready. */
    private void fill(StoredIndex stored, PIndex<?, K, V> index) {
        Iterator<K> keys = entries().keySet().iterator();
        while (keys.hasNext()) {
            heap().atomically(() -> {
                for (int i = 0; i < ENTRIES_AT_ONCE && keys.hasNext(); i++) {
                    K own = keys.next();
                    V value = entries().get(own);
                    Object key = value == null ? null : index.keyOf(value);
                    if (key != null) {
                        add(stored, own, key);
                    }
                }
            });
        }
        heap().atomically(stored::setReady);
    }

    /** Frees the entries of an index to which nothing leads any more; what a crash leaves of them, recovery takes. */
    private void dispose(PSkipListMap<Object, Object> before) {
        Iterator<Object> keys = before.keySet().iterator();
        while (keys.hasNext()) {
            heap().atomically(() -> {
                for (int i = 0; i < ENTRIES_AT_ONCE && keys.hasNext(); i++) {
                    Object key = keys.next();
                    keys.remove();
                    freeKey(key);
                }
            });
        }
        heap().free(before);
    }

    private void unlink(StoredIndex stored) {
        PSkipListMap<Object, Object> before = map(stored);
        heap().atomically(() -> {
            StoredIndex first = Objects.requireNonNull(firstIndex());
            if (first.equals(stored)) {
                FieldAccess.setRef(this, INDEXES, stored.next());
            } else {
                StoredIndex each = first;
                while (!stored.equals(each.next())) {
                    each = each.next();
                }
                each.setNext(stored.next());
            }
            heap().free(stored.nameInHeap());
            heap().free(stored);
        });
        dispose(before);
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
        return exclusively(() -> {
            StoredIndex stored = find(name);
            if (stored != null) {
                keepOthersAway();
                unlink(stored);
                PIndex<?, K, V> index = attached.get(name);
                if (index != null) { // the block may make an index of that name again
                    Transactions.onCommit(this, () -> attached.remove(name, index));
                }
            }
            return stored != null;
        });
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
        exclusively(() -> {
            StoredIndex stored = require(name);
            PIndex<?, K, V> index = attached.get(name);
            if (index == null) {
                return attachedOf(stored); // says what is missing
            }
            keepOthersAway();
            makeAnew(stored, index);
            return index;
        });
    }

    /**
     * Compares the indexes with the values. Reads all of both, and keeps other threads from changing the map meanwhile.
     *
     * @return what is wrong, a line for each difference; empty if nothing is
     * @throws IndexNotAttachedException if an index has no key function
     * @throws IndexException if an index is not ready
     */
    public List<String> check() {
        return exclusively(() -> {
            List<String> differences = new ArrayList<>();
            for (Kept<K, V> each : kept()) {
                compare(each, differences);
            }
            return differences;
        });
    }

    private void compare(Kept<K, V> index, List<String> differences) {
        StoredIndex stored = index.stored();
        String name = "index=" + stored.name();
        for (K own : entries().keySet()) {
            V value = entries().get(own);
            Object key = value == null ? null : index.index().keyOf(value);
            if (key != null && !isOf(own, stored.entries().get(place(stored, own, key)))) {
                differences.add(name + ", key=" + own + ": not found by index key=" + key);
            }
        }
        stored.entries().forEach((place, own) -> {
            Object stands = place instanceof IndexEntry entry ? entry.key() : place;
            V value = entries().get(own);
            Object key = value == null ? null : index.index().keyOf(value);
            if (key == null || Values.compare(key, stands) != 0) {
                differences.add(name + ", key=" + own + ": found by index key=" + stands + ", but "
                        + (value == null ? "not in the map" : "its index key=" + key));
            }
        });
    }

    /**
     * Frees the map with its indexes and all that it is made of, but no key and no value. It cannot be used any more; nothing may lead
     * to it.
     *
     * @throws ConflictException if another thread's open block has changed the map
     */
    public void dispose() {
        for (String name : indexes()) {
            dropIndex(name);
        }
        exclusively(() -> {
            heap().atomically(() -> {
                heap().free(entries());
                heap().free(this);
            });
            return true;
        });
    }

    /** Refuses what cannot be an index key. */
    void requireOwn(Proxy key) {
        Members.require(this, key);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
