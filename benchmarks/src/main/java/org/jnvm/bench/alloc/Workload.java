package org.jnvm.bench.alloc;

import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What is done with an allocator. The C program {@code alloc.c} does the same, step by step. */
enum Workload {
    /** 100 allocations, then 100 frees in random order (Poseidon, section 7.2). */
    PAIRS,
    /** The same; each block is referred to by a durable array from its allocation until its free. */
    LINKED,
    /**
     * Larson's server (Poseidon, section 7.3): a bag of 1000 blocks goes from thread to thread; who has it replaces 1000
     * times a random one of its blocks, mostly made by another thread, by a new one of 64 to 1024 bytes.
     */
    LARSON,
    /** Many allocations, then as many frees in the order of the allocations; the threads share the number. */
    MASS;

    static final int BATCH = 100;
    static final int BAG = 1000;
    static final int LARSON_MIN = 64;
    static final int LARSON_MAX = 1024;
    /** How many objects {@link #MASS} allocates, if they are of so many bytes at most; of larger ones a tenth. */
    static final int MASS_OBJECTS = 1_000_000;

    static final int MASS_SMALL_BYTES = 256;
    /** Orders of frees that are made before the clock runs. */
    private static final int ORDERS = 64;

    /** One thread's part. */
    interface Round {
        /** Does it once. */
        void run();

        /** Returns how many pairs of an allocation and a free one round is. */
        int pairs();

        /** Returns the durations since the last call; null if the round times nothing apart. */
        default Timings timings() {
            return null;
        }
    }

    /** What the threads of a run share: the bags. */
    static final class Shared {
        private final ConcurrentLinkedQueue<Object[]> bags = new ConcurrentLinkedQueue<>();

        /** Fills two bags for each thread. */
        void fill(Contender contender, int threads) {
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < 2 * threads; i++) {
                Object[] bag = new Object[BAG];
                for (int k = 0; k < BAG; k++) {
                    bag[k] = contender.allocate(random.nextInt(LARSON_MIN, LARSON_MAX + 1));
                }
                bags.add(bag);
            }
        }
    }

    /**
     * Makes the part of a thread, which calls this itself.
     *
     * @param contender its allocator
     * @param bytes the size of blocks
     * @param objects how many {@link #MASS} allocates in a round
     * @param shared what it shares with other threads
     * @param thread its number
     */
    Round round(Contender contender, int bytes, int objects, Shared shared, int thread) {
        return switch (this) {
            case PAIRS -> new Pairs(contender, bytes, thread);
            case LINKED -> new Linked(contender.links(BATCH), bytes, thread);
            case LARSON -> new Larson(contender, shared, thread);
            case MASS -> new Mass(contender, bytes, objects);
        };
    }

    /** Makes the part of a thread in which each call of {@link #PAIRS} is timed. */
    static Round timedPairs(Contender contender, int bytes, int thread) {
        return new TimedPairs(contender, bytes, thread);
    }

    private static int[][] orders(int thread) {
        SplittableRandom random = new SplittableRandom(thread);
        int[][] orders = new int[ORDERS][BATCH];
        for (int[] order : orders) {
            for (int i = 0; i < BATCH; i++) {
                int at = random.nextInt(i + 1);
                order[i] = order[at];
                order[at] = i;
            }
        }
        return orders;
    }

    private static final class Pairs implements Round {
        private final Contender contender;
        private final int bytes;
        private final int[][] orders;
        private final Object[] blocks = new Object[BATCH];
        private int next;

        Pairs(Contender contender, int bytes, int thread) {
            this.contender = contender;
            this.bytes = bytes;
            this.orders = orders(thread);
        }

        @Override
        public void run() {
            for (int i = 0; i < BATCH; i++) {
                blocks[i] = contender.allocate(bytes);
            }
            for (int i : orders[next++ % ORDERS]) {
                contender.free(blocks[i]);
            }
        }

        @Override
        public int pairs() {
            return BATCH;
        }
    }

    private static final class TimedPairs implements Round {
        private final Contender contender;
        private final int bytes;
        private final int[][] orders;
        private final Object[] blocks = new Object[BATCH];
        private Timings timings = new Timings();
        private int next;

        TimedPairs(Contender contender, int bytes, int thread) {
            this.contender = contender;
            this.bytes = bytes;
            this.orders = orders(thread);
        }

        @Override
        public void run() {
            for (int i = 0; i < BATCH; i++) {
                long began = System.nanoTime();
                blocks[i] = contender.allocate(bytes);
                timings.allocations().recordValue(System.nanoTime() - began);
            }
            for (int i : orders[next++ % ORDERS]) {
                long began = System.nanoTime();
                contender.free(blocks[i]);
                timings.frees().recordValue(System.nanoTime() - began);
            }
        }

        @Override
        public int pairs() {
            return BATCH;
        }

        @Override
        public Timings timings() {
            Timings taken = timings;
            timings = new Timings();
            return taken;
        }
    }

    private static final class Mass implements Round {
        private final Contender contender;
        private final int bytes;
        private final Object[] blocks;
        private Timings timings = new Timings();

        Mass(Contender contender, int bytes, int objects) {
            this.contender = contender;
            this.bytes = bytes;
            this.blocks = new Object[objects];
        }

        @Override
        public void run() {
            long began = System.nanoTime();
            for (int i = 0; i < blocks.length; i++) {
                blocks[i] = contender.allocate(bytes);
            }
            long allocated = System.nanoTime();
            for (Object block : blocks) {
                contender.free(block);
            }
            timings.allocations().recordValue(allocated - began);
            timings.frees().recordValue(System.nanoTime() - allocated);
        }

        @Override
        public int pairs() {
            return blocks.length;
        }

        @Override
        public Timings timings() {
            Timings taken = timings;
            timings = new Timings();
            return taken;
        }
    }

    private static final class Linked implements Round {
        private final Contender.Links links;
        private final int bytes;
        private final int[][] orders;
        private int next;

        Linked(Contender.Links links, int bytes, int thread) {
            this.links = links;
            this.bytes = bytes;
            this.orders = orders(thread);
        }

        @Override
        public void run() {
            for (int i = 0; i < BATCH; i++) {
                links.allocate(i, bytes);
            }
            for (int i : orders[next++ % ORDERS]) {
                links.free(i);
            }
        }

        @Override
        public int pairs() {
            return BATCH;
        }
    }

    private static final class Larson implements Round {
        private final Contender contender;
        private final Shared shared;
        private long random;

        Larson(Contender contender, Shared shared, int thread) {
            this.contender = contender;
            this.shared = shared;
            this.random = thread + 1L;
        }

        @Override
        public void run() {
            Object[] bag = shared.bags.poll(); // never null: there are two for each thread
            for (int k = 0; k < BAG; k++) {
                random ^= random << 13;
                random ^= random >>> 7;
                random ^= random << 17;
                int at = (int) ((random >>> 33) % BAG);
                contender.free(bag[at]);
                int span = LARSON_MAX - LARSON_MIN + 1;
                bag[at] = contender.allocate(LARSON_MIN + (int) ((random >>> 17 & 0xFFFF) % span));
            }
            shared.bags.add(bag);
        }

        @Override
        public int pairs() {
            return BAG;
        }
    }
}
