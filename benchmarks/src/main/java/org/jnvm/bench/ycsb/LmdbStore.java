package org.jnvm.bench.ycsb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/**
 * LMDB by lmdbjava: each operation is a transaction, of which those that read are used again, as its manual recommends.
 * By default LMDB syncs at each commit; with {@code MDB_NOSYNC} it only writes.
 */
final class LmdbStore implements Store {
    private static final long MAP_BYTES_MIN = 64L << 20;
    /** Room for what inserts add, and for pages that readers still see. */
    private static final int ROOM = 6;
    /** Of a page, beside the record. */
    private static final int MORE_BYTES = 64;
    /** Records that are loaded in one transaction. */
    private static final int BATCH = 1000;

    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> records;
    private final int recordBytes;
    private final int length;
    private final ThreadLocal<Reader> readers = new ThreadLocal<>();
    /** Of the thread that loads: a transaction must end in the thread that began it. */
    private Txn<ByteBuffer> loading;

    private boolean loaded;
    private int batched;

    /** What a thread uses again. */
    private final class Reader implements AutoCloseable {
        private final ByteBuffer key;
        private final ByteBuffer record;
        private Txn<ByteBuffer> txn;

        private Reader(int recordBytes) {
            key = ByteBuffer.allocateDirect(env.getMaxKeySize());
            record = ByteBuffer.allocateDirect(recordBytes);
        }

        private ByteBuffer key(String text) {
            return key.clear().put(text.getBytes(StandardCharsets.ISO_8859_1)).flip();
        }

        private byte[] read(String text) {
            if (txn == null) {
                txn = env.txnRead();
            } else {
                txn.renew();
            }
            try {
                return bytes(records.get(txn, key(text)));
            } finally {
                txn.reset();
            }
        }

        @Override
        public void close() {
            if (txn != null) {
                txn.close();
            }
            readers.remove();
        }
    }

    LmdbStore(Path file, long count, int fields, int length, Durability durability) {
        this.length = length;
        recordBytes = fields * length;
        List<EnvFlags> flags = new ArrayList<>(List.of(EnvFlags.MDB_NOSUBDIR));
        if (durability != Durability.DISK) {
            flags.add(EnvFlags.MDB_NOSYNC);
        }
        env = Env.create()
                .setMapSize(MAP_BYTES_MIN + ROOM * count * (recordBytes + MORE_BYTES))
                .open(file.toFile(), flags.toArray(new EnvFlags[0]));
        records = env.openDbi("ycsb", DbiFlags.MDB_CREATE);
    }

    /** Returns the flags that it needs: it uses internals of the JDK. */
    static List<String> flags() {
        return List.of(
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "-Dlmdbjava.disable.checks=true");
    }

    private static byte[] bytes(ByteBuffer found) {
        if (found == null) {
            return null;
        }
        byte[] bytes = new byte[found.remaining()];
        found.get(bytes);
        return bytes;
    }

    @Override
    public AutoCloseable enterThread() {
        Reader reader = new Reader(recordBytes);
        readers.set(reader);
        return reader;
    }

    @Override
    public void loaded() {
        commitBatch();
        loaded = true;
    }

    private void commitBatch() {
        if (loading != null) {
            loading.commit();
            loading.close();
            loading = null;
        }
    }

    @Override
    public void insert(String key, byte[] record) {
        if (loaded) {
            try (Txn<ByteBuffer> txn = env.txnWrite()) {
                put(txn, key, record);
                txn.commit();
            }
            return;
        }
        if (loading == null) {
            loading = env.txnWrite();
        }
        put(loading, key, record);
        if (++batched % BATCH == 0) {
            commitBatch();
        }
    }

    private void put(Txn<ByteBuffer> txn, String key, byte[] record) {
        Reader reader = readers.get();
        records.put(txn, reader.key(key), reader.record.clear().put(record).flip());
    }

    @Override
    public byte[] read(String key) {
        return readers.get().read(key);
    }

    @Override
    public boolean update(String key, int field, byte[] value) {
        try (Txn<ByteBuffer> txn = env.txnWrite()) { // one writer at a time
            Reader reader = readers.get();
            ByteBuffer found = records.get(txn, reader.key(key));
            if (found == null) {
                return false;
            }
            ByteBuffer changed = reader.record.clear().put(found);
            changed.put(field * length, value).flip();
            records.put(txn, reader.key(key), changed);
            txn.commit();
            return true;
        }
    }

    @Override
    public void close() {
        env.close();
    }
}
