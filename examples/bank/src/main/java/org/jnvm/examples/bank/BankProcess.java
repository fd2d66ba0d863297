package org.jnvm.examples.bank;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import org.jnvm.JNVM;
import org.jnvm.JnvmException;
import org.jnvm.examples.crash.Journal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * The bank itself. Opens its heap, founds the bank if there is none, audits it, then transfers until it is killed, with
 * a line in the journal for each transfer that was carried out.
 */
@Command(name = "bank-process")
final class BankProcess implements Callable<Integer> {
    /** What the process prints when it begins to found a bank. */
    static final String FOUNDING = "FOUNDING";

    private static final String ROOT = "bank";
    private static final long INITIAL_BALANCE = 1000;
    /** Several 256-byte blocks for each account and its name, and reserve. */
    private static final long HEAP_BYTES_PER_ACCOUNT = 2048;

    private static final long HEAP_BYTES_BASE = 64L << 20;

    private final Journal journal = new Journal();
    private final AccountLocks locks = new AccountLocks();

    @Option(names = "--heap", required = true, description = "The heap file.")
    private Path heap;

    @Option(names = "--accounts", description = "Accounts of a new bank.", defaultValue = "100000")
    private int accounts;

    @Option(names = "--tellers", description = "Tellers of a new bank.", defaultValue = "2")
    private int tellers;

    @Option(names = "--seed", description = "Seed of a new bank.", defaultValue = "0")
    private long seed;

    @Option(names = "--acknowledged", split = ",", description = "The last acknowledged transfer of each teller.")
    private List<Long> acknowledged = List.of();

    @Option(names = "--verify", description = "Only audits; exit status 1 if something is lost.")
    private boolean verify;

    /** Runs the bank. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BankProcess())
                .setExecutionExceptionHandler(BankProcess::explain)
                .execute(arguments));
    }

    /** What J-NVM refuses, it explains; anything else is a bug, and gets its stack trace. */
    private static int explain(Exception e, CommandLine command, ParseResult arguments) throws Exception {
        if (!(e instanceof JnvmException)) {
            throw e;
        }
        command.getErr().println(e.getMessage());
        return 1;
    }

    @Override
    public Integer call() throws InterruptedException, ExecutionException {
        JNVM.init(heap.toString(), HEAP_BYTES_BASE + accounts * HEAP_BYTES_PER_ACCOUNT);
        try {
            Bank bank = openOrFound();
            Audit audit = new Audit(bank, acknowledged);
            Opening.of(JNVM.heap().recovery(), bank.size(), audit).print(journal);
            if (verify || !audit.losses().isEmpty()) {
                return audit.losses().isEmpty() ? 0 : 1;
            }
            transfer(bank);
            return 0;
        } finally {
            JNVM.close();
        }
    }

    private Bank openOrFound() {
        Bank bank = JNVM.root.get(ROOT, Bank.class);
        if (bank == null) {
            journal.print(FOUNDING);
            bank = new Bank(seed, accounts, INITIAL_BALANCE, tellers);
            JNVM.root.put(ROOT, bank);
        }
        return bank;
    }

    /** Transfers with all tellers at once, until the process is killed or a teller fails. */
    private void transfer(Bank bank) throws InterruptedException, ExecutionException {
        Account[] allAccounts = bank.accounts();
        Teller[] allTellers = bank.tellers();
        CompletionService<Void> ended =
                new ExecutorCompletionService<>(Executors.newFixedThreadPool(allTellers.length));
        for (int i = 0; i < allTellers.length; i++) {
            int number = i;
            ended.submit(() -> serve(bank.seed(), number, allTellers[number], allAccounts));
        }
        ended.take().get();
    }

    private Void serve(long bankSeed, int tellerNumber, Teller teller, Account[] all) {
        for (long number = teller.lastTransfer() + 1; ; number++) {
            Transfer transfer = Transfer.of(bankSeed, tellerNumber, number, all.length);
            locks.whileLocked(
                    transfer.from(),
                    transfer.to(),
                    () -> teller.carryOut(transfer, all[transfer.from()], all[transfer.to()]));
            journal.print(transfer.toLine());
        }
    }
}
