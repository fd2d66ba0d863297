package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import org.eclipse.store.storage.embedded.types.EmbeddedStorage;
import org.eclipse.store.storage.embedded.types.EmbeddedStorageManager;

/**
 * EclipseStore: all records are in the Java heap; an operation stores what it changed, under the lock that guards it, as its
 * manual wants it. An update changes the bytes of a record in place and stores that. An insert stores the map that
 * the record is in; so that this is small, there are many maps. EclipseStore writes but does not sync.
 */
final class EclipseStore implements Store {
    /** Records in a map. */
    private static final int BUCKET = 8;

    private final EmbeddedStorageManager storage;
    private final HashMap<String, byte[]>[] buckets;
    private final int length;
    private boolean loaded;

    EclipseStore(Path folder, long records, int length) {
        this.length = length;
        buckets = buckets(Math.toIntExact(Long.highestOneBit(records / BUCKET + 1)));
        storage = EmbeddedStorage.start(buckets, folder);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays have no types of elements
    private static HashMap<String, byte[]>[] buckets(int count) {
        HashMap<String, byte[]>[] buckets = new HashMap[count];
        Arrays.setAll(buckets, i -> new HashMap<>());
        return buckets;
    }

    private HashMap<String, byte[]> bucket(String key) {
        int hash = key.hashCode();
        return buckets[(hash ^ hash >>> 16) & buckets.length - 1];
    }

    @Override
    public void loaded() {
        storage.storeAll((Object[]) buckets);
        loaded = true;
    }

    @Override
    public void insert(String key, byte[] record) {
        HashMap<String, byte[]> bucket = bucket(key);
        synchronized (bucket) {
            bucket.put(key, record);
            if (loaded) {
                storage.store(bucket);
            }
        }
    }

    @Override
    public byte[] read(String key) {
        HashMap<String, byte[]> bucket = bucket(key);
        synchronized (bucket) {
            byte[] record = bucket.get(key);
            return record == null ? null : record.clone();
        }
    }

    @Override
    public boolean update(String key, int field, byte[] value) {
        HashMap<String, byte[]> bucket = bucket(key);
        synchronized (bucket) {
            byte[] record = bucket.get(key);
            if (record == null) {
                return false;
            }
            System.arraycopy(value, 0, record, field * length, length);
            storage.store(record);
            return true;
        }
    }

    @Override
    public void close() {
        storage.shutdown();
    }
}
