package org.jnvm.examples.bank;

import java.util.SplittableRandom;

/**
 * A transfer. It follows from the seed of the bank, its teller and its number, so that whoever knows how many transfers
 * each teller has carried out can compute every balance.
 *
 * @param teller the number of the teller, from 0
 * @param number the number of the transfer among those of its teller, from 1
 * @param from the number of the account that pays
 * @param to the number of the account that is paid, another one
 * @param amount the amount, from 1 to {@value #AMOUNT_MAX}
 */
record Transfer(int teller, long number, int from, int to, int amount) {
    static final int AMOUNT_MAX = 100;

    /** What the line of a transfer begins with in the journal. */
    static final String MARK = "T ";

    /** Odd, and unrelated to the step of {@code SplittableRandom}: no transfer sees the numbers of another one. */
    private static final long STEP = 0xD1342543DE82EF95L;

    /**
     * Returns a transfer.
     *
     * @param seed the seed of the bank
     * @param teller the number of the teller
     * @param number the number of the transfer
     * @param accounts how many accounts the bank has; every pair of them is equally likely
     */
    static Transfer of(long seed, int teller, long number, int accounts) {
        long start = new SplittableRandom(seed + teller).nextLong();
        SplittableRandom random = new SplittableRandom(start + number * STEP);
        int from = random.nextInt(accounts);
        int other = random.nextInt(accounts - 1);
        return new Transfer(teller, number, from, other < from ? other : other + 1, random.nextInt(AMOUNT_MAX) + 1);
    }

    /** Returns the line that acknowledges the transfer. */
    String toLine() {
        return MARK + teller + ' ' + number + ' ' + from + ' ' + to + ' ' + amount;
    }
}
