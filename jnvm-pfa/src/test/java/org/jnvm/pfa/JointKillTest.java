package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jnvm.Heap;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.Full;
import org.jnvm.testing.LongRunning;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariant checked: when the process of blocks over two heaps is killed, each block is there on both heaps or on none, and those
 * that have returned are. {@code -Djnvm.joint.kills=N} kills N times in each domain.
 */
@Once
class JointKillTest {
    private final Random random = Seeds.random("JointKill");

    @TempDir
    Path folder;

    @Test
    void pageCache() throws Exception {
        killAgainAndAgain("PAGE_CACHE", Integer.getInteger("jnvm.joint.kills", 2));
    }

    @LongRunning
    @Test
    void disk() throws Exception {
        killAgainAndAgain("DISK", Integer.getInteger("jnvm.joint.kills", Full.ON ? 50 : 5));
    }

    private void killAgainAndAgain(String domain, int kills) throws Exception {
        List<String> command = ChildJvm.command(
                List.of("-cp", System.getProperty("java.class.path") + extra()), JointMover.class, folder, domain);
        long blocks = 0;
        for (int i = 0; i < kills; i++) {
            long acknowledged;
            try (ChildJvm child = ChildJvm.start(command)) {
                acknowledged = Long.parseLong(child.line());
                int count = random.nextInt(400);
                for (int k = 0; k < count; k++) {
                    acknowledged = Long.parseLong(child.line());
                }
                List<String> rest = child.killAndRead();
                for (String line : rest.subList(0, Math.max(0, rest.size() - 1))) { // the last one may be cut short
                    acknowledged = Long.parseLong(line);
                }
            }
            boolean firstFirst = random.nextBoolean();
            List<String> names = firstFirst ? List.of("a.heap", "b.heap") : List.of("b.heap", "a.heap");
            try (Heap one = Heap.open(folder.resolve(names.get(0)), JointMover.options(domain));
                    Heap other = Heap.open(folder.resolve(names.get(1)), JointMover.options(domain))) {
                long a = valueOf(firstFirst ? one : other);
                long b = valueOf(firstFirst ? other : one);
                assertThat(a).as("kill %s", i).isEqualTo(-b).isGreaterThanOrEqualTo(acknowledged);
                blocks = a;
            }
        }
        System.out.println(domain + ": kills " + kills + ", blocks " + blocks);
    }

    private static String extra() {
        return java.io.File.pathSeparator
                + ChildJvm.classPath(JointMover.class, Heap.class, ChildJvm.class, Node.class);
    }

    private static long valueOf(Heap heap) {
        assertThat(heap.check().isSound()).isTrue();
        Node y = heap.root().get("y", Node.class);
        long x = heap.root().get("x", Node.class).left();
        if (y != null) {
            assertThat(Math.abs(y.left()) % 8).isZero();
            assertThat(Math.abs(x) - Math.abs(y.left())).isBetween(0L, 7L);
        }
        return x;
    }
}
