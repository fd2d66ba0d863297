package org.jnvm.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jnvm.DurabilityDomain;
import org.jnvm.campaign.work.WorkName;

/**
 * A heap from its creation on, and the kills that it meets. Follows from the seed of the campaign and its number; but for
 * the moment of a kill that goes by time, a life is repeated exactly only if it has one thread.
 *
 * @param number the number of the life
 * @param seed the seed of its operations
 * @param work what is done with it
 * @param threads how many threads do it
 * @param domain its durability domain
 * @param intervalMillis in domain DISK, the interval of mode ASYNC; 0 is mode SYNC
 * @param opened whether the internal {@code Unsafe} is opened to J-NVM
 * @param quick whether the JVM has one compiler only, and so starts faster
 * @param collected whether it is collected all the time
 * @param kills when it is killed
 */
record Life(
        int number,
        long seed,
        WorkName work,
        int threads,
        DurabilityDomain domain,
        int intervalMillis,
        boolean opened,
        boolean quick,
        boolean collected,
        List<Kill> kills) {

    /** From when on a kill counts. */
    enum From {
        /** The moment before the heap is opened: in creation, recovery, check. */
        BEGIN,
        /** The moment when threads begin to work. */
        OPEN,
        /** The first persistent operation, and so many further: stores, write-backs, fences. */
        OPERATION
    }

    /**
     * A kill.
     *
     * @param from from when on
     * @param after how many microseconds, or operations, later
     */
    record Kill(From from, long after) {}

    private static final int KILLS_MIN = 3;
    private static final int KILLS_MAX = 9;
    private static final int BEGIN_MICROS_MAX = 60_000;
    private static final int OPEN_MICROS_MAX = 150_000;
    /** Kills at an operation: up to two to the power of this. */
    private static final int OPERATIONS_LOG_MAX = 15;

    private static final int MANY_THREADS = 4;
    /** JDK 25 crashes when it forces a file that was mapped with MAP_SYNC, if it has no C2. */
    private static final boolean FORCE_NEEDS_NO_C2 = Runtime.version().feature() < 22;

    /** Returns a life whose processes are killed. */
    static Life ofProcess(long campaignSeed, int number) {
        SplittableRandom random = random(campaignSeed, number);
        int route = random.nextInt(6);
        return new Life(
                number,
                random.nextLong(1L << 32),
                work(number),
                threads(random),
                route < 2
                        ? DurabilityDomain.NVMM_EMULATED
                        : route < 4 ? DurabilityDomain.PAGE_CACHE : DurabilityDomain.DISK,
                0,
                route < 2 || route % 2 == 0,
                route >= 2,
                false,
                kills(random));
    }

    /** Returns a life whose machine is turned off. */
    static Life ofMachine(long campaignSeed, int number) {
        SplittableRandom random = random(campaignSeed, number);
        boolean opened = random.nextBoolean();
        return new Life(
                number,
                random.nextLong(1L << 32),
                work(number),
                threads(random),
                DurabilityDomain.DAX,
                0,
                opened,
                FORCE_NEEDS_NO_C2,
                false,
                kills(random));
    }

    /** Returns the same life in a domain, and if that is DISK, in mode ASYNC if there is an interval. */
    Life in(DurabilityDomain wanted, int interval) {
        boolean noC2 = quick && wanted != DurabilityDomain.NVMM_EMULATED;
        return new Life(number, seed, work, threads, wanted, interval, opened, noC2, collected, kills);
    }

    /** Returns the same life with a collector that runs all the time. */
    Life withCollector() {
        return new Life(number, seed, work, threads, domain, intervalMillis, opened, quick, true, kills);
    }

    /** Returns the same life with other work. */
    Life with(WorkName wanted) {
        return new Life(number, seed, wanted, threads, domain, intervalMillis, opened, quick, collected, kills);
    }

    private static SplittableRandom random(long campaignSeed, int number) {
        return new SplittableRandom(new SplittableRandom(campaignSeed + number).nextLong());
    }

    private static WorkName work(int number) {
        return WorkName.values()[number % WorkName.values().length];
    }

    private static int threads(SplittableRandom random) {
        return random.nextInt(3) == 0 ? 1 : MANY_THREADS;
    }

    private static List<Kill> kills(SplittableRandom random) {
        List<Kill> kills = new ArrayList<>();
        for (int left = KILLS_MIN + random.nextInt(KILLS_MAX - KILLS_MIN + 1); left > 0; left--) {
            int kind = random.nextInt(20);
            if (kind < 4) {
                kills.add(new Kill(From.BEGIN, random.nextInt(BEGIN_MICROS_MAX)));
            } else if (kind < 12) {
                kills.add(new Kill(From.OPEN, random.nextInt(OPEN_MICROS_MAX)));
            } else {
                double log = random.nextDouble() * OPERATIONS_LOG_MAX;
                kills.add(new Kill(From.OPERATION, (long) Math.pow(2, log)));
            }
        }
        return kills;
    }
}
