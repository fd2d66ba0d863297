package org.jnvm.bench.ycsb;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompactionPriority;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * RocksDB with what its wiki recommends to begin with ("Setup Options and Basic Tuning"), and a block cache as large as
 * the records. A put is in the write-ahead log when it returns; that is synced if the put is to survive power loss.
 */
final class RocksDbStore extends ByteStore {
    private static final long CACHE_BYTES_MIN = 64L << 20;
    private static final int BITS_PER_KEY = 10;
    private static final int BLOCK_BYTES = 16 << 10;
    private static final int BACKGROUND_JOBS = 6;
    private static final int BYTES_PER_SYNC = 1 << 20;

    static {
        RocksDB.loadLibrary();
    }

    private final BloomFilter filter = new BloomFilter(BITS_PER_KEY, false);
    private final Cache cache;
    private final Options options = new Options();
    private final WriteOptions unsynced = new WriteOptions();
    private final WriteOptions writeOptions;
    private final RocksDB db;
    private boolean loaded;

    RocksDbStore(Path folder, long records, int fields, int length, Durability durability) {
        super(length);
        cache = new LRUCache(CACHE_BYTES_MIN + records * fields * length);
        options.setCreateIfMissing(true)
                .setMaxBackgroundJobs(BACKGROUND_JOBS)
                .setBytesPerSync(BYTES_PER_SYNC)
                .setLevelCompactionDynamicLevelBytes(true)
                .setCompactionPriority(CompactionPriority.MinOverlappingRatio)
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockSize(BLOCK_BYTES)
                        .setBlockCache(cache)
                        .setCacheIndexAndFilterBlocks(true)
                        .setPinL0FilterAndIndexBlocksInCache(true)
                        .setFilterPolicy(filter));
        writeOptions = new WriteOptions().setSync(durability == Durability.DISK);
        try {
            db = RocksDB.open(options, folder.toString());
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    private static IllegalStateException failed(RocksDBException e) {
        return new IllegalStateException("RocksDB failed: " + e.getMessage(), e);
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
            return db.get(bytes(key));
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    @Override
    void put(String key, byte[] record) {
        try {
            db.put(loaded ? writeOptions : unsynced, bytes(key), record);
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() {
        db.close();
        writeOptions.close();
        unsynced.close();
        options.close();
        cache.close();
        filter.close();
    }
}
