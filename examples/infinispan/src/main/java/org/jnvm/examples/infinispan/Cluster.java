package org.jnvm.examples.infinispan;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jnvm.examples.crash.ChildJvm;

/**
 * Three nodes, each a JVM of its own with a folder of its own, that change entries and are killed; and what their caches
 * may have then, from what they have acknowledged.
 *
 * <p>For use by one thread.
 */
final class Cluster implements AutoCloseable {
    /** How many nodes there are. */
    static final int NODES = 3;

    /** All nodes. */
    static final int[] ALL = {0, 1, 2};

    /** Which caches {@code cluster.xml} has. */
    static final List<String> CACHES = List.of("replicated", "replicated-kept", "distributed", "distributed-kept");

    /** Those of them whose stores keep what they have when a node starts; {@code cluster-state.xml} has just these. */
    static final List<String> KEPT =
            CACHES.stream().filter(cache -> !isPurged(cache)).toList();

    private static final int OWNERS = 2; // in a distributed cache
    private static final int CHANGES = 300;
    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 10_000;
    /** From the port of a node to the one where others see that it has died. */
    private static final int FAILURE_PORT_OFFSET = 1;

    private final Path folder;
    private final String configuration;
    private final List<String> caches;
    private final long seed;
    private final List<Integer> ports = choosePorts();
    private final ChildJvm[] nodes = new ChildJvm[NODES];

    /** How many changes a node has begun. */
    private final int[] begun = new int[NODES];

    /** What the entries of a cache may be, 0 if there may be none. */
    private final Map<String, Map<String, Set<Integer>>> possible = new TreeMap<>();

    private long acknowledged;

    /**
     * Prepares a cluster whose nodes do not run yet.
     *
     * @param folder where each node gets a folder
     * @param configuration of each node, a file of the class path
     * @param caches the names of its caches; those whose stores keep what they have when a node starts end in {@code -kept}
     * @param seed for what the nodes do
     */
    Cluster(Path folder, String configuration, List<String> caches, long seed) {
        this.folder = folder;
        this.configuration = configuration;
        this.caches = caches;
        this.seed = seed;
        caches.forEach(cache -> possible.put(cache, new TreeMap<>()));
    }

