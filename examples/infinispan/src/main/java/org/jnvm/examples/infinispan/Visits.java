package org.jnvm.examples.infinispan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.infinispan.Cache;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.manager.EmbeddedCacheManager;
import org.jnvm.Heap;
import org.jnvm.examples.crash.Journal;
import org.jnvm.infinispan.JnvmStore;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Counts visits to pages in an embedded cache, with several threads. Prints what the cache has at the start, as {@code
 * key = count}, then {@code ready}, then the number of a thread each time a change of that is acknowledged.
 *
 * <p>Which store the cache has says the configuration only. With {@code --objects} the values are persistent objects,
 * which other stores could not keep.
 */
@Command(name = "visits", description = "Counts visits in an embedded cache; kill it and start it again.")
public final class Visits implements Callable<Integer> {
    /** Pages of each thread. */
    static final int PAGES = 50;

    private static final String CACHE = "visits";

    @Option(names = "--configuration", defaultValue = "jnvm-store.xml", description = "of the cache; ${DEFAULT-VALUE}")
    private String configuration;

    @Option(names = "--objects", description = "values are persistent objects")
    private boolean objects;

    @Option(names = "--threads", defaultValue = "3", description = "threads that count; ${DEFAULT-VALUE}")
    private int threads;

    @Option(names = "--changes", defaultValue = "1000", description = "changes of each thread; ${DEFAULT-VALUE}")
    private int changes;

    @Option(names = "--seed", defaultValue = "1", description = "for what the threads do; ${DEFAULT-VALUE}")
    private long seed;

    private Visits() {}

    /** Runs the program. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Visits()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Journal journal = new Journal();
        try (EmbeddedCacheManager manager = new DefaultCacheManager(configuration)) {
            Cache<String, Object> cache = manager.getCache(CACHE);
            cache.forEach((key, value) -> journal.print(key + " = " + count(value)));
            journal.print("ready");
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int thread = t;
                all.add(new Thread(() -> count(cache, thread, journal)));
            }
            all.forEach(Thread::start);
            for (Thread thread : all) {
                thread.join();
            }
        }
        return 0;
    }

    private static Object count(Object value) {
        if (value instanceof Visit visit) {
            return visit.isWhole() ? visit.count() : "torn";
        }
        return value;
    }

    private void count(Cache<String, Object> cache, int thread, Journal journal) {
        for (Change change : Change.of(thread, changes, seed)) {
            Map<String, Object> entries = values(cache, change.entries(thread));
            if (change.isBatch()) {
                cache.putAll(entries);
            } else if (entries.isEmpty()) {
                cache.remove(Change.key(thread, change.page()));
            } else {
                entries.forEach(cache::put);
            }
            journal.print(Integer.toString(thread));
        }
    }

    private Map<String, Object> values(Cache<?, ?> cache, Map<String, Integer> counts) {
        if (!objects) {
            return new HashMap<>(counts);
        }
        Map<String, Object> made = new HashMap<>();
        try (Heap.Scope scope = JnvmStore.heap(cache).enter()) {
            counts.forEach((key, count) -> made.put(key, new Visit(count)));
        }
        return made;
    }
}
