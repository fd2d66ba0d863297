package org.jnvm.fuzz;

import java.util.Random;

/**
 * Numbers that a fuzzer's input holds, in the place of random ones: what decides by them is steered by the fuzzer. Behind the end of the
 * input they are zeros.
 */
final class InputRandom extends Random {
    private static final long serialVersionUID = 1L;

    private final transient byte[] input;
    private int at;

    InputRandom(byte[] input) {
        this.input = input;
    }

    /** Tells whether something of the input is left. */
    boolean hasMore() {
        return at < input.length;
    }

    int nextByte() {
        return at < input.length ? input[at++] & 0xFF : 0;
    }

    long next(int count, long above) {
        long number = above;
        for (int i = 0; i < count; i++) {
            number = number << 8 | nextByte();
        }
        return number;
    }

    @Override
    protected int next(int bits) {
        return (int) next(4, 0) >>> 32 - bits;
    }

    @Override
    public int nextInt() {
        return (int) next(4, 0);
    }

    /** Takes as few bytes as the bound needs, so that a change of one number leaves those behind it as they are. */
    @Override
    public int nextInt(int bound) {
        int bytes = (39 - Integer.numberOfLeadingZeros(bound - 1)) / 8;
        return (int) Long.remainderUnsigned(next(bytes, 0), bound);
    }

    @Override
    public long nextLong() {
        return next(8, 0);
    }

    @Override
    public boolean nextBoolean() {
        return (nextByte() & 1) != 0;
    }
}
