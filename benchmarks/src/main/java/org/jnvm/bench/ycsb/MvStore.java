package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;

/**
 * H2's MVStore with its defaults: changes are written within a second. More durable: each operation writes what was
 * changed; and syncs the file as well.
 */
final class MvStore extends ByteStore {
    private final MVStore store;
    private final MVMap<String, byte[]> map;
    private final Durability durability;
    private boolean loaded;

    MvStore(Path file, int length, Durability durability) {
        super(length);
        this.durability = durability;
        store = MVStore.open(file.toString());
        map = store.openMap(
                "ycsb",
                new MVMap.Builder<String, byte[]>()
                        .keyType(StringDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }

    @Override
    public void loaded() {
        loaded = true;
        persist();
    }

    @Override
    byte[] get(String key) {
        byte[] record = map.get(key);
        return record == null ? null : record.clone(); // it is the map's own
    }

    @Override
    void put(String key, byte[] record) {
        map.put(key, record);
        if (loaded) {
            persist();
        }
    }

    @Override
    public boolean scans() {
        return true;
    }

    @Override
    public void scan(String from, int most, Consumer<byte[]> found) {
        Cursor<String, byte[]> cursor = map.cursor(from);
        for (int left = most; left > 0 && cursor.hasNext(); left--) {
            cursor.next();
            found.accept(cursor.getValue().clone());
        }
    }

    private void persist() {
        if (durability != Durability.NONE) {
            store.commit();
        }
        if (durability == Durability.DISK) {
            store.sync();
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
