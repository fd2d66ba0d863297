package org.jnvm.pdt.internal.index;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jnvm.Heap;
import org.jnvm.pdt.internal.value.Members;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.SlotTable;
import org.jnvm.runtime.Transactions;

/**
 * What sorted maps and sets consist of. The persistent part is a growing array of slots, each null or a reference: of a map
 * to a {@link MapEntry}, of a set to the element itself. The logic is the volatile index, a map of {@code java.util},
 * which is built anew when the collection is first used after the heap was opened.
 *
 * <p>Readers see nothing that is not durable: a node is in the index after its slot is durable, and while a value is
 * stored the one before is seen ({@link MapEntry#committedValue}).
 *
 * <p>Here is what both kinds of index do; {@link PlainIndex} and {@link ConcurrentIndex} differ in what threads may do.
 *
 * <p>Of the parameters, {@code indexed} is the node that the index has of a key, and {@code seen} the one that the calling
 * thread sees of it; both may be null. They differ only where a failure-atomic block has changed the entry.
 *
 * @param <K> the keys
 * @param <V> the values; of a set, the elements again
 */
public abstract sealed class Index<K, V> extends CollectionIndex<K, V> permits PlainIndex, ConcurrentIndex {
    /** The offset of the field that leads to the slots. */
    private static final int SLOTS = 8;

    final Map<Object, IndexNode> nodes;
    private final boolean ofMap;

    private volatile boolean keepsProxies;
    /** Whether those of values that were not asked for are kept, too. */
    private volatile boolean keepsAllProxies;

    private SlotTable slots;

    /**
     * Makes an index without slots; {@link #load} finds them.
     *
     * @param nodes an empty map, of the kind that the collection is; a sorted one by {@link LookupKey#ORDER}
     * @param ofMap whether a slot leads to an entry, or to an element
     */
    Index(Map<Object, IndexNode> nodes, boolean ofMap) {
        this.nodes = nodes;
        this.ofMap = ofMap;
    }

    final SlotTable slots() {
        return slots;
    }

    /** Builds the index from the slots. */
    @Override
    public final void load() {
        IndexLoader loader = new IndexLoader(owner, nodes, ofMap);
        slots = SlotTable.of(owner, SLOTS, loader);
        Iterable<IndexNode> keyless = loader.run(slots);
        if (!Transactions.inFa(owner)) {
            for (IndexNode node : keyless) { // nothing is dropped if the slots are damaged
                slots.set(node.slot(), null);
                discard(node);
            }
        }
        loaded(nodes.size());
    }

    /** Called when the index is built. */
    abstract void loaded(int count);

    // ---- look-up ----

    abstract boolean isConcurrent();

    /** Returns the nodes; refuses a collection that was freed, or whose heap was closed. */
    final Map<Object, IndexNode> nodes() {
        require();
        return nodes;
    }

    /** Refuses a collection that was freed, or whose heap was closed. */
    final void require() {
        region.getLong(pointer, SLOTS);
    }

    abstract int size();

    @SuppressWarnings("unchecked")
    final K key(IndexNode node) {
        return (K) node.key();
    }

    /** Returns the value of a node as the calling thread sees it; of a set, the element. */
    @SuppressWarnings("unchecked")
    final V value(IndexNode node) {
        if (!(node instanceof MapEntry entry)) {
            return (V) node.key();
        }
        UncommittedVersion version = entry.version();
        if (version != null && version.isOver() && version.after() == entry && version.indexed() != entry) {
            return value(version.indexed()); // as which it went on
        }
        if (version == null || !version.isMine()) {
            Object committed = entry.committedValue();
            if (committed != null) {
                return (V) committed;
            }
        }
        return (V) storedValue(entry);
    }

    private Object storedValue(MapEntry entry) {
        Epochs.enterRead(); // from reading the reference to making the proxy
        try {
            require(); // a map that was freed has freed its entries
            Object value = entry.storedValue();
            UncommittedVersion version = entry.version();
            if (version != null && version.isMine()) {
                return value;
            }
            Object committed = entry.committedValue();
            if (committed != null) {
                return committed; // the value is not durable yet, or the entry was removed
            }
            if (keepsProxies && version == null && value != null && !Transactions.inFa(owner)) {
                keepProxy(entry, value);
            }
            return value;
        } finally {
            Epochs.exitRead();
        }
    }

