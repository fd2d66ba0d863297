package org.jnvm.bench.bank;

import java.nio.file.Path;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapOptions;

/** J-PFA: a transfer is a failure-atomic block. */
final class FailureAtomicBank extends HeapBank {
    private final Locks locks = new Locks();

    FailureAtomicBank(Path file, int size, DurabilityDomain domain, HeapOptions options) {
        super(file, size, domain, options);
    }

    @Override
    public void transfer(int from, int to, long amount) {
        Bank.require(from, to, size());
        locks.whileLocked(
                from,
                to,
                () -> heap().atomically(() -> {
                    Account payer = account(from);
                    Account payee = account(to);
                    payer.setBalance(payer.balance() - amount);
                    payee.setBalance(payee.balance() + amount);
                }));
    }
}
