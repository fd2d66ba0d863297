package org.jnvm.examples.infinispan;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jnvm.examples.crash.RunFolder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Starts a cluster of three JVMs that change the entries of a replicated and a distributed cache; kills one of them
 * (SIGKILL) again and again while it does so, and starts it again; at last kills all three at a time, and starts them
 * again. Says what was lost: nothing. The exit status is 1 if something was.
 */
@Command(name = "cluster", description = "A cluster of three nodes that are killed, and lose nothing.")
public final class ClusterDemo implements Callable<Integer> {
    private static final int LONGEST_MILLIS = 300;
    private static final int SHOWN = 10;

    @Option(names = "--kills", defaultValue = "3", description = "kills of one node; ${DEFAULT-VALUE}")
    private int kills;

    @Option(names = "--seed", defaultValue = "1", description = "for what the nodes do; ${DEFAULT-VALUE}")
    private long seed;

    private int lost;

    ClusterDemo() {}

    /** Runs the program. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ClusterDemo()).execute(arguments));
    }

    @Override
    public Integer call() {
        SplittableRandom random = new SplittableRandom(seed);
        try (RunFolder folder = new RunFolder();
                Cluster cluster = new Cluster(folder.file("cluster"), "cluster-state.xml", Cluster.KEPT, seed)) {
            System.out.println("starting three nodes");
            cluster.startAll(0);
            for (int kill = 0; kill < kills; kill++) {
                int victim = random.nextInt(Cluster.NODES);
                int[] others = Cluster.others(victim);
                cluster.load(Cluster.ALL);
                cluster.kill(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)), victim);
                cluster.awaitLoad(others);
                cluster.awaitAgreed(others);
                report("node " + victim + " killed", cluster, others);
                cluster.load(others);
                cluster.start(victim);
                cluster.awaitLoad(others);
                cluster.awaitAgreed(Cluster.ALL);
                report("node " + victim + " back", cluster, Cluster.ALL);
            }
            cluster.load(Cluster.ALL);
            cluster.kill(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)), Cluster.ALL);
            cluster.startAll(random.nextInt(Cluster.NODES));
            int unseen = cluster.differences(Cluster.ALL).size();
            System.out.println(
                    "all three killed at a time, and back: not seen by all, or not on all owners: " + unseen);
            cluster.resolve();
            report("conflicts resolved", cluster, Cluster.ALL);
        }
        return lost == 0 ? 0 : 1;
    }

    private void report(String what, Cluster cluster, int... living) {
        List<String> differences = cluster.differences(living);
        lost += differences.size();
        System.out.println(
                what + ": acknowledged changes: " + cluster.acknowledged() + ", lost: " + differences.size());
        differences.stream().limit(SHOWN).forEach(System.out::println);
    }
}
