package org.jnvm.bench.bank;

/** What an account of 140 bytes holds beside its number and its balance; tells a whole account from a damaged one. */
final class Filler {
    /** Words of 8 bytes. */
    static final int WORDS = 15;

    /** Bytes of an account: number, balance, these words, and an {@code int}. */
    static final int ACCOUNT_BYTES = 2 * Long.BYTES + WORDS * Long.BYTES + Integer.BYTES;

    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

    private Filler() {}

    /**
     * Returns a word of an account.
     *
     * @param index from 0 to {@value #WORDS}; of the last one the account has the lower half
     */
    static long word(long account, int index) {
        long word = (account * (WORDS + 1) + index + 1) * STEP;
        return word ^ word >>> 29;
    }

    /** Refuses a word that is not the account's. */
    static void require(long found, long wanted, long account, int index) {
        if (found != wanted) {
            throw new IllegalStateException("account is damaged: account=" + account + ", word=" + index + ", found="
                    + found + ", wanted=" + wanted);
        }
    }
}
