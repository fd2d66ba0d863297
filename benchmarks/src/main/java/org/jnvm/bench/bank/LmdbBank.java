package org.jnvm.bench.bank;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/** Accounts in LMDB: a transfer is a transaction, which is synced when it commits; one at a time. */
final class LmdbBank implements Bank {
    private static final long MAP_BYTES_MIN = 64L << 20;
    /** What an account takes, with what is written anew while readers see the old. */
    private static final long ACCOUNT_ROOM = 1000;

    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> accounts;
    private final int size;

    /** What a thread uses again. */
    private final ThreadLocal<ByteBuffer> keys =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(Integer.BYTES));

    private final ThreadLocal<ByteBuffer> values =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(Filler.ACCOUNT_BYTES));

    /** Founds a bank. */
    LmdbBank(Path file, int size) {
        this.size = size;
        env = Env.create().setMapSize(MAP_BYTES_MIN + size * ACCOUNT_ROOM).open(file.toFile(), EnvFlags.MDB_NOSUBDIR);
        accounts = env.openDbi("accounts", DbiFlags.MDB_CREATE);
        try (Txn<ByteBuffer> txn = env.txnWrite()) {
            for (int account = 0; account < size; account++) {
                put(txn, account, AccountBytes.make(account));
            }
            txn.commit();
        }
    }

    private ByteBuffer key(int account) {
        return keys.get().clear().putInt(account).flip();
    }

    private byte[] get(Txn<ByteBuffer> txn, int account) {
        byte[] bytes = new byte[Filler.ACCOUNT_BYTES];
        accounts.get(txn, key(account)).get(bytes);
        return bytes;
    }

    private void put(Txn<ByteBuffer> txn, int account, byte[] bytes) {
        accounts.put(txn, key(account), values.get().clear().put(bytes).flip());
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void transfer(int from, int to, long amount) {
        Bank.require(from, to, size);
        try (Txn<ByteBuffer> txn = env.txnWrite()) {
            add(txn, from, -amount);
            add(txn, to, amount);
            txn.commit();
        }
    }

    private void add(Txn<ByteBuffer> txn, int account, long amount) {
        byte[] bytes = get(txn, account);
        AccountBytes.add(bytes, amount);
        put(txn, account, bytes);
    }

    @Override
    public long balance(int account) {
        try (Txn<ByteBuffer> txn = env.txnRead()) {
            return AccountBytes.balance(get(txn, account), account);
        }
    }

    @Override
    public void close() {
        env.close();
    }
}