    /** Tells whether a key that was added is found. */
    @Override
    public final boolean holds(K key) {
        return new LookupKey(key).findIn(nodes) != null;
    }

    // ---- change ----

    final void requireMember(Object candidate, String what) {
        Members.require(owner, Objects.requireNonNull(candidate, what));
    }

    /** What runs while nobody else changes a key. */
    interface Step<R> {
        /**
         * Runs.
         *
         * @param indexed the node that the index has of the key, or null
         */
        R run(IndexNode indexed);
    }

    private <R> R exclusively(Object key, Step<R> step) {
        require();
        LookupKey wanted = new LookupKey(key);
        return exclusively(wanted.hashCode(), () -> wanted.findIn(nodes), step);
    }

    /**
     * Runs a step in an epoch-protected section, while nobody else changes a key.
     *
     * @param hash the hash code of the key
     * @param finder returns the node of the key, or null
     * @param step the step
     */
    abstract <R> R exclusively(int hash, Supplier<IndexNode> finder, Step<R> step);

    /** Associates a key with a value; the key stays if it was there. Returns the value before, or null. */
    final V put(K key, V value) {
        requireMember(key, "key");
        requireMember(value, "value");
        return exclusively(key, indexed -> {
            IndexNode seen = IndexNode.seen(indexed);
            if (seen == null) {
                insert(indexed, key, value);
                return null;
            }
            V before = value(seen);
            store(indexed, seen, value, before);
            return before;
        });
    }

    final V putIfAbsent(K key, V value) {
        requireMember(key, "key");
        requireMember(value, "value");
        return exclusively(key, indexed -> {
            IndexNode seen = IndexNode.seen(indexed);
            if (seen == null) {
                insert(indexed, key, value);
                return null;
            }
            V before = value(seen);
            if (before == null) { // it was freed too early, before a recovery
                store(indexed, seen, value, null);
            }
            return before;
        });
    }

    /** Stores a value for a key that is there. Returns the value before, or null if it is not there. */
    final V replace(K key, V value) {
        requireMember(value, "value");
        return exclusively(Objects.requireNonNull(key, "key"), indexed -> {
            IndexNode seen = IndexNode.seen(indexed);
            if (seen == null) {
                return null;
            }
            V before = value(seen);
            store(indexed, seen, value, before);
            return before;
        });
    }

    final boolean replace(K key, Object expected, V value) {
        requireMember(value, "value");
        return exclusively(Objects.requireNonNull(key, "key"), indexed -> {
            IndexNode seen = IndexNode.seen(indexed);
            V before = seen == null ? null : value(seen);
            if (before == null || !Values.matches(expected, before)) {
                return false;
            }
            store(indexed, seen, value, before);
            return true;
        });
    }

    /** Removes a key; returns what was there, or null. */
    final Map.Entry<K, V> take(Object key) {
        return key == null
                ? null
                : exclusively(key, indexed -> {
                    IndexNode seen = IndexNode.seen(indexed);
                    return seen == null ? null : taken(indexed, seen);
                });
    }

    /**
     * Removes a member, unless that is done already. Its key is not read.
     *
     * @param member what the calling thread has seen of a key
     * @return what was there, or null
     */
    final Map.Entry<K, V> take(IndexNode member) {
        require();
        return exclusively(member.hash(), () -> current(member), indexed -> {
            IndexNode seen = IndexNode.seen(indexed);
            return seen == null ? null : taken(indexed, seen);
        });
    }

    /** Returns the node that goes by the key of a member now; null if that was removed. */
    private static IndexNode current(IndexNode member) {
        UncommittedVersion version = member.version();
        return version == null || !version.isOver() ? member : version.seen();
    }

