package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.Recovery;
import org.jnvm.RecoveryReport;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.PersistTrace;
import org.jnvm.testing.Full;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Crashes during recovery.
 *
 * <p>Invariant checked: whatever a crash in the middle of a recovery pass leaves, the next pass makes of it what the
 * first one would have: the same bytes in every block, the same live objects. The pass here has references to set to
 * null and objects to free.
 */
class RecoveryCrashTest {
    private static final long SEED = Seeds.of("RecoveryCrash");
    private static final int STATE = 8192;
    private static final int OBJECTS = 60;

    @TempDir
    Path folder;

    private int images;

    /** What a process that was killed left: a heap in which a third of the objects is not what it should be. */
    private Path crashedHeap() throws IOException {
        Path file = folder.resolve("a.heap");
        Path crashed = folder.resolve("crashed.heap");
        try (Heap heap = Heap.create(file, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            List<Node> nodes = new ArrayList<>();
            for (int i = 0; i < OBJECTS; i++) {
                nodes.add(Node.of(i, -i));
                heap.root().put("n" + i, nodes.get(i));
            }
            for (int i = 0; i < OBJECTS; i++) {
                nodes.get(i).setNext(nodes.get((i * 7 + 1) % OBJECTS));
                Node leaked = Node.of(1000 + i, 0);
                Node holder = nodes.get((i + 3) % OBJECTS);
                Node next = holder.next();
                holder.setNext(leaked); // valid now
                holder.setNext(next);
            }
            for (int i = 0; i < OBJECTS; i += 5) {
                heap.root().remove("n" + i);
                nodes.get(i).invalidate();
            }
            for (int i = 1; i < OBJECTS; i += 7) {
                if (i % 5 != 0) {
                    heap.root().remove("n" + i);
                    heap.free(nodes.get(i));
                }
            }
            heap.root().wput("weak", Node.of(-1, -1));
            heap.atomically(() -> nodes.get(2).move(5));
            Node.of(-2, -2); // never valid
            Files.copy(file, crashed);
        }
        return crashed;
    }

    private static byte[] blocks(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        return Arrays.copyOfRange(bytes, STATE, bytes.length);
    }

    private static List<Long> live(Heap heap) {
        RecoveryReport report = heap.recovery();
        return List.of(report.liveObjects(), report.liveBlocks(), report.freeBlocks(), (long)
                heap.root().size());
    }

    @ParameterizedTest
    @EnumSource(names = {"FULL", "SCAN_ONLY"})
    void theNextPassMakesTheSameOfWhatACrashLeaves(Recovery kind) throws IOException {
        Path crashed = crashedHeap();
        if (kind == Recovery.SCAN_ONLY) {
            // leaves no reference to an invalid root entry, which a scan does not repair
            Heap.open(crashed, HeapOptions.defaults().recovery(Recovery.FULL)).close();
            try (Heap heap = Heap.open(crashed);
                    Heap.Scope scope = heap.enter()) {
                heap.root().get("n2", Node.class).setNext(Node.of(7, 7));
                heap.root().get("n2", Node.class).next().invalidate();
                Node unused = Node.of(8, 8);
                unused.setNext(Node.of(9, 9));
                Files.copy(crashed, folder.resolve("again.heap"));
            }
            crashed = folder.resolve("again.heap");
        }
        Path undisturbed = Files.copy(crashed, folder.resolve("undisturbed.heap"));
        List<Long> expectedLive;
        byte[] expected;
        try (Heap heap = Heap.open(undisturbed, HeapOptions.defaults().recovery(kind))) {
            expectedLive = live(heap);
            expected = blocks(undisturbed);
            assertThat(heap.recovery().nullifiedReferences() > 0).isEqualTo(kind == Recovery.FULL);
        }
        PersistTrace trace = new PersistTrace();
        Path recorded = Files.copy(crashed, folder.resolve("recorded.heap"));
        Path image = folder.resolve("image.heap");
        try (Heap heap =
                Heap.open(recorded, HeapOptions.defaults().recovery(kind).recorder(trace))) {
            CrashImages exploration = new CrashImages(
                    trace,
                    (bytes, acknowledged, started) -> {
                        try {
                            Files.write(image, bytes);
                            if (++images % 500 == 0) {
                                System.gc(); // unmaps the images opened so far
                            }
                            try (Heap again =
                                    Heap.open(image, HeapOptions.defaults().recovery(kind))) {
                                if (!live(again).equals(expectedLive)) {
                                    return "live " + live(again) + ", expected " + expectedLive;
                                }
                                int at = Arrays.mismatch(blocks(image), expected);
                                return at < 0 ? null : "byte " + (STATE + at) + " differs";
                            }
                        } catch (JnvmException e) {
                            return e.toString();
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    },
                    SEED);
            assertThat(exploration.explore(Set.of(), Full.ON ? 500 : 20)).isNull();
            System.out.println("crash points " + exploration.crashPoints() + ", images " + exploration.images());
            assertThat(exploration.images()).isGreaterThan(10);
        }
    }
}
