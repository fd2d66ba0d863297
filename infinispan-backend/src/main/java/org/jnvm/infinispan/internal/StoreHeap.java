package org.jnvm.infinispan.internal;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PSkipListMap;
import org.jnvm.pdt.PersistentMap;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.Proxy;

/**
 * The entries of one cache in their heap: under a root an array that has for each {@linkplain Parts part} a map from keys
 * to {@link StoredEntry}s, and the {@linkplain Timers timers} of these. Nothing here waits, but for the disk when the file
 * has to grow.
 *
 * <p>Look-ups and iterators are for any threads. Of changes, the caller excludes those of one part from each other, and
 * {@link #clear} from all others.
 *
 * <p><b>Ownership.</b> Entries, and the keys that the store made, are freed as soon as nothing leads to them. Persistent
 * objects that the program gave are the program's, unless the store was told that it owns them.
 */
public final class StoreHeap {
    static final String SEGMENTS = "jnvm.infinispan.segments";
    private static final String HASHED = "jnvm.infinispan.hashed";
    /** Slots of the array for a part: its map, and the index of its timers. */
    private static final int SLOTS = 2;

    /** A part of the entries, as it is in the heap. */
    private record Part(PConcurrentHashMap<Object, StoredEntry> entries, PSkipListMap<Long, Object> timers) {}

    private final Heap heap;
    private final Parts parts;
    private final String root;
    /** That of a cache of the other kind, which this one may have been. */
    private final String otherRoot;

    private final boolean owns;
    private volatile PArray<PersistentMap<?, ?>> array;
    private volatile List<Part> all;

    /**
     * Finds the entries in a heap, or makes a place for them.
     *
     * @param heap the heap, which the caller closes
     * @param parts of which the cache consists; entries of one that had others before are brought to these
     * @param forms converts keys
     * @param owns whether persistent objects that leave the cache are freed
     */
    public StoreHeap(Heap heap, Parts parts, EntryForms<?, ?> forms, boolean owns) {
        this.heap = heap;
        this.parts = parts;
        this.root = parts.segmented() ? SEGMENTS : HASHED;
        this.otherRoot = parts.segmented() ? HASHED : SEGMENTS;
        this.owns = owns;
        PArray<PersistentMap<?, ?>> found = find(root);
        PArray<PersistentMap<?, ?>> other = find(otherRoot);
        if (other != null) {
            distribute(other, forms);
        } else if (found == null) {
            publish(newParts());
        } else if (found.length() != SLOTS * parts.count()) {
            distribute(found, forms);
        } else {
            use(found);
        }
    }

    @SuppressWarnings("unchecked")
    private PArray<PersistentMap<?, ?>> find(String name) {
        return (PArray<PersistentMap<?, ?>>) heap.root().get(name);
    }

    /** Returns the heap. */
    public Heap heap() {
        return heap;
    }

    /** Tells whether the program has no roots of its own in the heap. */
    boolean isAlone() {
        return heap.root().size() == 1;
    }

    // ---- parts ----

    private List<Part> newParts() {
        List<Part> made = new ArrayList<>(parts.count());
        for (int i = 0; i < parts.count(); i++) {
            made.add(newPart());
        }
        return made;
    }

    private Part newPart() {
        try (Heap.Scope scope = heap.enter()) {
            return new Part(new PConcurrentHashMap<>(), new PSkipListMap<>());
        }
    }

    // persist-order: [maps, array] < fence < [root]   (all in the commit)
    //   crash before: the cache is as it was; what was made is reachable from nothing
    private void publish(List<Part> fresh) {
        heap.atomically(() -> {
            PArray<PersistentMap<?, ?>> made = new PArray<>(SLOTS * fresh.size());
            for (int i = 0; i < fresh.size(); i++) {
                put(made, i, fresh.get(i));
            }
            heap.root().put(root, made);
            heap.root().remove(otherRoot);
            heap.onCommit(() -> use(made));
        });
    }

    private static void put(PArray<PersistentMap<?, ?>> array, int index, Part part) {
        array.set(SLOTS * index, part.entries());
        array.set(SLOTS * index + 1, part.timers());
    }

