package org.jnvm.examples.infinispan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A change of one thread to its own pages: one page gets a count, or goes, or all get the same count in one batch.
 *
 * @param page the page, or -1 for all of them
 * @param count the count, or 0 if the page goes
 */
record Change(int page, int count) {
    private static final int ALL = -1;
    private static final int BATCH_IN = 20;
    private static final int REMOVAL_IN = 5;

    /** Returns what a thread does, which follows from the seed. */
    static List<Change> of(int thread, int changes, long seed) {
        SplittableRandom random = new SplittableRandom(seed * 31 + thread);
        List<Change> all = new ArrayList<>(changes);
        for (int i = 1; i <= changes; i++) {
            boolean batch = random.nextInt(BATCH_IN) == 0;
            boolean removal = !batch && random.nextInt(REMOVAL_IN) == 0;
            all.add(new Change(batch ? ALL : random.nextInt(Visits.PAGES), removal ? 0 : i));
        }
        return all;
    }

    /** Returns what a thread does that changes one page at a time. */
    static List<Change> single(int thread, int changes, long seed) {
        return of(thread, 2 * changes, seed).stream()
                .filter(change -> !change.isBatch())
                .limit(changes)
                .toList();
    }

    static String key(int thread, int page) {
        return "thread " + thread + ", page " + page;
    }

    boolean isBatch() {
        return page == ALL;
    }

    /** Returns the entries that the change puts, with keys of a thread; empty if it removes its page. */
    Map<String, Integer> entries(int thread) {
        Map<String, Integer> entries = new HashMap<>();
        if (isBatch()) {
            for (int i = 0; i < Visits.PAGES; i++) {
                entries.put(key(thread, i), count);
            }
        } else if (count > 0) {
            entries.put(key(thread, page), count);
        }
        return entries;
    }

    /** Makes the change in a map: of a batch all at once. */
    void make(Map<String, Integer> pages, int thread) {
        if (isBatch()) {
            pages.putAll(entries(thread));
        } else if (count == 0) {
            pages.remove(key(thread, page));
        } else {
            pages.put(key(thread, page), count);
        }
    }
}