    private Map.Entry<K, V> taken(IndexNode indexed, IndexNode seen) {
        Map.Entry<K, V> taken = new AbstractMap.SimpleImmutableEntry<>(key(seen), value(seen));
        remove(indexed, seen, true);
        return taken;
    }

    final boolean remove(Object key, Object expected) {
        return key != null
                && expected != null
                && exclusively(key, indexed -> {
                    IndexNode seen = IndexNode.seen(indexed);
                    if (seen == null || !Values.matches(expected, value(seen))) {
                        return false;
                    }
                    taken(indexed, seen);
                    return true;
                });
    }

    /** Removes a node of a plain index, which its iterator has taken out of that. */
    final void removeUnlinked(IndexNode node) {
        remove(node, node, false);
    }

    /** Like {@link Map#compute}, with the conditions of its relatives. */
    final V compute(
            K key, boolean ifAbsent, boolean ifPresent, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(function, "function");
        return exclusively(key, found -> {
            IndexNode seen = IndexNode.seen(found);
            V before = seen == null ? null : value(seen);
            if (before == null ? !ifAbsent : !ifPresent) {
                return before;
            }
            V after = function.apply(key, before);
            IndexNode indexed = new LookupKey(key).findIn(nodes); // again: the function may have changed the map
            seen = IndexNode.seen(indexed);
            if (after == null) {
                if (seen != null) {
                    taken(indexed, seen);
                }
            } else {
                requireMember(after, "value");
                if (seen == null) {
                    requireMember(key, "key");
                    insert(indexed, key, after);
                } else {
                    store(indexed, seen, after, value(seen));
                }
            }
            return after;
        });
    }

    // persist-order: that of a failure-atomic block, which the change is
    /** Changes a value where it is, as one; returns whether the key was there. */
    final boolean update(Object key, Consumer<? super V> change) {
        return exclusively(key, indexed -> {
            IndexNode seen = IndexNode.seen(indexed);
            V value = seen == null ? null : value(seen);
            if (value == null) {
                return false;
            }
            int depth = Transactions.faStart(owner);
            try {
                if (seen instanceof MapEntry entry) {
                    Transactions.claim(entry); // readers go by its version
                }
                change.accept(value);
            } catch (Throwable e) {
                Transactions.faFail(owner, e, depth);
                throw e;
            }
            Transactions.faEnd(owner);
            return true;
        });
    }

    /** Returns the version of an entry, by which readers notice updates; see {@link Transactions#version}. */
    final long version(long entry) {
        return Transactions.version(owner, entry);
    }

    /** Runs something while no other thread changes a key. */
    abstract <R> R holdingBackChanges(int hash, Supplier<R> action);

    // persist-order: [key, value, entry] < pfence < [slot] < psync   (all in SlotTable.set) < the node is in the index
    //   crash before the slot is durable: the entry is reachable from nothing, recovery takes it back
    //   crash after: the entry is there, with all that it leads to
    //   in a failure-atomic block: the slot is a word of the log, the entry becomes valid with the commit
    //   a set has the element in the place of the entry
    //   where the block removed the key before, it has a slot of its own until the commit
    private void insert(IndexNode indexed, K key, V value) {
        requireOrder(key);
        long slot = slots.take();
        IndexNode node;
        try {
            node = newNode(key, value);
            node.attach(slot, key, key.hashCode());
        } catch (RuntimeException | Error e) {
            slots.giveBack(slot);
            throw e;
        }
        slots.set(slot, node.stored());
        try {
            Transactions.afterAbort(
                    owner, () -> slots.giveBack(slot)); // not before: its lock would refuse the next owner
            inserted(indexed, node, value);
        } catch (Error e) {
            throw Transactions.cutShort(owner, "insert into a collection", e);
        }
    }

    private IndexNode newNode(K key, V value) {
        return ofMap ? new MapEntry(owner, key, value) : new SetElement();
    }

    /** Lets the index follow an insert. */
    abstract void inserted(IndexNode indexed, IndexNode node, V value);

    /** Adds a node, which all see from now on. */
    abstract void link(IndexNode node);

