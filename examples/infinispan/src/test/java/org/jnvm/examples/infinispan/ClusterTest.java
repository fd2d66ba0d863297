package org.jnvm.examples.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: of a cluster in which a node is killed under load, and starts again while the others go on, every
 * node sees what was acknowledged, in replicated and in distributed caches; each entry is on as many nodes as it should
 * be. In caches whose stores are purged when a node starts, so also what was removed; where stores are kept, Infinispan
 * lets entries come back that were removed while the node was gone (its own file store does the same), but none with an
 * older value. What the killed node had not acknowledged is there or not.
 */
@Tag("once") // a cluster of JVMs, the same on each JDK: .ci/run starts it on the first one only
class ClusterTest {
    private static final int[] ALL = {0, 1, 2};
    private static final int NODES = ALL.length;
    private static final int OWNERS = 2; // in the distributed cache
    private static final boolean FULL = Boolean.getBoolean("jnvm.test.full");
    private static final int KILLS = FULL ? 20 : 1;
    private static final int CHANGES = 300;
    private static final long SEED = Long.getLong("jnvm.seed", 13);
    private static final int LONGEST_MILLIS = 300;
    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 10_000;
    /** From the port of a node to the one where others see that it has died. */
    private static final int FAILURE_PORT_OFFSET = 1;

    @TempDir
    Path folder;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<Integer> ports = new ArrayList<>();
    private final ChildJvm[] nodes = new ChildJvm[NODES];

    /** How many changes a node has begun. */
    private final int[] begun = new int[NODES];

    /** What the entries of a cache may be; null if there is none. */
    private final Map<String, Map<String, Set<Integer>>> possible = new TreeMap<>();

    @AfterEach
    void killAll() {
        for (ChildJvm node : nodes) {
            if (node != null) {
                node.close();
            }
        }
    }

    private void choosePorts() {
        SplittableRandom anywhere = new SplittableRandom(); // two builds may run at a time
        while (ports.size() < NODES) {
            int port = FIRST_PORT + 2 * anywhere.nextInt(PORTS / 2);
            if (!ports.contains(port) && isFree(port) && isFree(port + FAILURE_PORT_OFFSET)) {
                ports.add(port);
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException e) { // somebody has it
            return false;
        }
    }

    private void start(int node) {
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
                "-Dstore.folder=" + folder.resolve("node" + node));
        nodes[node] = ChildJvm.start(
                ClusterNode.class, flags, List.of("--nodes=" + NODES, "--number=" + node, "--seed=" + SEED));
    }

    private void expect(int node, String line) {
        assertThat(nodes[node].readLine()).isEqualTo(line);
    }

    @Test
    void aNodeThatWasKilledStartsFromItsStoreAndAgreesWithTheOthers() {
        System.out.println("kills of a node: replay with -Dtest=ClusterTest -Djnvm.seed=" + SEED);
        choosePorts();
        ClusterNode.CACHES.forEach(cache -> possible.put(cache, new TreeMap<>()));
        start(0);
        expect(0, "ready"); // the others find one
        for (int node = 1; node < NODES; node++) {
            start(node);
        }
        for (int node = 1; node < NODES; node++) {
            expect(node, "ready");
        }
        await(ALL);
        for (int kill = 0; kill < KILLS; kill++) {
            int victim = FULL ? random.nextInt(NODES) : NODES - 1;
            int[] others =
                    IntStream.range(0, NODES).filter(node -> node != victim).toArray();
            for (int node = 0; node < NODES; node++) {
                nodes[node].tell(count(node));
            }
            kill(victim);
            String when = "kill " + kill + " of node " + victim;
            for (int node : others) {
                counted(node);
                nodes[node].tell(count(node)); // while the node is gone
                counted(node);
            }
            await(others);
            compare(when, others);
            for (int node : others) {
                nodes[node].tell(count(node)); // while it joins
            }
            start(victim);
            expect(victim, "ready");
            for (int node : others) {
                counted(node);
            }
            await(ALL);
            compare(when + ", joined again", ALL);
        }
    }

    /** Waits until nodes, which are all that live, have the entries that are theirs. */
    private void await(int... living) {
        for (int node : living) {
            nodes[node].tell("await " + living.length);
        }
        for (int node : living) {
            expect(node, "agreed");
        }
    }

    // ---- changes ----

    private String count(int node) {
        int from = begun[node];
        begun[node] += CHANGES;
        return "count " + from + " " + begun[node];
    }

    private List<Change> lastChanges(int node) {
        return Change.single(node, begun[node], SEED).subList(begun[node] - CHANGES, begun[node]);
    }

    /** Waits until a node has made its changes. */
    private void counted(int node) {
        Map<String, Integer> acknowledged = acknowledged(node);
        for (String cache : ClusterNode.CACHES) {
            assertThat(acknowledged).containsEntry(cache, CHANGES);
            lastChanges(node).forEach(change -> made(cache, node, change));
        }
    }

    /** Reads how many changes a node made in each cache, until it has made all or has died. */
    private Map<String, Integer> acknowledged(int node) {
        Map<String, Integer> acknowledged = new HashMap<>();
        for (String line = nodes[node].readLine();
                line != null && !line.equals("counted");
                line = nodes[node].readLine()) {
            acknowledged.merge(line, 1, Integer::sum);
        }
        return acknowledged;
    }

    private void kill(int node) {
        Map<String, Integer> acknowledged = new HashMap<>();
        acknowledged.merge(nodes[node].readLine(), 1, Integer::sum);
        nodes[node].killAfter(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
        acknowledged(node).forEach((cache, count) -> acknowledged.merge(cache, count, Integer::sum));
        nodes[node].close();
        for (String cache : ClusterNode.CACHES) {
            int made = acknowledged.getOrDefault(cache, 0);
            List<Change> changes = lastChanges(node);
            changes.subList(0, made).forEach(change -> made(cache, node, change));
            if (made < CHANGES) {
                mayBeMade(cache, node, changes.get(made));
            }
        }
    }

    private void made(String cache, int node, Change change) {
        outcome(node, change).forEach((key, count) -> possible.get(cache).put(key, Set.of(count)));
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

    private void compare(String when, int... living) {
        Map<String, Map<String, Integer>> holders = new TreeMap<>();
        for (String cache : ClusterNode.CACHES) {
            holders.put(cache, new TreeMap<>());
        }
        for (int node : living) {
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
            for (String cache : ClusterNode.CACHES) {
                compare(
                        when + ", " + cache + " cache as node " + node + " sees it",
                        cache,
                        seen.getOrDefault(cache, Map.of()));
            }
        }
        for (String cache : ClusterNode.CACHES) {
            int wanted = cache.startsWith("distributed") ? OWNERS : living.length;
            possible.get(cache).forEach((key, counts) -> {
                if (!counts.contains(0)) {
                    assertThat(holders.get(cache).get(key))
                            .as("%s, holders of %s", when, key)
                            .isEqualTo(wanted);
                } else if (counts.size() == 1 && isPurged(cache)) {
                    assertThat(holders.get(cache)).as("%s, removed", when).doesNotContainKey(key);
                }
            });
        }
    }

    private static boolean isPurged(String cache) {
        return !cache.endsWith("-kept");
    }

    private void compare(String when, String cache, Map<String, Integer> seen) {
        possible.get(cache).forEach((key, counts) -> {
            if (isPurged(cache) || !counts.contains(0)) {
                assertThat(seen.getOrDefault(key, 0)).as("%s: %s", when, key).isIn(counts);
            }
        });
        assertThat(possible.get(cache).keySet()).as(when).containsAll(seen.keySet());
    }
}
