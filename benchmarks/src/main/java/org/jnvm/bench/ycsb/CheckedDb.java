package org.jnvm.bench.ycsb;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * The binding of YCSB for all stores, one for each client. It stores {@link FieldBytes} instead of YCSB's random bytes,
 * which could not be checked, and checks every byte and the version of all that is read. An error ends the run.
 */
final class CheckedDb extends DB {
    private static final String PREFIX = "field"; // YCSB's default

    private final Store store;
    private final Versions versions;
    private final String[] names;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final int length;
    private long record;
    private boolean wrote;
    private int scanned;

    CheckedDb(Store store, Versions versions, int fields, int length) {
        this.store = store;
        this.versions = versions;
        this.length = length;
        names = new String[fields];
        for (int i = 0; i < fields; i++) {
            names[i] = PREFIX + i;
            indexes.put(names[i], i);
        }
    }

    /** Sets the number of the record that the next operation is about. */
    void record(long number) {
        record = number;
    }

    /** Tells whether the binding was written through since this was asked last. */
    boolean wrote() {
        boolean before = wrote;
        wrote = false;
        return before;
    }

    Versions versions() {
        return versions;
    }

    @Override
    public Status read(String table, String key, Set<String> wanted, Map<String, ByteIterator> result) {
        if (wanted != null) {
            return Status.NOT_IMPLEMENTED;
        }
        byte[] fields = store.read(key);
        if (!store.keeps()) {
            return Status.OK;
        }
        requireRecord(key, fields);
        check(record, fields, result);
        return Status.OK;
    }

    private void check(long number, byte[] fields, Map<String, ByteIterator> result) {
        for (int i = 0; i < names.length; i++) {
            versions.check(number, i, FieldBytes.check(fields, i * length, length, number, i));
            result.put(names[i], new ByteArrayByteIterator(fields, i * length, length));
        }
    }

    /** Checks a record, while no client writes. */
    void check(String key, List<Versions> written) {
        byte[] fields = store.read(key);
        requireRecord(key, fields);
        for (int i = 0; i < names.length; i++) {
            Versions.checkLast(written, record, i, FieldBytes.check(fields, i * length, length, record, i));
        }
    }

    private void requireRecord(String key, byte[] fields) {
        if (fields == null) {
            throw missing(key);
        }
        if (fields.length != names.length * length) {
            throw new WrongDataException(
                    "record has a wrong length", record, 0, "length=" + fields.length + ", key=" + key);
        }
    }

    private WrongDataException missing(String key) {
        return new WrongDataException("record is missing", record, 0, "key=" + key);
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        wrote = true;
        for (String name : values.keySet()) {
            int field = indexes.get(name);
            byte[] value = new byte[length];
            FieldBytes.fill(value, 0, length, record, field, versions.next());
            if (!store.update(key, field, value)) {
                throw missing(key);
            }
            versions.wrote(record, field);
        }
        return Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        wrote = true;
        byte[] fields = new byte[names.length * length];
        for (int i = 0; i < names.length; i++) {
            FieldBytes.fill(fields, i * length, length, record, i, Versions.INSERTED);
        }
        store.insert(key, fields);
        return Status.OK;
    }

    @Override
    public Status delete(String table, String key) {
        return Status.NOT_IMPLEMENTED; // no core workload does
    }

    @Override
    public Status scan(
            String table, String start, int count, Set<String> wanted, Vector<HashMap<String, ByteIterator>> result) {
        if (wanted != null) {
            return Status.NOT_IMPLEMENTED;
        }
        if (!store.scans()) {
            throw new UnsupportedOperationException("mix E is for stores that scan: --mixes without E");
        }
        if (!store.keeps()) {
            store.scan(start, count, fields -> {});
            return Status.OK;
        }
        scanned = 0;
        store.scan(start, count, fields -> {
            requireRecord(start, fields);
            long number = scanned++ == 0 ? record : FieldBytes.record(fields, 0, 0);
            HashMap<String, ByteIterator> values = new HashMap<>();
            check(number, fields, values);
            result.add(values);
        });
        if (scanned == 0 || scanned > count) {
            throw new WrongDataException(
                    "scan found another number of records", record, 0, "found=" + scanned + ", wanted=" + count);
        }
        return Status.OK;
    }
}
