package org.jnvm.bench.bank;

/**
 * Accounts with numbers from 0 on, and transfers between them. Accounts may be overdrawn, so that what a transfer does
 * depends on nothing but the transfer. Safe for use by any number of threads.
 */
interface Bank extends AutoCloseable {
    /** What is in each account of a new bank. */
    long INITIAL_BALANCE = 1000;

    /** Returns how many accounts there are. */
    int size();

    /**
     * Transfers an amount; all of it or nothing, and as durable as the bank's {@link Variant} says when it returns.
     *
     * @param from the account that pays
     * @param to the account that is paid, another one
     * @throws IllegalArgumentException if there is no such account
     */
    void transfer(int from, int to, long amount);

    /**
     * Returns the balance of an account, and checks the account's other bytes.
     *
     * @throws IllegalStateException if they are not what they were when the account was made
     */
    long balance(int account);

    @Override
    void close();

    /** Refuses an account that is not there, and a transfer from an account to itself. */
    static void require(int from, int to, int size) {
        if (from < 0 || from >= size || to < 0 || to >= size || from == to) {
            throw new IllegalArgumentException(
                    "transfer is not between two accounts of the bank: from=" + from + ", to=" + to + ", size=" + size);
        }
    }
}
