package org.jnvm.campaign.work;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jnvm.Heap;
import org.jnvm.pdt.PArray;

/** Failure-atomic blocks, nested up to four deep; some are left by exceptions, which undo just them. */
final class BlocksWork implements SeparateWork.Parts<BlocksWork.Content> {
    private static final int SUMS = 40;
    private static final int DEPTH_MAX = 4;
    private static final int LENGTH_MAX = 30;
    private static final int KEYS = 12;

    private final long seed;
    private final int threads;
    private Heap heap;
    private final List<Desk> desks = new ArrayList<>();

    /** Leaves one block. */
    private static final class Leaving extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Leaving() {
            super(null, null, false, false);
        }
    }

    /** What a block does, to the heap and to the model alike. */
    private interface Target {
        void atomically(Runnable body);

        void last(long number);

        int length();

        void push(long value, String note);

        void pop();

        void change(long value, String note);

        void put(String key, long value, String note);

        void take(String key);

        void add(int index, long value);
    }

    /** What a desk holds. */
    static final class Content implements Target {
        private long last;
        private Deque<String> chain = new ArrayDeque<>();
        private Map<String, String> drawer = new TreeMap<>();
        private long[] sums = new long[SUMS];

        @Override
        public void atomically(Runnable body) {
            long lastBefore = last;
            Deque<String> chainBefore = new ArrayDeque<>(chain);
            Map<String, String> drawerBefore = new TreeMap<>(drawer);
            long[] sumsBefore = sums.clone();
            try {
                body.run();
            } catch (Leaving e) {
                last = lastBefore;
                chain = chainBefore;
                drawer = drawerBefore;
                sums = sumsBefore;
                throw e;
            }
        }

        @Override
        public void last(long number) {
            last = number;
        }

        @Override
        public int length() {
            return chain.size();
        }

        @Override
        public void push(long value, String note) {
            chain.push(value + note);
        }

        @Override
        public void pop() {
            chain.pop();
        }

        @Override
        public void change(long value, String note) {
            chain.pop();
            chain.push(value + note);
        }

        @Override
        public void put(String key, long value, String note) {
            drawer.put(key, value + note);
        }

        @Override
        public void take(String key) {
            drawer.remove(key);
        }

        @Override
        public void add(int index, long value) {
            sums[index] += value;
        }

        @Override
        public String toString() {
            return "last=" + last + ", chain=" + chain + ", drawer=" + drawer + ", sums=" + Arrays.toString(sums);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Content && toString().equals(other.toString());
        }

        @Override
        public int hashCode() {
            return toString().hashCode();
        }
    }

    /** A desk of the heap; frees what it takes away, and does the same to the model. */
    private final class OnHeap implements Target {
        private final Desk desk;

        OnHeap(Desk desk) {
            this.desk = desk;
        }

        @Override
        public void atomically(Runnable body) {
            heap.atomically(body);
        }

        @Override
        public void last(long number) {
            desk.setLast(number);
        }

        @Override
        public int length() {
            return desk.length();
        }

        @Override
        public void push(long value, String note) {
            desk.push(value, note);
        }

        @Override
        public void pop() {
            heap.free(desk.pop());
        }

        @Override
        public void change(long value, String note) {
            desk.head().change(value, note);
        }

        @Override
        public void put(String key, long value, String note) {
            free(desk.put(key, value, note));
        }

        @Override
        public void take(String key) {
            free(desk.take(key));
        }

        private void free(Slip slip) {
            if (slip != null) {
                heap.free(slip);
            }
        }

        @Override
        public void add(int index, long value) {
            desk.sums().set(index, desk.sums().get(index) + value);
        }
    }

    BlocksWork(long seed, int threads) {
        this.seed = seed;
        this.threads = threads;
    }

    @Override
    public void found(Heap empty) {
        PArray<Desk> made = new PArray<>(threads);
        for (int i = 0; i < threads; i++) {
            made.set(i, new Desk(SUMS));
        }
        empty.root().put(Work.ROOT, made);
    }

    @Override
    public void attach(Heap opened) {
        heap = opened;
        desks.clear();
        PArray<?> found = heap.root().get(Work.ROOT, PArray.class);
        for (int i = 0; i < threads; i++) {
            desks.add((Desk) found.get(i));
        }
    }

    @Override
    public Content empty() {
        return new Content();
    }

    @Override
    public Content read(int thread) {
        Desk desk = desks.get(thread);
        Content content = new Content();
        content.last = desk.last();
        int length = 0;
        for (Slip slip = desk.head(); slip != null; slip = slip.next()) {
            content.chain.add(slip.value() + slip.note());
            length++;
        }
        if (length != desk.length()) {
            content.chain.add("length " + desk.length());
        }
        content.drawer.putAll(desk.drawer());
        content.sums = desk.sums().toArray();
        return content;
    }

    @Override
    public void model(Content model, int thread, long number) {
        run(model, Work.random(seed, thread, number), number);
    }

    @Override
    public void operate(Content model, int thread, long number) {
        run(new OnHeap(desks.get(thread)), Work.random(seed, thread, number), number);
        model(model, thread, number);
    }

    private static void run(Target target, SplittableRandom random, long number) {
        block(target, random, number, 0);
    }

    private static void block(Target target, SplittableRandom random, long number, int depth) {
        try {
            target.atomically(() -> {
                if (depth == 0) {
                    target.last(number);
                }
                for (int left = 1 + random.nextInt(5); left > 0; left--) {
                    if (depth < DEPTH_MAX && random.nextInt(4) == 0) {
                        block(target, random, number, depth + 1);
                    } else {
                        step(target, random, number);
                    }
                }
                if (random.nextInt(depth == 0 ? 12 : 4) == 0) {
                    throw new Leaving();
                }
            });
        } catch (Leaving e) {
            // undone; the block around it goes on
        }
    }

    private static void step(Target target, SplittableRandom random, long number) {
        int kind = random.nextInt(6);
        long value = number * 100 + random.nextInt(100);
        String note = "n".repeat(random.nextInt(random.nextInt(6) == 0 ? 300 : 30));
        int index = random.nextInt(SUMS);
        String key = "k" + random.nextInt(KEYS);
        int length = target.length();
        switch (kind) {
            case 0 -> {
                if (length < LENGTH_MAX) {
                    target.push(value, note);
                }
            }
            case 1 -> {
                if (length > 0) {
                    target.pop();
                }
            }
            case 2 -> {
                if (length > 0) {
                    target.change(value, note);
                }
            }
            case 3 -> target.put(key, value, note);
            case 4 -> target.take(key);
            default -> target.add(index, value);
        }
    }
}