    /** Refuses the first key if it has no order. */
    private void requireOrder(K key) {
        if (nodes instanceof SortedMap && nodes.isEmpty()) {
            Values.compare(key, key);
        }
    }

    // persist-order: see MapEntry.storeValue
    abstract void store(IndexNode indexed, IndexNode seen, V value, V before);

    /**
     * Stores a value.
     *
     * @param committed the committed value that the entry had before
     */
    final void storeValue(MapEntry entry, V value, Object committed) {
        boolean done = false;
        try {
            entry.storeValue(value);
            done = true;
        } finally {
            boolean keeps = keepsProxies;
            entry.committedValue(done ? keeps ? value : null : committed);
        }
    }

    // persist-order: [slot = null] < psync (both in SlotTable.set) < [freed header of the entry]
    //   crash before psync: the entry is there or not, whole
    //   crash after it: the entry is reachable from nothing, whether its freed header is durable or not
    //   the entry is freed when the index has it no more: readers that found it before are in sections
    //   the slot is given back last, when it is null durably: in a failure-atomic block after the commit, since until
    //   then an abort, or a replay of the log, must find nothing else in it
    /**
     * Removes a member.
     *
     * @param linked whether the index has it still
     */
    abstract void remove(IndexNode indexed, IndexNode seen, boolean linked);

    /** Frees an entry that no slot leads to any more, and gives back its slot. */
    final void discard(IndexNode node) {
        node.free();
        long slot = node.slot();
        Transactions.onCommit(owner, () -> slots.giveBack(slot));
    }

    // ---- new collections ----

    /**
     * Makes room for what {@link #initialise} is going to add to a new collection.
     *
     * @param count how much
     */
    @Override
    public final void prepare(int count) {
        if (!Durability.isValid(owner)) {
            slots.grow(count);
        }
    }

    /**
     * Adds an entry to a new collection, to which nothing leads yet; see {@link SlotTable#grow}. If something has made it
     * valid, the entry is put as into any other.
     *
     * @param key the key, or the element of a set
     * @param value the value; of a set, the element again
     * @return whether the key was not there; else nothing was added
     */
    @Override
    public final boolean initialise(K key, V value) {
        if (Durability.isValid(owner)) {
            return putIfAbsent(key, value) == null;
        }
        if (holds(key)) {
            return false;
        }
        requireOrder(key);
        IndexNode node = newNode(key, value);
        long slot = slots.take();
        node.attach(slot, key, key.hashCode());
        slots.initialise(slot, node.stored());
        link(node);
        return true;
    }

    // ---- proxies of values ----

    final boolean keepsProxies() {
        return keepsProxies;
    }

    /**
     * Chooses whether proxies of values are kept.
     *
     * @param keep whether those of values that were asked for or put are kept
     * @param all whether those of all values are made now; only if they are kept
     */
    @Override
    public final void keepProxies(boolean keep, boolean all) {
        keepsProxies = keep;
        keepsAllProxies = all;
        if (all) {
            keepAll();
        } else if (!keep) {
            for (IndexNode node : nodes().values()) {
                if (node instanceof MapEntry entry) {
                    dropProxy(entry);
                }
            }
        }
    }

    /** Keeps the proxies of all values: of what an open failure-atomic block may have changed, when that has ended. */
    private void keepAll() {
        if (!keepsAllProxies) {
            return;
        }
        if (Transactions.inFa(owner)) {
            Heap heap = Identity.heap(owner);
            heap.onCommit(this::keepAll);
            heap.onAbort(this::keepAll);
            return;
        }
        for (IndexNode node : nodes().values()) {
            value(node);
        }
    }

    /**
     * Keeps the proxy of a value, unless the entry is being changed: then whoever does that decides what is seen.
     *
     * @param value what was read
     */
    abstract void keepProxy(MapEntry entry, Object value);

    /** Keeps the proxy of a value no more, unless the entry is being changed. */
    abstract void dropProxy(MapEntry entry);

    /** Puts back the committed value from before a change that is undone; a kept proxy only if such are kept still. */
    final void restore(MapEntry entry, Object committed) {
        entry.committedValue(keepsProxies ? committed : null);
    }
}
