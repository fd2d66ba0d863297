package org.jnvm.examples.bank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Compares a bank with what it must be. */
final class Audit {
    /** Of a ruined bank, some sentences are enough. */
    private static final int LOSSES_MAX = 10;

    private final List<String> losses = new ArrayList<>();
    private final long[] lastTransfers;

    /**
     * Audits a bank that carries out no transfers meanwhile.
     *
     * @param bank the bank
     * @param acknowledged the last acknowledged transfer of each teller; empty if nobody knows
     */
    Audit(Bank bank, List<Long> acknowledged) {
        lastTransfers =
                Arrays.stream(bank.tellers()).mapToLong(Teller::lastTransfer).toArray();
        if (!acknowledged.isEmpty()) {
            checkTellers(acknowledged);
        }
        checkBalances(bank);
    }

    /** Returns what is lost or wrong, in sentences; empty if nothing is. */
    List<String> losses() {
        return losses;
    }

    /** Returns the last transfer of each teller. */
    List<Long> lastTransfers() {
        return Arrays.stream(lastTransfers).boxed().toList();
    }

    private void lost(String sentence) {
        if (losses.size() < LOSSES_MAX) {
            losses.add(sentence);
        }
    }

    private void checkTellers(List<Long> acknowledged) {
        if (acknowledged.size() != lastTransfers.length) {
            lost(acknowledged.size() + " tellers acknowledged transfers, but the bank has " + lastTransfers.length
                    + '.');
            return;
        }
        for (int i = 0; i < lastTransfers.length; i++) {
            long journal = acknowledged.get(i);
            if (lastTransfers[i] < journal) {
                lost("Teller " + i + " acknowledged transfer " + journal + ", but the bank knows only the first "
                        + lastTransfers[i] + '.');
            } else if (lastTransfers[i] > journal + 1) {
                // one transfer may have been carried out, and the teller killed before saying so
                lost("Teller " + i + " acknowledged transfer " + journal + " and began at most one more, but the bank"
                        + " knows " + lastTransfers[i] + '.');
            }
        }
    }

    private void checkBalances(Bank bank) {
        Account[] accounts = bank.accounts();
        long[] expected = balances(bank.seed(), accounts.length, bank.initialBalance());
        long sum = 0;
        for (int i = 0; i < accounts.length; i++) {
            if (accounts[i] == null) {
                lost("Account " + i + " is gone.");
                continue;
            }
            long balance = accounts[i].balance();
            sum += balance;
            if (balance != expected[i]) {
                lost("Account " + i + " has a balance of " + balance + ", but its transfers make " + expected[i] + '.');
            }
        }
        long expectedSum = accounts.length * bank.initialBalance();
        if (sum != expectedSum) {
            lost("All balances together make " + sum + ", but must make " + expectedSum + '.');
        }
    }

    /** Carries all transfers out again, on plain numbers. */
    private long[] balances(long seed, int accounts, long initialBalance) {
        long[] balances = new long[accounts];
        Arrays.fill(balances, initialBalance);
        for (int teller = 0; teller < lastTransfers.length; teller++) {
            for (long number = 1; number <= lastTransfers[teller]; number++) {
                Transfer transfer = Transfer.of(seed, teller, number, accounts);
                balances[transfer.from()] -= transfer.amount();
                balances[transfer.to()] += transfer.amount();
            }
        }
        return balances;
    }
}
