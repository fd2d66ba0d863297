package org.jnvm.examples.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: of a cluster in which a node is killed under load, and starts again while the others go on, every
 * node sees what was acknowledged, in replicated and in distributed caches; each entry is on as many nodes as it should
 * be. In caches whose stores are purged when a node starts, so also what was removed; where stores are kept, Infinispan
 * lets entries come back that were removed while the node was gone (its own file store does the same), but none with an
 * older value. What the killed node had not acknowledged is there or not.
 *
 * <p>{@code -Djnvm.kills=100} kills so many times, always one of the three.
 */
@Tag("once") // a cluster of JVMs, the same on each JDK: .ci/run starts it on the first one only
class ClusterTest {
    private static final int KILLS = Integer.getInteger("jnvm.kills", Boolean.getBoolean("jnvm.test.full") ? 20 : 1);
    private static final long SEED = Long.getLong("jnvm.seed", 13);
    private static final int LONGEST_MILLIS = 300;

    @TempDir
    Path folder;

    @Test
    void aNodeThatWasKilledStartsFromItsStoreAndAgreesWithTheOthers() {
        System.out.println("kills of a node: replay with -Dtest=ClusterTest -Djnvm.seed=" + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        try (Cluster cluster = new Cluster(folder, "cluster.xml", Cluster.CACHES, SEED)) {
            cluster.startAll(0);
            for (int kill = 0; kill < KILLS; kill++) {
                int victim = KILLS > 1 ? random.nextInt(Cluster.NODES) : Cluster.NODES - 1;
                int[] others = Cluster.others(victim);
                String when = "kill " + kill + " of node " + victim;
                cluster.load(Cluster.ALL);
                cluster.kill(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)), victim);
                cluster.awaitLoad(others);
                cluster.load(others); // while the node is gone
                cluster.awaitLoad(others);
                cluster.awaitAgreed(others);
                assertThat(cluster.differences(others)).as(when).isEmpty();
                cluster.load(others); // while it joins
                cluster.start(victim);
                cluster.awaitLoad(others);
                cluster.awaitAgreed(Cluster.ALL);
                assertThat(cluster.differences(Cluster.ALL))
                        .as(when + ", joined again")
                        .isEmpty();
            }
            System.out.println("kills: " + KILLS + ", acknowledged: " + cluster.acknowledged());
        }
    }
}
