package org.jnvm.bench.bank;

import java.nio.file.Path;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JNVM;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;

/** Accounts in a heap of J-NVM: a concurrent map of persistent objects by their numbers as strings. */
abstract class HeapBank implements Bank {
    /** Journals of transfers: how many transfers there may be at once. */
    static final int JOURNALS = 64;

    private static final long HEAP_BYTES_MIN = 64L << 20;
    /** An account takes a block; its key and its entry in the map less than another one. */
    private static final long HEAP_BYTES_PER_ACCOUNT = 640;
    /** Accounts that are made in one failure-atomic block. */
    private static final int BATCH = 1000;

    private static final String ACCOUNTS = "accounts";
    private static final String JOURNAL = "journals";

    private final Heap heap;
    private final PConcurrentHashMap<PString, Account> accounts;
    private final PArray<PLongArray> journals;
    private final int size;

    /**
     * Opens a bank, or founds it if there is no file.
     *
     * @param size the accounts of a new bank
     * @param options how, but for size and domain
     */
    HeapBank(Path file, int size, DurabilityDomain domain, HeapOptions options) {
        JNVM.init(
                file,
                options.maxBytes(HEAP_BYTES_MIN + size * HEAP_BYTES_PER_ACCOUNT).domain(domain));
        heap = JNVM.heap();
        if (!heap.root().exists(JOURNAL)) {
            found(size);
        }
        accounts = accounts(heap);
        journals = journals(heap);
        this.size = accounts.size();
    }

    @SuppressWarnings("unchecked")
    private static PConcurrentHashMap<PString, Account> accounts(Heap heap) {
        return (PConcurrentHashMap<PString, Account>) heap.root().get(ACCOUNTS);
    }

    @SuppressWarnings("unchecked")
    private static PArray<PLongArray> journals(Heap heap) {
        return (PArray<PLongArray>) heap.root().get(JOURNAL);
    }

    /** Makes objects in failure-atomic blocks only, so that a scan finds none that nothing leads to. */
    private void found(int wanted) {
        heap.atomically(() -> heap.root().put(ACCOUNTS, new PConcurrentHashMap<PString, Account>()));
        PConcurrentHashMap<PString, Account> all = accounts(heap);
        for (int i = 0; i < wanted; i += BATCH) {
            int from = i;
            heap.atomically(() -> {
                for (int account = from; account < Math.min(from + BATCH, wanted); account++) {
                    all.put(new PString(Integer.toString(account)), new Account(account, INITIAL_BALANCE));
                }
            });
        }
        heap.atomically(() -> {
            PArray<PLongArray> list = new PArray<>(JOURNALS);
            for (int i = 0; i < JOURNALS; i++) {
                list.set(i, new PLongArray(TransferJournal.WORDS));
            }
            heap.root().put(JOURNAL, list);
        });
    }

    final Heap heap() {
        return heap;
    }

    final Account account(int number) {
        return accounts.get(Integer.toString(number));
    }

    final PLongArray journal(int index) {
        return journals.get(index);
    }

    @Override
    public final int size() {
        return size;
    }

    @Override
    public final long balance(int number) {
        Account account = account(number);
        account.check(number);
        return account.balance();
    }

    @Override
    public final void close() {
        JNVM.close();
    }
}
