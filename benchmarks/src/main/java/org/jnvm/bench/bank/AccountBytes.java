package org.jnvm.bench.bank;

import java.nio.ByteBuffer;

/** An account as the bytes that a store of bytes keeps under its number: number, balance, filler. */
final class AccountBytes {
    private static final int BALANCE = Long.BYTES;
    private static final int FILLER = 2 * Long.BYTES;

    private AccountBytes() {}

    /** Makes a new account. */
    static byte[] make(int account) {
        ByteBuffer buffer =
                ByteBuffer.allocate(Filler.ACCOUNT_BYTES).putLong(account).putLong(Bank.INITIAL_BALANCE);
        for (int i = 0; i < Filler.WORDS; i++) {
            buffer.putLong(Filler.word(account, i));
        }
        return buffer.putInt((int) Filler.word(account, Filler.WORDS)).array();
    }

    /** Adds an amount to the balance. */
    static void add(byte[] bytes, long amount) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        buffer.putLong(BALANCE, buffer.getLong(BALANCE) + amount);
    }

    /**
     * Returns the balance.
     *
     * @throws IllegalStateException if other bytes are not what they were when the account was made
     */
    static long balance(byte[] bytes, int account) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        Filler.require(buffer.getLong(0), account, account, -1);
        for (int i = 0; i < Filler.WORDS; i++) {
            Filler.require(buffer.getLong(FILLER + i * Long.BYTES), Filler.word(account, i), account, i);
        }
        Filler.require(
                buffer.getInt(FILLER + Filler.WORDS * Long.BYTES),
                (int) Filler.word(account, Filler.WORDS),
                account,
                Filler.WORDS);
        return buffer.getLong(BALANCE);
    }
}
