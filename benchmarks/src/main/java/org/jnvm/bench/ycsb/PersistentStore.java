package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.InvalidObjectException;
import org.jnvm.pdt.PString;
import org.jnvm.spi.Access;

/**
 * A map of J-NVM with {@link PersistentRecord}s under persistent strings, looked up by {@code String}s. What an
 * operation changed is durable when it returns; what it replaced is freed.
 */
final class PersistentStore implements Store {
    private final Heap heap;
    private final Map<Object, PersistentRecord> map;
    private final Update how;

    /**
     * Makes a heap with an empty map.
     *
     * @param bytes the most that the heap may grow to
     */
    PersistentStore(
            Path file, long bytes, DurabilityDomain domain, Supplier<Map<Object, PersistentRecord>> empty, Update how) {
        heap = Heap.create(file, bytes, HeapOptions.defaults().domain(domain));
        try (Heap.Scope scope = heap.enter()) {
            map = empty.get();
            heap.root().put("map", map);
        }
        this.how = how;
    }

    @Override
    public AutoCloseable enterThread() {
        return heap.enter();
    }

    @Override
    public void insert(String key, byte[][] fields) {
        map.put(new PString(key), PersistentRecord.of(fields));
    }

    @Override
    public byte[][] read(String key) {
        while (true) {
            Access.enterRead(); // another client may replace and free what is being copied
            PersistentRecord record = null;
            try {
                record = map.get(key);
                return record == null ? null : record.copy();
            } catch (InvalidObjectException e) {
                if (record != null && Access.equal(record, map.get(key))) {
                    throw e;
                }
            } finally {
                Access.exitRead();
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
        PersistentRecord record = map.get(key);
        if (record != null) {
            record.replace(field, value);
        }
        return record != null;
    }

    /** Makes a new record of an old one, which can be freed when the new one is in its place. */
    private static final class Change implements BiFunction<Object, PersistentRecord, PersistentRecord> {
        private final int field;
        private final byte[] value;
        private PersistentRecord old;

        private Change(int field, byte[] value) {
            this.field = field;
            this.value = value;
        }

        @Override
        public PersistentRecord apply(Object key, PersistentRecord before) {
            old = before;
            return before.with(field, value);
        }

        /** Frees what no record refers to any more; returns whether there was a record. */
        private boolean freeOld() {
            if (old == null) {
                return false;
            }
            Access.free(old.field(field));
            Access.free(old);
            return true;
        }
    }

    @Override
    public void close() {
        heap.close();
    }
}
