package org.jnvm.bench.ycsb;

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

/** RocksDB with what its wiki recommends to begin with ("Setup Options and Basic Tuning"), and a block cache as large as the data. */
public final class OpenRocksDb implements AutoCloseable {
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
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final RocksDB db;

    /**
     * Opens it in a folder, or makes it.
     *
     * @param bytes of the data
     */
    public OpenRocksDb(Path folder, long bytes) {
        cache = new LRUCache(CACHE_BYTES_MIN + Long.getLong("jnvm.bench.cacheBytes", bytes)); // smaller where memory is
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
        try {
            db = RocksDB.open(options, folder.toString());
        } catch (RocksDBException e) {
            throw failed(e);
        }
    }

    /** Returns what tells of a failure. */
    public static IllegalStateException failed(RocksDBException e) {
        return new IllegalStateException("RocksDB failed: " + e.getMessage(), e);
    }

    /** Returns the store. */
    public RocksDB db() {
        return db;
    }

    /** Returns how to write: what is written is in the write-ahead log, and that on the device if it is to be synced. */
    public WriteOptions writing(boolean sync) {
        return sync ? synced : unsynced;
    }

    @Override
    public void close() {
        db.close();
        synced.close();
        unsynced.close();
        options.close();
        cache.close();
        filter.close();
    }
}
