package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.PByteArray;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PersistentMap;
import org.jnvm.pdt.PersistentSortedMap;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.Identity;
import org.jnvm.spi.Proxy;

/**
 * A map of records that are persistent objects, looked up by {@code String}s. What an operation changed is durable when
 * it returns; what it replaced is freed.
 *
 * @param <R> the class of the records
 */
final class PersistentStore<R extends Proxy> implements Store {
    /** A flag of the measured JVM: the heap does not fit memory. */
    private static final String RANDOM_ACCESS = "jnvm.bench.randomAccess";

    private final Heap heap;
    private final Map<Object, R> map;
    private final Function<String, Object> keyOf;
    private final Records<R> records;
    private final Update how;
    /** The map, if its records are arrays, which it reads and changes without objects for them; else null. */
    private final PersistentMap<Object, PByteArray> arrays;

    private final int length;
    private final Runnable close;

    /**
     * Makes a store.
     *
     * @param heap that of the records
     * @param keyOf makes the key that the map keeps
     * @param close closes map and heap
     */
    PersistentStore(
            Heap heap,
            Map<Object, R> map,
            Function<String, Object> keyOf,
            Records<R> records,
            Update how,
            Runnable close) {
        this(heap, map, keyOf, records, how, null, 0, close);
    }

    private PersistentStore(
            Heap heap,
            Map<Object, R> map,
            Function<String, Object> keyOf,
            Records<R> records,
            Update how,
            PersistentMap<Object, PByteArray> arrays,
            int length,
            Runnable close) {
        this.arrays = arrays;
        this.length = length;
        this.heap = heap;
        this.map = map;
        this.keyOf = keyOf;
        this.records = records;
        this.how = how;
        this.close = close;
    }

    /**
     * Makes a heap with an empty map of J-NVM, which keeps persistent strings as keys.
     *
     * @param bytes the most that the heap may grow to
     */
    static <R extends Proxy> PersistentStore<R> inMap(
            Path file, long bytes, MapContender contender, Records<R> records) {
        HeapOptions options =
                HeapOptions.defaults().domain(contender.domain()).randomAccess(Boolean.getBoolean(RANDOM_ACCESS));
        Heap heap = Heap.create(file, bytes, options);
        try (Heap.Scope scope = heap.enter()) {
            Map<Object, R> map = contender.map().persistent(contender.caching());
            heap.root().put("map", map);
            PersistentMap<Object, PByteArray> arrays = null;
            int length = 0;
            if (records instanceof PersistentFlat flat) {
                arrays = flat.of(map);
                length = flat.length();
            }
            return new PersistentStore<>(
                    heap, map, PString::new, records, contender.update(), arrays, length, heap::close);
        }
    }

    @Override
    public AutoCloseable enterThread() {
        return heap.enter();
    }

    @Override
    public void insert(String key, byte[] record) {
        map.put(keyOf.apply(key), records.make(record));
    }

    @Override
    public byte[] read(String key) {
        return arrays != null ? arrays.getBytes(key) : readObject(key);
    }

    private byte[] readObject(String key) {
        while (true) {
            Epochs.enterRead(); // another client may replace and free what is being copied
            R record = null;
            try {
                record = map.get(key);
                return record == null ? null : records.copy(record);
            } catch (StaleObjectException e) {
                if (record != null && Identity.equal(record, map.get(key))) {
                    throw e;
                }
            } finally {
                Epochs.exitRead();
            }
        }
    }

    @Override
    public boolean update(String key, int field, byte[] value) {
        if (how == Update.PUT) {
            Change change = new Change(field, value);
            map.computeIfPresent(key, change);
            return change.freeOld();
        }
        if (arrays != null) {
            return arrays.patch(key, field * length, value);
        }
        R record = map.get(key);
        if (record != null) {
            records.replace(record, field, value);
        }
        return record != null;
    }

    /** Makes a new record of an old one, which can be freed when the new one is in its place. */
    private final class Change implements BiFunction<Object, R, R> {
        private final int field;
        private final byte[] value;
        private R old;

        private Change(int field, byte[] value) {
            this.field = field;
            this.value = value;
        }

        @Override
        public R apply(Object key, R before) {
            old = before;
            try (Heap.Scope scope = heap.enter()) { // a cache that waited calls this on a thread of its own
                return records.with(before, field, value);
            }
        }

        /** Frees what no record refers to any more; returns whether there was a record. */
        private boolean freeOld() {
            if (old == null) {
                return false;
            }
            records.freeReplaced(old, field);
            return true;
        }
    }

    @Override
    public boolean scans() {
        return map instanceof NavigableMap;
    }

    @Override
    public void scan(String from, int most, Consumer<byte[]> found) {
        if (arrays != null) {
            ((PersistentSortedMap<Object, PByteArray>) arrays).scanBytes(from, true, most, found);
            return;
        }
        int left = most;
        Epochs.enterRead(); // another client may replace and free what is being copied
        try {
            for (R record : ((NavigableMap<Object, R>) map).tailMap(from, true).values()) {
                found.accept(records.copy(record));
                if (--left == 0) {
                    return;
                }
            }
        } finally {
            Epochs.exitRead();
        }
    }

    @Override
    public void close() {
        close.run();
    }
}
