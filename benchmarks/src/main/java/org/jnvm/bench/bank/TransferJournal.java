package org.jnvm.bench.bank;

import java.util.function.IntFunction;
import org.jnvm.Heap;
import org.jnvm.pdt.PLongArray;

/**
 * What a transfer without failure-atomic blocks writes down first: the two balances as they are going to be. The words
 * are in one cache line and have a checksum, so that it does not matter in which order they reach memory. For one
 * transfer at a time.
 */
final class TransferJournal {
    /** Elements of its array. */
    static final int WORDS = 5;

    private static final int CHECKSUM = 0;
    private static final int FROM = 1;
    private static final int FROM_BALANCE = 2;
    private static final int TO = 3;
    private static final int TO_BALANCE = 4;
    private static final long EMPTY = 0;
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

    private final Heap heap;
    private final PLongArray words;

    TransferJournal(Heap heap, PLongArray words) {
        this.heap = heap;
        this.words = words;
    }

    private long checksum() {
        long sum = STEP;
        for (int i = FROM; i < WORDS; i++) {
            sum = (sum ^ words.get(i)) * STEP;
            sum ^= sum >>> 32;
        }
        return sum | 1; // never that of an empty journal
    }

    /** Writes the journal, and writes it back; durable after a fence. */
    void writeDown(int from, long fromBalance, int to, long toBalance) {
        words.set(FROM, from);
        words.set(FROM_BALANCE, fromBalance);
        words.set(TO, to);
        words.set(TO_BALANCE, toBalance);
        words.set(CHECKSUM, checksum());
        words.pwb(0, WORDS);
    }

    private void clear() {
        words.set(CHECKSUM, EMPTY);
        words.pwb(CHECKSUM);
    }

    /** Transfers between accounts that the caller has locked; durable when it returns. */
    // persist-order: [journal] < pfence < [both balances] < pfence < [journal cleared] < psync
    //   crash before the first pfence: the checksum tells; nothing was changed
    //   crash later: redo() stores the balances that were written down, as often as you like; it is cleared before the
    //   accounts are unlocked, so nobody else has changed them since
    void transfer(Account payer, int from, Account payee, int to, long amount) {
        long fromBalance = payer.balance() - amount;
        long toBalance = payee.balance() + amount;
        writeDown(from, fromBalance, to, toBalance);
        heap.pfence();
        apply(payer, fromBalance, payee, toBalance);
        clear();
        heap.psync();
    }

    private void apply(Account payer, long fromBalance, Account payee, long toBalance) {
        payer.setBalance(fromBalance);
        payer.pwbBalance();
        payee.setBalance(toBalance);
        payee.pwbBalance();
        heap.pfence();
    }

    /** Ends the transfer that a crash interrupted, if there was one. */
    void redo(IntFunction<Account> accounts) {
        if (words.get(CHECKSUM) == checksum()) {
            apply(
                    accounts.apply((int) words.get(FROM)),
                    words.get(FROM_BALANCE),
                    accounts.apply((int) words.get(TO)),
                    words.get(TO_BALANCE));
        }
        clear();
        heap.psync();
    }
}
