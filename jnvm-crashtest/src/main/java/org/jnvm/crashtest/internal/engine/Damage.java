package org.jnvm.crashtest.internal.engine;

import java.util.Arrays;
import java.util.Random;

/** Makes damage of an image: bits flip, sectors are torn, pages become zero. */
final class Damage {
    private static final int SECTOR_BYTES = 512;
    private static final int PAGE_BYTES = 4096;
    private static final int TRIES = 64;

    private Damage() {}

    /**
     * Damages.
     *
     * @param image what is damaged; changed
     * @param seed decides how
     */
    static void damage(byte[] image, long seed) {
        Random random = new Random(seed);
        switch (random.nextInt(4)) {
            case 0 -> {
                int page = random.nextInt(image.length / PAGE_BYTES) * PAGE_BYTES;
                Arrays.fill(image, page, page + PAGE_BYTES, (byte) 0);
            }
            case 1 -> {
                int from = used(image, random) / SECTOR_BYTES * SECTOR_BYTES;
                int torn = from + 8 * random.nextInt(SECTOR_BYTES / 8);
                byte[] garbage = new byte[Math.max(0, Math.min(image.length, from + SECTOR_BYTES) - torn)];
                random.nextBytes(garbage);
                System.arraycopy(garbage, 0, image, torn, garbage.length);
            }
            default -> {
                for (int bits = 1 + random.nextInt(3); bits > 0; bits--) {
                    image[used(image, random)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                }
            }
        }
    }

    /** Returns the place of a byte, one that is not zero if some tries find one. */
    private static int used(byte[] image, Random random) {
        int at = 0;
        for (int i = 0; i < TRIES; i++) {
            at = random.nextInt(image.length);
            if (image[at] != 0) {
                return at;
            }
        }
        return at;
    }
}
