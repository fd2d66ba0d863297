package org.jnvm.bench.ycsb;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;

/** RocksDB. A put is in the write-ahead log when it returns; that is synced if the put is to survive power loss. */
final class RocksDbStore extends ByteStore {
    private final OpenRocksDb rocks;
    private final boolean synced;
    private boolean loaded;

    RocksDbStore(Path folder, long records, int fields, int length, Durability durability) {
        super(length);
        rocks = new OpenRocksDb(folder, records * fields * length);
        synced = durability == Durability.DISK;
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void loaded() {
        loaded = true;
    }

    @Override
    byte[] get(String key) {
        try {
            return rocks.db().get(bytes(key));
        } catch (RocksDBException e) {
            throw OpenRocksDb.failed(e);
        }
    }

    @Override
    void put(String key, byte[] record) {
        try {
            rocks.db().put(rocks.writing(loaded && synced), bytes(key), record);
        } catch (RocksDBException e) {
            throw OpenRocksDb.failed(e);
        }
    }

    @Override
    public void close() {
        rocks.close();
    }
}
