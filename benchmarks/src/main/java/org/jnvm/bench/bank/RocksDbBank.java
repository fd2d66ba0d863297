package org.jnvm.bench.bank;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jnvm.bench.ycsb.OpenRocksDb;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Accounts in RocksDB: a transfer is a batch, which is written, and synced, as a whole. */
final class RocksDbBank implements Bank {
    private final OpenRocksDb rocks;
    private final Locks locks = new Locks();
    private final int size;

    /** Founds a bank. */
    RocksDbBank(Path folder, int size) {
        this.size = size;
        rocks = new OpenRocksDb(folder, (long) size * Filler.ACCOUNT_BYTES);
        try {
            for (int account = 0; account < size; account++) {
                rocks.db().put(rocks.writing(false), key(account), AccountBytes.make(account));
            }
        } catch (RocksDBException e) {
            throw OpenRocksDb.failed(e);
        }
    }

    private static byte[] key(int account) {
        return Integer.toString(account).getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void transfer(int from, int to, long amount) {
        Bank.require(from, to, size);
        locks.whileLocked(from, to, () -> {
            try (WriteBatch batch = new WriteBatch()) {
                add(batch, from, -amount);
                add(batch, to, amount);
                rocks.db().write(rocks.writing(true), batch);
            } catch (RocksDBException e) {
                throw OpenRocksDb.failed(e);
            }
        });
    }

    private void add(WriteBatch batch, int account, long amount) throws RocksDBException {
        byte[] key = key(account);
        byte[] bytes = rocks.db().get(key);
        AccountBytes.add(bytes, amount);
        batch.put(key, bytes);
    }

    @Override
    public long balance(int account) {
        try {
            return AccountBytes.balance(rocks.db().get(key(account)), account);
        } catch (RocksDBException e) {
            throw OpenRocksDb.failed(e);
        }
    }

    @Override
    public void close() {
        rocks.close();
    }
}