    private static List<Integer> choosePorts() {
        SplittableRandom anywhere = new SplittableRandom(); // two builds may run at a time
        List<Integer> ports = new ArrayList<>();
        while (ports.size() < NODES) {
            int port = FIRST_PORT + 2 * anywhere.nextInt(PORTS / 2);
            if (!ports.contains(port) && isFree(port) && isFree(port + FAILURE_PORT_OFFSET)) {
                ports.add(port);
            }
        }
        return ports;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException e) { // somebody has it
            return false;
        }
    }

    /** Returns the folder of a node, with its stores. */
    Path folder(int node) {
        return folder.resolve("node" + node);
    }

    /** Returns all nodes but one. */
    static int[] others(int one) {
        return IntStream.range(0, NODES).filter(node -> node != one).toArray();
    }

    /** Returns how many changes were acknowledged so far. */
    long acknowledged() {
        return acknowledged;
    }

    // ---- nodes ----

    /**
     * Starts all nodes, and waits until each has the entries that are its own.
     *
     * @param first the node that the others find
     */
    void startAll(int first) {
        start(first);
        start(others(first));
        awaitAgreed(ALL);
    }

    /** Starts nodes, and waits until they have joined. */
    void start(int... joining) {
        for (int node : joining) {
            launch(node);
        }
        for (int node : joining) {
            expect(node, "ready");
        }
    }

    private void launch(int node) {
        String hosts = ports.stream().map(port -> "127.0.0.1[" + port + "]").collect(Collectors.joining(","));
        List<String> flags = List.of(
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1", // it lives for seconds
                "-Dorg.jboss.logging.provider=slf4j",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-Djava.net.preferIPv4Stack=true",
                "-Djgroups.bind.address=127.0.0.1",
                "-Djgroups.bind.port=" + ports.get(node),
                "-Djgroups.port_range=0",
                "-Djgroups.fd.port-offset=" + FAILURE_PORT_OFFSET,
                "-Dcluster.hosts=" + hosts,
                "-Dcluster.node=" + node,
                "-Dstore.folder=" + folder(node));
        List<String> arguments = List.of(
                "--configuration=" + configuration,
                "--caches=" + String.join(",", caches),
                "--nodes=" + NODES,
                "--number=" + node,
                "--seed=" + seed);
        nodes[node] = ChildJvm.start(ClusterNode.class, flags, arguments);
    }

    private void expect(int node, String line) {
        String said = nodes[node].readLine();
        if (!line.equals(said)) {
            throw new IllegalStateException("node says something else: node=" + node + ", said=" + said);
        }
    }

    /** Waits until nodes, which are all that live, have the entries that are theirs. */
    void awaitAgreed(int... living) {
        for (int node : living) {
            nodes[node].tell("await " + living.length);
        }
        for (int node : living) {
            expect(node, "agreed");
        }
    }

    /** Has all nodes agree on entries that not all who should hold them have alike; what only some have is kept. */
    void resolve() {
        nodes[0].tell("resolve");
        expect(0, "resolved");
    }

    /** Lets a node leave the cluster and end. */
    void stop(int node) {
        nodes[node].tell("stop");
        if (nodes[node].exitStatus() != 0) {
            throw new IllegalStateException("node ends with an error: node=" + node);
        }
    }

    /**
     * Kills nodes (SIGKILL) that are under load, at a time from the moment on when each has acknowledged a change.
     *
     * @param delay that time
     * @param victims the nodes
     */
    void kill(Duration delay, int... victims) {
        List<Map<String, Integer>> made = new ArrayList<>();
        for (int victim : victims) {
            made.add(new HashMap<>(Map.of(nodes[victim].readLine(), 1)));
        }
        for (int victim : victims) {
            nodes[victim].killAfter(delay);
        }
        for (int i = 0; i < victims.length; i++) {
            int victim = victims[i];
            Map<String, Integer> first = made.get(i);
            acknowledged(victim).forEach((cache, count) -> first.merge(cache, count, Integer::sum));
            nodes[victim].close();
            for (String cache : caches) {
                int count = first.getOrDefault(cache, 0);
                List<Change> changes = lastChanges(victim);
                changes.subList(0, count).forEach(change -> made(cache, victim, change));
                if (count < CHANGES) {
                    mayBeMade(cache, victim, changes.get(count));
                }
            }
        }
    }

    @Override
    public void close() {
        for (ChildJvm node : nodes) {
            if (node != null) {
                node.close();
            }
        }
    }

    // ---- changes ----

    /** Lets nodes begin to change entries. */
    void load(int... under) {
        for (int node : under) {
            int from = begun[node];
            begun[node] += CHANGES;
            nodes[node].tell("count " + from + " " + begun[node]);
        }
    }

    private List<Change> lastChanges(int node) {
        return Change.single(node, begun[node], seed).subList(begun[node] - CHANGES, begun[node]);
    }

    /** Waits until nodes have made their changes. */
    void awaitLoad(int... under) {
        for (int node : under) {
            Map<String, Integer> made = acknowledged(node);
            for (String cache : caches) {
                if (made.getOrDefault(cache, 0) != CHANGES) {
                    throw new IllegalStateException("node did not make its changes: node=" + node + ", made=" + made);
                }
                lastChanges(node).forEach(change -> made(cache, node, change));
            }
        }
    }

    /** Reads how many changes a node made in each cache, until it has made all or has died. */
    private Map<String, Integer> acknowledged(int node) {
        Map<String, Integer> made = new HashMap<>();
        for (String line = nodes[node].readLine();
                line != null && !line.equals("counted");
                line = nodes[node].readLine()) {
            made.merge(line, 1, Integer::sum);
        }
        return made;
    }

    private void made(String cache, int node, Change change) {
        outcome(node, change).forEach((key, count) -> possible.get(cache).put(key, Set.of(count)));
        acknowledged++;
    }

    private void mayBeMade(String cache, int node, Change change) {
        outcome(node, change).forEach((key, count) -> {
            Set<Integer> either = new TreeSet<>(possible.get(cache).getOrDefault(key, Set.of(0)));
            either.add(count);
            possible.get(cache).put(key, either);
        });
    }

    /** Returns the counts of the pages that a change is about; 0 if there is none afterwards. */
    private static Map<String, Integer> outcome(int node, Change change) {
        Map<String, Integer> entries = change.entries(node);
        return entries.isEmpty() ? Map.of(Change.key(node, change.page()), 0) : entries;
    }

    // ---- comparison ----

    /**
     * Returns in what the caches differ from what they may have: for each entry that is lost, has another value, came
     * back, or is on fewer or more nodes than it should be, a line that says so. In caches whose stores keep what they
     * have, an entry that was removed may come back.
     *
     * @param living the nodes that live
     */
    List<String> differences(int... living) {
        List<String> differences = new ArrayList<>();
        Map<String, Map<String, Integer>> holders = new TreeMap<>();
        caches.forEach(cache -> holders.put(cache, new TreeMap<>()));
        for (int node : living) {
            Map<String, Map<String, Integer>> seen = seen(node, holders);
            for (String cache : caches) {
                String where = cache + " cache as node " + node + " sees it";
                differences.addAll(differences(where, cache, seen.getOrDefault(cache, Map.of())));
            }
        }
        for (String cache : caches) {
            int wanted = cache.startsWith("distributed") ? Math.min(OWNERS, living.length) : living.length;
            differences.addAll(misplaced(cache, wanted, holders.get(cache)));
        }
        return differences;
    }

    /** Asks a node for the entries that it sees, and adds it to those that hold an entry. */
    private Map<String, Map<String, Integer>> seen(int node, Map<String, Map<String, Integer>> holders) {
        Map<String, Map<String, Integer>> seen = new TreeMap<>();
        nodes[node].tell("print");
        for (String line = nodes[node].readLine(); !line.equals("end"); line = nodes[node].readLine()) {
            String[] held = line.split(" held: ");
            if (held.length == 2) {
                holders.get(held[0]).merge(held[1], 1, Integer::sum);
                continue;
            }
            String[] parts = line.split(": | = ");
            seen.computeIfAbsent(parts[0], cache -> new TreeMap<>()).put(parts[1], Integer.valueOf(parts[2]));
        }
        return seen;
    }

    private List<String> differences(String where, String cache, Map<String, Integer> seen) {
        List<String> differences = new ArrayList<>();
        possible.get(cache).forEach((key, counts) -> {
            int count = seen.getOrDefault(key, 0);
            if (!counts.contains(count) && (isPurged(cache) || !counts.contains(0))) {
                differences.add(where + ": " + key + ": count=" + count + ", acknowledged=" + counts);
            }
        });
        for (String key : seen.keySet()) {
            if (!possible.get(cache).containsKey(key)) {
                differences.add(where + ": " + key + ": nobody made it");
            }
        }
        return differences;
    }

    private List<String> misplaced(String cache, int wanted, Map<String, Integer> holders) {
        List<String> differences = new ArrayList<>();
        possible.get(cache).forEach((key, counts) -> {
            int holding = holders.getOrDefault(key, 0);
            if (!counts.contains(0) ? holding != wanted : counts.size() == 1 && isPurged(cache) && holding != 0) {
                differences.add(cache + " cache: " + key + ": nodes=" + holding + ", acknowledged=" + counts);
            }
        });
        return differences;
    }

    private static boolean isPurged(String cache) {
        return !cache.endsWith("-kept");
    }
}
