package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.HTreeMap;
import org.mapdb.Serializer;

/**
 * MapDB's hash map. Without transactions in a mapped file, as its manual recommends for speed: a file that was not closed
 * cannot be opened. With transactions each operation commits, which syncs the log.
 */
final class MapDbStore extends ByteStore {
    private final DB db;
    private final HTreeMap<String, byte[]> map;
    private final boolean commits;
    private boolean loaded;

    MapDbStore(Path file, int length, Durability durability) {
        super(length);
        commits = durability != Durability.NONE;
        DBMaker.Maker maker =
                DBMaker.fileDB(file.toFile()).fileMmapEnableIfSupported().fileMmapPreclearDisable();
        db = (commits ? maker.transactionEnable() : maker).make();
        map = db.hashMap("ycsb", Serializer.STRING_ASCII, Serializer.BYTE_ARRAY).create();
    }

    @Override
    public void loaded() {
        loaded = true;
        if (commits) {
            db.commit();
        }
    }

    @Override
    byte[] get(String key) {
        return map.get(key);
    }

    @Override
    void put(String key, byte[] record) {
        map.put(key, record);
        if (commits && loaded) {
            db.commit();
        }
    }

    @Override
    public void close() {
        db.close();
    }
}
