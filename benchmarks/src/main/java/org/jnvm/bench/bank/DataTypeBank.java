package org.jnvm.bench.bank;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapOptions;

/**
 * J-PDT: no failure-atomic blocks; a transfer is made atomic by hand, with a journal in a persistent array.
 */
final class DataTypeBank extends HeapBank {
    private final Locks locks = new Locks();
    private final ConcurrentLinkedQueue<TransferJournal> free = new ConcurrentLinkedQueue<>();

    DataTypeBank(Path file, int size, DurabilityDomain domain) {
        super(file, size, domain, HeapOptions.defaults());
        for (int i = 0; i < JOURNALS; i++) {
            TransferJournal journal = new TransferJournal(heap(), journal(i));
            journal.redo(this::account);
            free.add(journal);
        }
    }

    @Override
    public void transfer(int from, int to, long amount) {
        Bank.require(from, to, size());
        TransferJournal journal = free.poll();
        if (journal == null) {
            throw new IllegalStateException("more transfers at once than journals: journals=" + JOURNALS);
        }
        try {
            locks.whileLocked(from, to, () -> journal.transfer(account(from), from, account(to), to, amount));
        } finally {
            free.add(journal);
        }
    }
}