    @SuppressWarnings("unchecked")
    private static Part part(PArray<PersistentMap<?, ?>> array, int index) {
        return new Part((PConcurrentHashMap<Object, StoredEntry>) array.get(SLOTS * index), (PSkipListMap<Long, Object>)
                array.get(SLOTS * index + 1));
    }

    private void use(PArray<PersistentMap<?, ?>> found) {
        List<Part> inIt = new ArrayList<>(found.length() / SLOTS);
        for (int i = 0; i < found.length() / SLOTS; i++) {
            inIt.add(part(found, i));
        }
        array = found;
        all = inIt;
    }

    /** Brings entries to the parts of a cache that had others before. */
    private void distribute(PArray<PersistentMap<?, ?>> before, EntryForms<?, ?> forms) {
        List<Part> fresh = newParts();
        for (int i = 0; i < before.length() / SLOTS; i++) {
            Part from = part(before, i);
            from.entries()
                    .forEach((key, entry) ->
                            fresh.get(parts.ofStored(key, forms)).entries().put(key, entry));
            from.timers()
                    .forEach((timer, key) ->
                            fresh.get(parts.ofStored(key, forms)).timers().put(timer, key));
        }
        publish(fresh);
        for (int i = 0; i < before.length() / SLOTS; i++) {
            Part from = part(before, i);
            heap.free(from.entries());
            heap.free(from.timers());
        }
        heap.free(before);
    }

    /** Returns of which parts the cache consists. */
    Parts parts() {
        return parts;
    }

    private ConcurrentMap<Object, StoredEntry> map(int part) {
        return all.get(part).entries();
    }

    // ---- look-up ----

    /**
     * Returns what is under a key.
     *
     * @param extent what of it is wanted
     * @return the entry, maybe expired; null if there is none
     */
    EntryValue get(int part, Object probe, Extent extent) {
        StoredEntry before = null;
        while (true) {
            ConcurrentMap<Object, StoredEntry> map = map(part);
            StoredEntry entry = null;
            try {
                entry = map.get(probe);
                return entry == null ? null : entry.read(extent);
            } catch (StaleObjectException e) { // the entry was replaced meanwhile, or all of them were removed
                boolean changed = map != map(part)
                        || entry != null && (before == null || before.$jnvm$ref() != entry.$jnvm$ref());
                if (!changed) {
                    throw e;
                }
                before = entry;
            }
        }
    }

    /** Returns how many entries some parts have, expired ones included. */
    long count(Iterable<Integer> wanted) {
        long count = 0;
        for (int part : wanted) {
            count += map(part).size();
        }
        return count;
    }

    /** Returns how many entries of a part have not expired. Nobody else may change the part meanwhile. */
    long count(int part, long now) {
        Part at = all.get(part);
        return (long) at.entries().size() - Timers.countEnded(at.timers(), now);
    }

    /**
     * An entry as it was found.
     *
     * @param key as it is in the heap
     * @param value what is under it
     */
    record Found(Object key, EntryValue value) {}

