package org.jnvm.campaign.soak;

import java.util.SplittableRandom;
import org.jnvm.Heap;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PString;

/** Records of ten fields, which are replaced whole, in one map; each thread has keys of its own. */
final class YcsbSoak extends Soak {
    private static final int FIELDS = 10;
    private static final String FILLING = "x".repeat(90);

    private final int threads;
    private final int records;
    private final SoakName mix;
    private final PConcurrentHashMap<PString, PArray<PString>> map = new PConcurrentHashMap<>();
    private final long[] oldest;
    private final long[] next;

    YcsbSoak(Heap heap, int threads, int records, SoakName mix) {
        super(heap);
        this.threads = threads;
        this.records = records / threads;
        this.mix = mix;
        this.oldest = new long[threads];
        this.next = new long[threads];
        heap.root().put("records", map);
    }

    private static String key(int thread, long number) {
        return "user" + thread + ":" + number;
    }

    private static PArray<PString> made(String key, long version) {
        PArray<PString> made = new PArray<>(FIELDS);
        for (int i = 0; i < FIELDS; i++) {
            made.set(i, new PString(key + " " + version + FILLING));
        }
        return made;
    }

    private void insert(int thread) {
        String key = key(thread, next[thread]++);
        map.put(new PString(key), made(key, 0));
    }

    @Override
    void fill() {
        for (int thread = 0; thread < threads; thread++) {
            for (int i = 0; i < records; i++) {
                insert(thread);
            }
        }
    }

    private static void check(String key, PArray<PString> record) {
        require(record != null, "record is missing: key=" + key);
        String first = record.get(0).toString();
        require(first.startsWith(key + " "), "wrong record: key=" + key + ", field=" + first);
        for (int i = 1; i < FIELDS; i++) {
            require(record.get(i).toString().equals(first), "fields of two versions: key=" + key);
        }
    }

    @Override
    void step(int thread, SplittableRandom random) {
        if (mix == SoakName.YCSB_D) {
            String key = key(thread, next[thread] - 1 - random.nextInt(Math.min(records, 100)));
            check(key, map.get(key));
            if (random.nextInt(20) == 0) {
                insert(thread);
                check(key(thread, oldest[thread]), map.remove(key(thread, oldest[thread]++)));
            }
            return;
        }
        String key = key(thread, random.nextInt(records));
        boolean update = random.nextBoolean();
        if (!update || mix == SoakName.YCSB_F) {
            check(key, map.get(key));
        }
        if (update) {
            map.put(new PString(key), made(key, random.nextInt(1 << 20)));
        }
    }

    @Override
    void audit() {
        require(map.size() == threads * records, "records=" + map.size());
        for (int thread = 0; thread < threads; thread++) {
            for (long number = oldest[thread]; number < next[thread]; number++) {
                check(key(thread, number), map.get(key(thread, number)));
            }
        }
    }
}
