package org.jnvm.bench.structure;

import org.jnvm.bench.micro.Zipfian;

/**
 * The operations of YCSB-A, made before the clock runs: half reads, half updates, of keys with YCSB's zipfian
 * distribution. The version of what an update writes tells which one it was, so that a lost update is found afterwards.
 */
final class Requests {
    /** The version of what was loaded, before any update. */
    static final int LOADED = 1;

    private static final int FIRST_UPDATE = LOADED + 1;

    private final int[] numbers;

    /**
     * Makes them.
     *
     * @param count of keys, and of operations
     */
    Requests(int count) {
        numbers = new int[count];
        Zipfian zipfian = new Zipfian(count, 1);
        for (int i = 0; i < count; i++) {
            numbers[i] = zipfian.next();
        }
    }

    private static boolean isUpdate(int request) {
        return Numbers.key(request) < 0;
    }

    /** Does one. */
    void run(int request, LongMap map) {
        long key = Numbers.key(numbers[request]);
        if (isUpdate(request)) {
            map.replace(key, Numbers.value(key, FIRST_UPDATE + request));
        } else {
            Numbers.version(key, map.get(key));
        }
    }

    /**
     * Checks what is left of each key: what one of the threads wrote last to it.
     *
     * @param last the version of each key, by its number
     */
    void check(int[] last, int threads) {
        for (int number = 0; number < last.length; number++) {
            int request = last[number] - FIRST_UPDATE;
            if (request >= 0 && (!isUpdate(request) || numbers[request] != number)) {
                throw lost(number, last[number]);
            }
        }
        for (int thread = 0; thread < threads; thread++) {
            int from = Phases.from(thread, threads, numbers.length);
            int to = Phases.from(thread + 1, threads, numbers.length);
            for (int request = from; request < to; request++) {
                int left = last[numbers[request]] - FIRST_UPDATE;
                if (isUpdate(request) && (left < 0 || left >= from && left < request)) {
                    throw lost(numbers[request], last[numbers[request]]);
                }
            }
        }
    }

    private static IllegalStateException lost(int number, int version) {
        return new IllegalStateException("update was lost: number of the key=" + number + ", version=" + version);
    }
}
