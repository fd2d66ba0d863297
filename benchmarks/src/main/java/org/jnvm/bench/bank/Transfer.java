package org.jnvm.bench.bank;

import java.util.SplittableRandom;

/**
 * A transfer that a client asks for.
 *
 * @param from the account that pays
 * @param to the account that is paid, another one
 * @param amount from 1 on
 */
record Transfer(int from, int to, int amount) {
    private static final int AMOUNT_MAX = 100;

    /** Returns a random one; every pair of accounts is equally likely. */
    static Transfer random(SplittableRandom random, int accounts) {
        int from = random.nextInt(accounts);
        int other = random.nextInt(accounts - 1);
        return new Transfer(from, other < from ? other : other + 1, 1 + random.nextInt(AMOUNT_MAX));
    }

    /** Returns the path and the query of its request. */
    String uri() {
        return "/transfers?from=" + from + "&to=" + to + "&amount=" + amount;
    }
}
