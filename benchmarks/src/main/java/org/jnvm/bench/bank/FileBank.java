package org.jnvm.bench.bank;

import java.nio.file.Path;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionMap;
import org.h2.mvstore.tx.TransactionStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;

/**
 * Accounts as bytes in a file: H2's MVStore with its transactions. A transfer is written to the file before it is
 * acknowledged; whether it is synced as well, the constructor is told.
 */
final class FileBank implements Bank {
    private static final String MAP = "accounts";
    private static final String MADE = "made";
    /** Accounts that are made in one transaction. */
    private static final int BATCH = 1000;
    /** As in the thesis: one account in ten is in the Java heap. */
    private static final int CACHED_ONE_IN = 10;
    /** What an account takes there: bytes, key, and the objects around them. */
    private static final long CACHED_ACCOUNT_BYTES = 300;

    private final MVStore store;
    private final TransactionStore transactions;
    private final Locks locks = new Locks();
    private final int size;
    private final boolean synced;

    /**
     * Opens a bank, or founds it if there is no file.
     *
     * @param size the accounts of a new bank
     * @param synced whether a transfer is on the device when it is acknowledged
     */
    FileBank(Path file, int size, boolean synced) {
        this.synced = synced;
        int cacheMib = Math.toIntExact(1 + size * CACHED_ACCOUNT_BYTES / CACHED_ONE_IN / (1 << 20));
        store = new MVStore.Builder()
                .fileName(file.toString())
                .cacheSize(cacheMib)
                .open();
        transactions = new TransactionStore(store);
        transactions.init();
        transactions.endLeftoverTransactions(); // those that the crash interrupted are undone
        if (!store.hasMap(MADE)) {
            found(size);
        }
        this.size = (int) map(transactions.begin()).sizeAsLong();
    }

    private static TransactionMap<String, byte[]> map(Transaction transaction) {
        return transaction.openMap(MAP, StringDataType.INSTANCE, ByteArrayDataType.INSTANCE);
    }

    private void found(int wanted) {
        for (int from = 0; from < wanted; from += BATCH) {
            Transaction transaction = transactions.begin();
            TransactionMap<String, byte[]> accounts = map(transaction);
            for (int account = from; account < Math.min(from + BATCH, wanted); account++) {
                accounts.put(Integer.toString(account), AccountBytes.make(account));
            }
            transaction.commit();
        }
        store.openMap(MADE);
        store.commit();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void transfer(int from, int to, long amount) {
        Bank.require(from, to, size);
        locks.whileLocked(from, to, () -> {
            Transaction transaction = transactions.begin();
            TransactionMap<String, byte[]> accounts = map(transaction);
            add(accounts, from, -amount);
            add(accounts, to, amount);
            transaction.commit();
            store.commit(); // writes what the transactions so far changed
            if (synced) {
                store.sync();
            }
        });
    }

    private static void add(TransactionMap<String, byte[]> accounts, int account, long amount) {
        String key = Integer.toString(account);
        byte[] changed = accounts.get(key).clone();
        AccountBytes.add(changed, amount);
        accounts.put(key, changed);
    }

    @Override
    public long balance(int account) {
        Transaction transaction = transactions.begin();
        byte[] bytes = map(transaction).get(Integer.toString(account));
        transaction.commit();
        return AccountBytes.balance(bytes, account);
    }

    @Override
    public void close() {
        store.close();
    }
}
