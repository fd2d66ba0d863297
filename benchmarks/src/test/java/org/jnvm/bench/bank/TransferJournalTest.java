package org.jnvm.bench.bank;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.pdt.PLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transfer that a crash interrupted is ended, or was never begun. */
class TransferJournalTest {
    private static final long HEAP_BYTES = 4 << 20;

    @TempDir
    private Path folder;

    @Test
    void redoesWhatWasWrittenDownWhole() {
        try (Heap heap = Heap.create(folder.resolve("heap"), HEAP_BYTES);
                Heap.Scope scope = heap.enter()) {
            Account[] accounts = {new Account(0, 100), new Account(1, 100)};
            PLongArray words = new PLongArray(TransferJournal.WORDS);
            TransferJournal journal = new TransferJournal(heap, words);

            journal.redo(number -> accounts[number]);
            assertThat(balances(accounts)).containsExactly(100, 100);

            journal.writeDown(0, 70, 1, 130);
            new TransferJournal(heap, words).redo(number -> accounts[number]);
            assertThat(balances(accounts)).containsExactly(70, 130);

            accounts[0].setBalance(1);
            journal.redo(number -> accounts[number]);
            assertThat(balances(accounts)).as("done once").containsExactly(1, 130);

            for (int torn = 0; torn < TransferJournal.WORDS; torn++) {
                journal.writeDown(0, 7, 1, 13);
                words.set(torn, words.get(torn) ^ 1 << 8);
                journal.redo(number -> accounts[number]);
                assertThat(balances(accounts)).as("word %d is torn", torn).containsExactly(1, 130);
            }

            journal.transfer(accounts[1], 1, accounts[0], 0, 30);
            journal.redo(number -> accounts[number]);
            assertThat(balances(accounts)).containsExactly(31, 100);
        }
    }

    private static long[] balances(Account[] accounts) {
        return new long[] {accounts[0].balance(), accounts[1].balance()};
    }
}
