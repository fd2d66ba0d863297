package org.jnvm.pdt.internal.secondary;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jnvm.Heap;
import org.jnvm.JnvmException;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.index.MapView;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.Proxy;

/**
 * The indexes of a map or set: how they are made, get their key functions, are made anew, and dropped.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class Indexes<K, V> {
    /** Entries that are added to an index, or freed, in one failure-atomic block. */
    private static final int ENTRIES_AT_ONCE = 500;

    private final IndexedObject<K, V> object;
    private final Exclusion exclusion;
    /** The keys of the indexes that have key functions, by name; some may have been undone since. */
    private final Map<String, IndexKeys<V>> attached = new ConcurrentHashMap<>();

    Indexes(IndexedObject<K, V> object, Exclusion exclusion) {
        this.object = object;
        this.exclusion = exclusion;
    }

    private Heap heap() {
        return object.heap();
    }

    // ---- look-up ----

    /** Returns the names of the indexes that are in the heap, the one made last first. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (StoredIndex each = object.firstIndex(); each != null; each = each.next()) {
            names.add(each.name());
        }
        return names;
    }

    private StoredIndex find(String name) {
        StoredIndex each = object.firstIndex();
        while (each != null && !each.name().equals(name)) {
            each = each.next();
        }
        return each;
    }

    private StoredIndex require(String name) {
        StoredIndex stored = find(name);
        if (stored == null) {
            throw object.refused(
                    IndexParts.Refusal.INDEX,
                    object.noun() + " has no such index",
                    name,
                    ", indexes=" + names() + "; make it with index or uniqueIndex");
        }
        return stored;
    }

    /** Returns the entries of an index, for queries. */
    public NavigableMap<Object, Object> entriesOf(String name) {
        try {
            return readyEntries(name);
        } catch (StaleObjectException e) { // another thread dropped an index on the way
            return exclusion.exclusively(() -> readyEntries(name));
        }
    }

    private NavigableMap<Object, Object> readyEntries(String name) {
        StoredIndex stored = require(name);
        if (!stored.isReady()) {
            throw notReady(name);
        }
        return stored.entries();
    }

    private JnvmException notReady(String name) {
        return object.refused(
                IndexParts.Refusal.INDEX,
                "index is not ready, as making it was broken off",
                name,
                "; call reindex, or index or uniqueIndex with its key function, or dropIndex");
    }

    // ---- key functions ----

    /** Returns all indexes, for a change that they follow; refuses that if one cannot. */
    List<FollowingIndex<V>> following() {
        List<FollowingIndex<V>> all = new ArrayList<>();
        for (StoredIndex each = object.firstIndex(); each != null; each = each.next()) {
            all.add(new FollowingIndex<>(object, each, requireKeys(each)));
        }
        return all;
    }

    private IndexKeys<V> requireKeys(StoredIndex stored) {
        IndexKeys<V> keys = attached.get(stored.name());
        if (keys == null) {
            throw object.refused(
                    IndexParts.Refusal.NOT_ATTACHED,
                    "index has no key function yet",
                    stored.name(),
                    "; call " + (stored.isUnique() ? "uniqueIndex" : "index") + "(\"" + stored.name()
                            + "\", function) when the heap was opened, before the " + object.noun()
                            + " is changed, or drop it with dropIndex");
        }
        if (!stored.isReady()) {
            throw notReady(stored.name());
        }
        return keys;
    }

    /** Gives an index its key function, and makes it if there is none of the name, or it is not ready. */
    public IndexKeys<V> attach(String name, boolean unique, Function<? super V, ?> function) {
        IndexKeys<V> keys = new IndexKeys<>(object.owner(), name, unique, function);
        return exclusion.exclusively(() -> {
            StoredIndex stored = find(name);
            if (stored != null && stored.isUnique() != unique) {
                throw object.refused(
                        IndexParts.Refusal.INDEX,
                        "index is of the other kind",
                        name,
                        ", unique=" + stored.isUnique() + "; call " + (unique ? "index" : "uniqueIndex")
                                + ", or drop it first");
            }
            if (stored == null) {
                exclusion.keepOthersAway();
                make(keys);
            } else if (!stored.isReady()) {
                exclusion.keepOthersAway();
                makeAnew(stored, keys);
            }
            attached.put(name, keys);
            Proxy owner = object.owner();
            Transactions.onCommit(
                    owner, () -> Identity.keep(owner)); // or the functions would go with a forgotten proxy
            return keys;
        });
    }

    // ---- life ----

    // persist-order: [index, not ready; reference to it] in a block < [entries] in blocks < [ready] in a block
    //   a crash in between leaves an index that is not ready, which attach makes anew
    private void make(IndexKeys<V> keys) {
        StoredIndex made = heap().atomically(() -> {
            StoredIndex stored = new StoredIndex(
                    object.parts().text(keys.name()),
                    object.firstIndex(),
                    object.parts().newEntries(),
                    keys.isUnique());
            object.setFirstIndex(stored);
            return stored;
        });
        try {
            fill(made, keys);
        } catch (RuntimeException | Error e) {
            try {
                unlink(made);
            } catch (RuntimeException | Error second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    // persist-order: [empty entries, not ready] in a block < [freed old entries], [entries] in blocks < [ready] in a
    // block
    //   a crash in between leaves an index that is not ready; what is left of the old entries is recovery's
    private void makeAnew(StoredIndex stored, IndexKeys<V> keys) {
        NavigableMap<Object, Object> before = stored.entries();
        heap().atomically(() -> stored.restart(object.parts().newEntries()));
        dispose(before);
        fill(stored, keys);
    }

    /** Adds all values to an index, and says that it is ready. */
    private void fill(StoredIndex stored, IndexKeys<V> keys) {
        FollowingIndex<V> index = new FollowingIndex<>(object, stored, keys);
        MapView<K, V> values = object.view();
        Iterator<K> all = values.keySet().iterator();
        while (all.hasNext()) {
            heap().atomically(() -> {
                for (int i = 0; i < ENTRIES_AT_ONCE && all.hasNext(); i++) {
                    K own = all.next();
                    Object key = index.keyOf(values.get(own));
                    if (key != null) {
                        index.add(own, key);
                    }
                }
            });
        }
        heap().atomically(stored::setReady);
    }

    /** Frees the entries of an index to which nothing leads any more; what a crash leaves of them, recovery takes. */
    private void dispose(NavigableMap<Object, Object> before) {
        Iterator<Object> keys = before.keySet().iterator();
        while (keys.hasNext()) {
            heap().atomically(() -> {
                for (int i = 0; i < ENTRIES_AT_ONCE && keys.hasNext(); i++) {
                    Object key = keys.next();
                    keys.remove();
                    StoredIndex.freeKey(key);
                }
            });
        }
        heap().free(before);
    }

    // persist-order: [reference to the next index in the place of that to it] in a block < [freed entries] in blocks
    private void unlink(StoredIndex stored) {
        NavigableMap<Object, Object> before = stored.entries();
        heap().atomically(() -> {
            StoredIndex first = Objects.requireNonNull(object.firstIndex());
            if (first.equals(stored)) {
                object.setFirstIndex(stored.next());
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

    /** Drops an index, and frees what it is made of; returns whether it was there. */
    public boolean drop(String name) {
        return exclusion.exclusively(() -> {
            StoredIndex stored = find(name);
            if (stored != null) {
                exclusion.keepOthersAway();
                unlink(stored);
                IndexKeys<V> keys = attached.get(name);
                if (keys != null) { // the block may make an index of that name again
                    Transactions.onCommit(object.owner(), () -> attached.remove(name, keys));
                }
            }
            return stored != null;
        });
    }

    /** Makes an index anew, of what its key function returns now. */
    public void remake(String name) {
        exclusion.exclusively(() -> {
            StoredIndex stored = require(name);
            IndexKeys<V> keys = attached.get(name);
            if (keys == null) {
                return requireKeys(stored); // says what is missing
            }
            exclusion.keepOthersAway();
            makeAnew(stored, keys);
            return keys;
        });
    }

    /** Compares the indexes with the values; returns a line for each difference. */
    public List<String> check() {
        return exclusion.exclusively(() -> {
            List<String> differences = new ArrayList<>();
            following().forEach(each -> each.compareWith(object.view(), differences));
            return differences;
        });
    }

    /** Frees the map or set with its indexes, but no key and no value. */
    public void disposeAll() {
        names().forEach(this::drop);
        exclusion.exclusively(() -> {
            heap().atomically(() -> {
                heap().free(object.entries());
                heap().free(object.owner());
            });
            return true;
        });
    }
}
