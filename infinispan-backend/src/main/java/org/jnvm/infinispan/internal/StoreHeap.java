package org.jnvm.infinispan.internal;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentMap;
import java.util.function.ToIntFunction;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.Proxy;

/**
 * The entries of one cache in their heap: under a root an array of maps, one for each segment, from keys to {@link
 * StoredEntry}s. Nothing here waits, but for the disk when the file has to grow.
 *
 * <p>Look-ups and iterators are for any threads. Of changes, the caller excludes those of one key from each other, and
 * {@link #clear} from all others.
 *
 * <p><b>Ownership.</b> Entries, and the keys that the store made, are freed as soon as nothing leads to them. Persistent
 * objects that the program gave are the program's, unless the store was told that it owns them.
 */
public final class StoreHeap {
    private static final String ROOT = "jnvm.infinispan.segments";

    private final Heap heap;
    private final boolean owns;
    private volatile PArray<PConcurrentHashMap<Object, StoredEntry>> array;
    private volatile List<PConcurrentHashMap<Object, StoredEntry>> maps;

    /**
     * Finds the entries in a heap, or makes a place for them.
     *
     * @param heap the heap, which the caller closes
     * @param segments how many segments there are to be
     * @param segmentOf tells the segment of a key that a cache knows, if there were another number of segments before
     * @param forms converts keys
     * @param owns whether persistent objects that leave the cache are freed
     */
    public StoreHeap(Heap heap, int segments, ToIntFunction<Object> segmentOf, EntryForms<?, ?> forms, boolean owns) {
        this.heap = heap;
        this.owns = owns;
        @SuppressWarnings("unchecked")
        PArray<PConcurrentHashMap<Object, StoredEntry>> found =
                (PArray<PConcurrentHashMap<Object, StoredEntry>>) heap.root().get(ROOT);
        if (found == null) {
            publish(newMaps(segments));
        } else if (found.length() == segments) {
            use(found);
        } else {
            distribute(found, segments, segmentOf, forms);
        }
    }

    /** Returns the heap. */
    public Heap heap() {
        return heap;
    }

    // ---- segments ----

    private List<PConcurrentHashMap<Object, StoredEntry>> newMaps(int count) {
        List<PConcurrentHashMap<Object, StoredEntry>> made = new ArrayList<>(count);
        try (Heap.Scope scope = heap.enter()) {
            for (int i = 0; i < count; i++) {
                made.add(new PConcurrentHashMap<>());
            }
        }
        return made;
    }

    // persist-order: [maps, array] < fence < [root]   (all in the commit)
    //   crash before: the cache is as it was; what was made is reachable from nothing
    private void publish(List<PConcurrentHashMap<Object, StoredEntry>> fresh) {
        heap.atomically(() -> {
            PArray<PConcurrentHashMap<Object, StoredEntry>> made = new PArray<>(fresh.size());
            for (int i = 0; i < fresh.size(); i++) {
                made.set(i, fresh.get(i));
            }
            heap.root().put(ROOT, made);
            heap.onCommit(() -> use(made));
        });
    }

    private void use(PArray<PConcurrentHashMap<Object, StoredEntry>> found) {
        List<PConcurrentHashMap<Object, StoredEntry>> all = new ArrayList<>(found.length());
        for (int i = 0; i < found.length(); i++) {
            all.add(found.get(i));
        }
        array = found;
        maps = all;
    }

    /** Brings entries to the segments of a cache that has another number of them than before. */
    private void distribute(
            PArray<PConcurrentHashMap<Object, StoredEntry>> before,
            int segments,
            ToIntFunction<Object> segmentOf,
            EntryForms<?, ?> forms) {
        List<PConcurrentHashMap<Object, StoredEntry>> fresh = newMaps(segments);
        for (int i = 0; i < before.length(); i++) {
            before.get(i)
                    .forEach((key, entry) -> fresh.get(segments == 1 ? 0 : segmentOf.applyAsInt(forms.key(key)))
                            .put(key, entry));
        }
        publish(fresh);
        for (int i = 0; i < before.length(); i++) {
            heap.free(before.get(i));
        }
        heap.free(before);
    }

    /** Returns how many segments there are. */
    int segments() {
        return maps.size();
    }

    private ConcurrentMap<Object, StoredEntry> map(int segment) {
        return maps.get(segment);
    }

    // ---- look-up ----

    /**
     * Returns what is under a key.
     *
     * @param withValue whether the value is wanted
     * @return the entry, maybe expired; null if there is none
     */
    EntryValue get(int segment, Object probe, boolean withValue) {
        StoredEntry before = null;
        while (true) {
            ConcurrentMap<Object, StoredEntry> map = map(segment);
            StoredEntry entry = null;
            try {
                entry = map.get(probe);
                return entry == null ? null : entry.read(withValue);
            } catch (StaleObjectException e) { // the entry was replaced meanwhile, or all of them were removed
                boolean changed = map != map(segment)
                        || entry != null && (before == null || before.$jnvm$ref() != entry.$jnvm$ref());
                if (!changed) {
                    throw e;
                }
                before = entry;
            }
        }
    }

    /** Returns how many entries some segments have, expired ones included. */
    long count(Iterable<Integer> segments) {
        long count = 0;
        for (int segment : segments) {
            count += map(segment).size();
        }
        return count;
    }

