package org.jnvm.bench.micro;

import java.util.Random;

/** Numbers with YCSB's zipfian distribution, constant 0.99, scattered over the range. */
public final class Zipfian {
    private static final double THETA = 0.99;

    private final Random random;
    private final int count;
    private final double zeta;
    private final double eta;

    /**
     * Makes a source of numbers.
     *
     * @param count how many there are
     */
    public Zipfian(int count, long seed) {
        this.random = new Random(seed);
        this.count = count;
        double sum = 0;
        for (int i = 1; i <= count; i++) {
            sum += Math.pow(i, -THETA);
        }
        zeta = sum;
        eta = (1 - Math.pow(2.0 / count, 1 - THETA)) / (1 - (1 + Math.pow(2, -THETA)) / zeta);
    }

    /** Returns the next number, 0 to {@code count - 1}. */
    public int next() {
        double u = random.nextDouble();
        long rank = u * zeta < 1
                ? 0
                : u * zeta < 1 + Math.pow(0.5, THETA)
                        ? 1
                        : (long) (count * Math.pow(eta * u - eta + 1, 1 / (1 - THETA)));
        long scattered = (Math.min(rank, count - 1) + 1) * 0x9E37_79B9_7F4A_7C15L;
        return (int) ((scattered >>> 1) % count);
    }
}
