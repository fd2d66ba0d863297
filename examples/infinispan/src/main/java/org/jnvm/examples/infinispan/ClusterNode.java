package org.jnvm.examples.infinispan;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.infinispan.Cache;
import org.infinispan.conflict.ConflictManager;
import org.infinispan.conflict.ConflictManagerFactory;
import org.infinispan.conflict.MergePolicy;
import org.infinispan.context.Flag;
import org.infinispan.distribution.DistributionManager;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.manager.EmbeddedCacheManager;
import org.jnvm.examples.crash.Journal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * One node of a cluster with replicated and distributed caches, each with a store of its own in the node's folder.
 *
 * <p>Prints {@code ready} when it has joined, then does what standard input says:
 *
 * <ul>
 *   <li>{@code count FROM TO}: makes these changes in each cache, with a thread of its own; prints the name of the cache
 *       when one is acknowledged, and {@code counted} at the end;
 *   <li>{@code await NODES}: waits until so many nodes are there and have the entries that are theirs; prints {@code
 *       agreed};
 *   <li>{@code resolve}: has all nodes agree again on entries that not all who should hold them have alike; an entry that
 *       only some have wins. Prints {@code resolved};
 *   <li>{@code stop}: leaves the cluster, and ends;
 *   <li>{@code print}: prints {@code CACHE: key = count} for each entry that the cluster has as this node sees it, {@code
 *       CACHE held: key} for each that this node itself holds, and {@code end}.
 * </ul>
 */
@Command(name = "cluster-node", description = "One node of a cluster; kill it and start it again.")
public final class ClusterNode implements Callable<Integer> {
    private static final long POLL_NANOS = 10_000_000;
    /** One pass just after nodes have joined may leave conflicts. */
    private static final int PASSES = 2;

    @Option(names = "--configuration", defaultValue = "cluster.xml", description = "of the node; ${DEFAULT-VALUE}")
    private String configuration;

    @Option(names = "--caches", required = true, split = ",", description = "the caches, by their names")
    private List<String> names;

    @Option(names = "--nodes", required = true, description = "nodes of the cluster")
    private int nodes;

    @Option(names = "--number", required = true, description = "number of the node, from 0 on")
    private int number;

    @Option(names = "--seed", defaultValue = "1", description = "for what the threads do; ${DEFAULT-VALUE}")
    private long seed;

    private final Journal journal = new Journal();

    private ClusterNode() {}

    /** Runs the program. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ClusterNode()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (EmbeddedCacheManager manager = new DefaultCacheManager(configuration)) {
            List<Cache<String, Integer>> caches = new ArrayList<>();
            for (String name : names) {
                caches.add(manager.getCache(name)); // with the state that the others have
            }
            journal.print("ready");
            for (String line = in.readLine(); line != null && !line.equals("stop"); line = in.readLine()) {
                String[] words = line.split(" ");
                switch (words[0]) {
                    case "count" -> count(caches, Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                    case "await" -> await(caches, Integer.parseInt(words[1]));
                    case "resolve" -> resolve(caches);
                    case "print" -> print(caches);
                    default -> throw new IllegalArgumentException("no such command: line=" + line);
                }
            }
        }
        return 0;
    }

    private void count(List<Cache<String, Integer>> caches, int from, int to) {
        List<Thread> threads = new ArrayList<>();
        for (Cache<String, Integer> cache : caches) {
            threads.add(new Thread(() -> {
                for (Change change : Change.single(number, to, seed).subList(from, to)) {
                    change.make(cache, number);
                    journal.print(cache.getName());
                }
            }));
        }
        threads.forEach(Thread::start);
        new Thread(
                        () -> { // so that commands go on being heard
                            for (Thread thread : threads) {
                                join(thread);
                            }
                            journal.print("counted");
                        })
                .start();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts", e);
        }
    }

    private void await(List<Cache<String, Integer>> caches, int wanted) {
        for (Cache<String, Integer> cache : caches) {
            DistributionManager distribution = cache.getAdvancedCache().getDistributionManager();
            ConflictManager<String, Integer> conflicts = ConflictManagerFactory.get(cache.getAdvancedCache());
            while (distribution.getCacheTopology().getMembers().size() != wanted
                    || distribution.isRehashInProgress()
                    || conflicts.isStateTransferInProgress()) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
        journal.print("agreed");
    }

    private void resolve(List<Cache<String, Integer>> caches) {
        for (Cache<String, Integer> cache : caches) {
            ConflictManager<String, Integer> conflicts = ConflictManagerFactory.get(cache.getAdvancedCache());
            for (int pass = 0; pass < PASSES; pass++) {
                conflicts.resolveConflicts(MergePolicy.PREFERRED_NON_NULL);
            }
        }
        journal.print("resolved");
    }

    private void print(List<Cache<String, Integer>> caches) {
        for (Cache<String, Integer> cache : caches) {
            for (int node = 0; node < nodes; node++) {
                for (int page = 0; page < Visits.PAGES; page++) {
                    String key = Change.key(node, page);
                    Integer count = cache.get(key);
                    if (count != null) {
                        journal.print(cache.getName() + ": " + key + " = " + count);
                    }
                }
            }
            cache.getAdvancedCache()
                    .withFlags(Flag.CACHE_MODE_LOCAL)
                    .keySet()
                    .forEach(key -> journal.print(cache.getName() + " held: " + key));
        }
        journal.print("end");
    }
}