    /**
     * An entry as it was found.
     *
     * @param key as it is in the heap
     * @param value what is under it
     */
    record Found(Object key, EntryValue value) {}

    /** Iterates over the entries of a segment, expired ones included; weakly consistent. */
    Iterator<Found> iterator(int segment, boolean withValues) {
        ConcurrentMap<Object, StoredEntry> map = map(segment);
        Iterator<Map.Entry<Object, StoredEntry>> entries = map.entrySet().iterator();
        return new Iterator<>() {
            private Found next;

            @Override
            public boolean hasNext() {
                try {
                    while (next == null && entries.hasNext()) {
                        next = found(segment, entries.next(), withValues);
                    }
                } catch (StaleObjectException e) {
                    if (map == map(segment)) {
                        throw e;
                    } // else all were removed meanwhile
                }
                return next != null;
            }

            @Override
            public Found next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("segment=" + segment);
                }
                Found found = next;
                next = null;
                return found;
            }
        };
    }

    /** Returns null if the entry was removed since. */
    private Found found(int segment, Map.Entry<Object, StoredEntry> entry, boolean withValue) {
        Object key = entry.getKey();
        try {
            return new Found(key, entry.getValue().read(withValue));
        } catch (StaleObjectException replaced) {
            try {
                EntryValue value = get(segment, key, withValue);
                return value == null ? null : new Found(key, value);
            } catch (StaleObjectException e) {
                if (owns || key instanceof StoredKey) {
                    return null; // the key was freed with the entry
                }
                throw e;
            }
        }
    }

    // ---- change ----

    /**
     * Puts an entry in the place of what is there.
     *
     * @param probe what finds the key: the key itself if it is a persistent object
     */
    // persist-order: [entry] < fence < [the word of the map's entry, or that entry < slot] < psync (in the map) <
    // [freed entry before]
    //   crash before psync: what was there before, or the new entry, whole
    //   crash after: the entry before is reachable from nothing, whether its freed header is durable or not
    void put(int segment, Object probe, EntryValue value) {
        ConcurrentMap<Object, StoredEntry> map = map(segment);
        try (Heap.Scope scope = heap.enter()) {
            StoredEntry there = map.get(probe);
            Object key = there != null ? there.key() : probe instanceof KeyProbe wanted ? new StoredKey(wanted) : probe;
            StoredEntry entry = null;
            try {
                entry = new StoredEntry(key, value);
                map.put(key, entry);
            } catch (RuntimeException | Error e) {
                takeBack(entry, e);
                if (there == null && key instanceof StoredKey made) {
                    takeBack(made, e);
                }
                throw e;
            }
            if (there != null) {
                free(there, false, value.object());
            }
        }
    }

    /** Frees what was made in vain. In a failure-atomic block its abort does that. */
    private static void takeBack(Proxy made, Throwable failure) {
        if (made != null && !Transactions.inFa(made)) {
            Allocation.constructorFailed(made, failure);
        }
    }

    /**
     * Removes an entry.
     *
     * @return whether it was there
     */
    // persist-order: [slot = null] < psync (in the map) < [freed key and entry]
    boolean remove(int segment, Object probe) {
        StoredEntry there = map(segment).remove(probe);
        if (there == null) {
            return false;
        }
        free(there, true, null);
        return true;
    }

    /**
     * Frees an entry that nothing leads to any more.
     *
     * @param withKey whether its key goes with it
     * @param kept a value that stays, or null
     */
    private void free(StoredEntry entry, boolean withKey, Object kept) {
        Object key = entry.key();
        Object object = entry.object();
        heap.free(entry);
        List<Proxy> owned = new ArrayList<>(2);
        if (withKey && key instanceof StoredKey) {
            heap.free(key);
        } else if (withKey && owns && key != null) {
            owned.add((Proxy) key);
        }
        if (owns && object != null && !(kept != null && Identity.equal((Proxy) object, kept))) {
            owned.add((Proxy) object);
        }
        if (!owned.isEmpty()) {
            Allocation.freeGraph(array, owned);
        }
    }

    /** Removes all entries, at one moment. Nobody else may change anything meanwhile. */
    void clear() {
        PArray<PConcurrentHashMap<Object, StoredEntry>> before = array;
        publish(newMaps(before.length()));
        for (int i = 0; i < before.length(); i++) {
            freeMap(before.get(i));
        }
        heap.free(before);
    }

    /** Removes all entries of a segment, at one moment. Nobody else may change them meanwhile. */
    // persist-order: [map] < fence < [slot] < psync < [freed map and what it held]
    void clear(int segment) {
        PConcurrentHashMap<Object, StoredEntry> before = maps.get(segment);
        if (before.isEmpty()) {
            return;
        }
        PConcurrentHashMap<Object, StoredEntry> fresh = newMaps(1).get(0);
        array.update(segment, fresh);
        heap.psync();
        List<PConcurrentHashMap<Object, StoredEntry>> all = new ArrayList<>(maps);
        all.set(segment, fresh);
        maps = all;
        freeMap(before);
    }

    private void freeMap(PConcurrentHashMap<Object, StoredEntry> map) {
        List<StoredEntry> entries = new ArrayList<>(map.values());
        heap.free(map);
        for (StoredEntry entry : entries) {
            free(entry, true, null);
        }
    }
}
