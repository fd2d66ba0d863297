package org.jnvm.examples.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Invariants checked: the rows of the table in docs/CLUSTER.md that are tests, but for the one of {@link ClusterTest}. What
 * is lost is lost because no node has it any more: after all nodes were killed at a time, all that was acknowledged is
 * seen by all of a replicated cache, and of a distributed one once conflicts are resolved.
 *
 * <p>{@code -Djnvm.kills=30} kills all nodes so many times.
 */
@Tag("long")
class ClusterFailuresTest {
    private static final int KILLS = Integer.getInteger("jnvm.kills", 3);
    private static final long SEED = Long.getLong("jnvm.seed", 13);
    private static final int LONGEST_MILLIS = 300;
    private static final Duration UNDER_LOAD = Duration.ofMillis(100);
    private static final int VICTIM = 2;

    @TempDir
    Path folder;

    @Test
    @EnabledIfSystemProperty(named = "jnvm.test.full", matches = "true", disabledReason = "by -Pfull: it takes long")
    void nothingIsLostWhenAllNodesAreKilledAtATimeOnceConflictsAreResolved() {
        System.out.println("kills of all nodes: replay with -Dtest=ClusterFailuresTest -Djnvm.seed=" + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        try (Cluster cluster = new Cluster(folder, "cluster-state.xml", Cluster.KEPT, SEED)) {
            cluster.startAll(0);
            int unseen = 0;
            for (int kill = 0; kill < KILLS; kill++) {
                cluster.load(Cluster.ALL);
                cluster.kill(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)), Cluster.ALL);
                cluster.startAll(random.nextInt(Cluster.NODES));
                List<String> before = cluster.differences(Cluster.ALL);
                assertThat(before).as("kill %d", kill).allMatch(line -> line.startsWith("distributed"));
                unseen += before.size();
                cluster.resolve();
                assertThat(cluster.differences(Cluster.ALL))
                        .as("kill %d, conflicts resolved", kill)
                        .isEmpty();
            }
            System.out.println("kills of all nodes: " + KILLS + ", acknowledged: " + cluster.acknowledged()
                    + ", differences before conflicts were resolved: " + unseen);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "jnvm.test.full", matches = "true", disabledReason = "by -Pfull: it takes long")
    void whatHasItsTwoOwnersKilledAtATimeIsLostOnlyWhereStoresArePurged() {
        try (Cluster cluster = new Cluster(folder, "cluster.xml", Cluster.CACHES, SEED)) {
            cluster.startAll(0);
            cluster.load(Cluster.ALL);
            cluster.awaitLoad(Cluster.ALL);
            cluster.load(1, 2);
            cluster.kill(UNDER_LOAD, 1, 2);
            cluster.awaitAgreed(0);
            assertThat(cluster.differences(0))
                    .anyMatch(line -> line.startsWith("distributed-kept "))
                    .noneMatch(line -> line.startsWith("replicated"));
            cluster.start(1, 2);
            cluster.awaitAgreed(Cluster.ALL);
            cluster.resolve();
            assertThat(cluster.differences(Cluster.ALL))
                    .isNotEmpty()
                    .allMatch(line -> line.startsWith("distributed cache"));
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "jnvm.test.full", matches = "true", disabledReason = "by -Pfull: it takes long")
    void aNodeThatLostItsDiskGetsAllFromTheOthers() throws IOException {
        try (Cluster cluster = new Cluster(folder, "cluster.xml", Cluster.CACHES, SEED)) {
            cluster.startAll(0);
            cluster.load(Cluster.ALL);
            cluster.kill(UNDER_LOAD, VICTIM);
            cluster.awaitLoad(Cluster.others(VICTIM));
            try (Stream<Path> files = Files.walk(cluster.folder(VICTIM))) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
            cluster.start(VICTIM);
            cluster.awaitAgreed(Cluster.ALL);
            assertThat(cluster.differences(Cluster.ALL)).isEmpty();
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "jnvm.test.full", matches = "true", disabledReason = "by -Pfull: it takes long")
    void aRollingRestartUnderLoadLosesNothing() {
        try (Cluster cluster = new Cluster(folder, "cluster.xml", Cluster.CACHES, SEED)) {
            cluster.startAll(0);
            for (int node : Cluster.ALL) {
                int[] others = Cluster.others(node);
                cluster.load(others);
                cluster.stop(node);
                cluster.start(node);
                cluster.awaitLoad(others);
                cluster.awaitAgreed(Cluster.ALL);
                assertThat(cluster.differences(Cluster.ALL)).as("node %d", node).isEmpty();
            }
        }
    }

    @Test
    void theExampleLosesNothing() {
        assertThat(new CommandLine(new ClusterDemo()).execute("--kills=1")).isZero();
    }
}
