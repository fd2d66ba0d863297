package org.jnvm.pdt.internal.secondary;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.JnvmException;
import org.jnvm.pdt.internal.index.MapView;
import org.jnvm.pdt.internal.value.Values;

/**
 * The entries of an index, which follow the values: for each value with an index key one that leads to the value's key.
 *
 * <p>For one change, which is a failure-atomic block, or for a look at the index while nobody changes it.
 *
 * @param <V> the values
 */
final class FollowingIndex<V> {
    private final IndexedObject<?, V> object;
    private final StoredIndex stored;
    private final IndexKeys<V> keys;
    private final MapView<Object, Object> entries;

    /** Index keys that are to be added when others have gone, and to which keys they are going to lead; null if none waits. */
    private Map<Object, Object> waiting;

    FollowingIndex(IndexedObject<?, V> object, StoredIndex stored, IndexKeys<V> keys) {
        this.object = object;
        this.stored = stored;
        this.keys = keys;
        this.entries = object.parts().view(stored.entries());
    }

    /** Returns the index key of a value; null if there is no value, or if it has none. */
    Object keyOf(V value) {
        return value == null ? null : keys.of(value);
    }

    private Object place(Object own, Object key) {
        return stored.isUnique() ? key : IndexBound.at(key, own);
    }

    private static boolean isOf(Object own, Object found) {
        return found != null && Values.compare(own, found) == 0;
    }

    // ---- changes ----

    /**
     * Has a value found by another index key.
     *
     * @param own the value's key
     * @param before the index key by which it is found, null for none
     * @param after that by which it is to be found, null for none
     */
    void move(Object own, Object before, Object after) {
        if (before != null && after != null && Values.compare(before, after) == 0) {
            requireEntry(own, before);
            return;
        }
        if (before != null) {
            drop(own, before);
        }
        if (after != null) {
            if (waiting == null) {
                add(own, after);
            } else {
                await(own, after);
            }
        }
    }

    /**
     * Begins a change of several values: an index key that one of them gives up another one may get, in whatever order they come.
     * {@link #addWaiting} ends it.
     */
    void beginSeveral() {
        if (stored.isUnique()) { // else no two values want one place
            waiting = new TreeMap<>(Values::compare);
        }
    }

    /** Adds what waited for index keys to be given up. */
    void addWaiting() {
        if (waiting != null) {
            waiting.forEach((key, own) -> add(own, key));
            waiting = null;
        }
    }

    private void await(Object own, Object key) {
        Object other = waiting.putIfAbsent(key, own);
        if (other != null) {
            throw duplicate(own, other, key);
        }
    }

    private boolean isWaiting(Object own, Object key) {
        return waiting != null && isOf(own, waiting.get(key));
    }

    private void requireEntry(Object own, Object key) {
        if (!isWaiting(own, key) && !isOf(own, entries.get(place(own, key)))) {
            throw mismatch(own, key);
        }
    }

    private void drop(Object own, Object key) {
        if (isWaiting(own, key)) {
            waiting.remove(key);
            return;
        }
        Map.Entry<Object, Object> taken = entries.take(place(own, key));
        if (taken == null || !isOf(own, taken.getValue())) {
            throw mismatch(own, key);
        }
        StoredIndex.freeKey(taken.getKey());
    }

    /** Adds an entry for a value that has none yet. */
    void add(Object own, Object key) {
        if (stored.isUnique()) {
            Object other = entries.get(key);
            if (other == null) {
                other = entries.putIfAbsent(key, own);
            }
            if (other != null) {
                throw isOf(own, other) ? mismatch(own, key) : duplicate(own, other, key);
            }
        } else {
            IndexEntry entry = new IndexEntry(key, own);
            if (entries.putIfAbsent(entry, own) != null) {
                throw mismatch(own, key);
            }
        }
    }

    private JnvmException duplicate(Object own, Object other, Object key) {
        return object.refused(
                IndexParts.Refusal.DUPLICATE,
                "unique index has the index key already",
                stored.name(),
                ", index key=" + key + ", of key=" + other + ", refused for key=" + own
                        + "; give the value another one, or remove or change the value that has it first");
    }

    private JnvmException mismatch(Object own, Object key) {
        return object.refused(
                IndexParts.Refusal.MISMATCH,
                "index does not fit the value",
                stored.name(),
                ", index key=" + key + ", key=" + own
                        + "; what the key function reads was changed past the " + object.noun()
                        + ", or the function is another one: call reindex(\"" + stored.name()
                        + "\"), and change values by update");
    }

    // ---- check ----

    /** Adds a line for each difference between the index and the values. */
    <K> void compareWith(MapView<K, V> values, List<String> differences) {
        String name = "index=" + stored.name();
        values.forEach((own, value) -> {
            Object key = keyOf(value);
            if (key != null && !isOf(own, entries.get(place(own, key)))) {
                differences.add(name + ", key=" + own + ": not found by index key=" + key);
            }
        });
        entries.forEach((place, own) -> {
            Object stands = place instanceof IndexEntry entry ? entry.key() : place;
            V value = values.get(own);
            Object key = keyOf(value);
            if (key == null || Values.compare(key, stands) != 0) {
                differences.add(name + ", key=" + own + ": found by index key=" + stands + ", but "
                        + (value == null ? "not in the " + object.noun() : "its index key=" + key));
            }
        });
    }
}