    /** Iterates over the entries of a part, expired ones included; weakly consistent. */
    Iterator<Found> iterator(int part, Extent extent) {
        ConcurrentMap<Object, StoredEntry> map = map(part);
        Iterator<Map.Entry<Object, StoredEntry>> entries = map.entrySet().iterator();
        return new Iterator<>() {
            private Found next;

            @Override
            public boolean hasNext() {
                try {
                    while (next == null && entries.hasNext()) {
                        next = found(part, entries.next(), extent);
                    }
                } catch (StaleObjectException e) {
                    if (map == map(part)) {
                        throw e;
                    } // else all were removed meanwhile
                }
                return next != null;
            }

            @Override
            public Found next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("part=" + part);
                }
                Found found = next;
                next = null;
                return found;
            }
        };
    }

    /** Returns null if the entry was removed since. */
    private Found found(int part, Map.Entry<Object, StoredEntry> entry, Extent extent) {
        Object key = entry.getKey();
        try {
            return new Found(key, entry.getValue().read(extent));
        } catch (StaleObjectException replaced) {
            try {
                EntryValue value = get(part, key, extent);
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
    void put(int part, Object probe, EntryValue value) {
        Part at = all.get(part);
        try (Heap.Scope scope = heap.enter()) {
            StoredEntry there = at.entries().get(probe);
            if (Timers.isSetFor(value.expiry()) || there != null && there.timer() != Timers.NEVER) {
                heap.atomically(() -> put(at, probe, there, value));
            } else {
                put(at, probe, there, value);
            }
        }
    }

    // Without timers:
    // persist-order: [entry] < fence < [the word of the map's entry, or that entry < slot] < psync (in the map) <
    // [freed entry before]
    //   crash before psync: what was there before, or the new entry, whole
    //   crash after: the entry before is reachable from nothing, whether its freed header is durable or not
    // With timers all is one failure-atomic block: an entry that expires has its timer, and each timer its entry.
    private void put(Part at, Object probe, StoredEntry there, EntryValue value) {
        Object key = there != null ? there.key() : probe instanceof KeyProbe wanted ? new StoredKey(wanted) : probe;
        StoredEntry entry = null;
        try {
            entry = new StoredEntry(key, value, Timers.set(at.timers(), value.expiry(), key));
            at.entries().put(key, entry);
        } catch (RuntimeException | Error e) {
            takeBack(entry, e);
            if (there == null && key instanceof StoredKey made) {
                takeBack(made, e);
            }
            throw e;
        }
        if (there != null) {
            Timers.cancel(at.timers(), there.timer());
            free(there, false, value.object());
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
    boolean remove(int part, Object probe) {
        Part at = all.get(part);
        StoredEntry there = at.entries().get(probe);
        if (there == null) {
            return false;
        }
        remove(at, probe, there);
        return true;
    }

    private void remove(Part at, Object probe, StoredEntry there) {
        if (there.timer() != Timers.NEVER) {
            heap.atomically(() -> {
                Timers.cancel(at.timers(), there.timer());
                removeAndFree(at, probe, there);
            });
        } else {
            removeAndFree(at, probe, there);
        }
    }

    // persist-order: [slot = null] < psync (in the map) < [freed key and entry]
    private void removeAndFree(Part at, Object probe, StoredEntry there) {
        at.entries().remove(probe);
        free(there, true, null);
    }

    /**
     * Removes the entry of a part that expired first, if one has. Nobody else may change the part meanwhile.
     *
     * @param result makes what is returned of the key, as it is in the heap, and the entry, before they are freed
     * @return null if none has expired
     */
    <R> R purge(int part, long now, BiFunction<Object, EntryValue, R> result) {
        Part at = all.get(part);
        while (true) {
            Map.Entry<Long, Object> first = Timers.firstEnded(at.timers(), now);
            if (first == null) {
                return null;
            }
            Object key = first.getValue();
            StoredEntry entry = at.entries().get(key);
            if (entry != null && entry.timer() == first.getKey()) {
                R made = result.apply(key, entry.read(Extent.ALL));
                remove(at, key, entry);
                return made;
            }
            Timers.cancel(at.timers(), first.getKey()); // the program changed its key, which finds nothing any more
        }
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
        PArray<PersistentMap<?, ?>> before = array;
        List<Part> inIt = all;
        publish(newParts());
        inIt.forEach(this::free);
        heap.free(before);
    }

    /** Removes all entries of a part, at one moment. Nobody else may change them meanwhile. */
    // persist-order: [maps] < fence < [slots] (all in the commit) < [freed maps and what they held]
    void clear(int part) {
        Part before = all.get(part);
        if (before.entries().isEmpty()) {
            return;
        }
        Part fresh = newPart();
        heap.atomically(() -> put(array, part, fresh));
        List<Part> changed = new ArrayList<>(all);
        changed.set(part, fresh);
        all = changed;
        free(before);
    }

    private void free(Part part) {
        List<StoredEntry> entries = new ArrayList<>(part.entries().values());
        heap.free(part.entries());
        heap.free(part.timers());
        for (StoredEntry entry : entries) {
            free(entry, true, null);
        }
    }
}
