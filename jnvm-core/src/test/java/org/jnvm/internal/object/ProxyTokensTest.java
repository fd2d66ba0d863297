package org.jnvm.internal.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tokens by which the collector knows of proxies. */
class ProxyTokensTest {
    private static final long REF = Reference.toBlock(0x20000, 3);

    private static final long YOUNG_COLLECTIONS = 10;
    private static final int GARBAGE_BYTES = 10_000;
    private static final long FAR = Reference.toBlock(0x40000, 0);

    private final ProxyTokens tokens = new ProxyTokens();
    private final FieldRegion fields = FieldRegion.freed(null);

    @Test
    void proxiesOfOneAreaShareOne() {
        FieldRegion token = tokens.of(REF, fields);
        assertThat(tokens.of(REF, fields)).isSameAs(token);
        assertThat(tokens.of(Reference.toBlock(0x20100, 0), fields)).isSameAs(token);
        assertThat(tokens.of(FAR, fields)).isNotSameAs(token);
    }

    /** Without a collection of the heap, and without a token of another area. */
    @Test
    @Timeout(60)
    void oneThatNoProxyHasDiesThoughProxiesAreMadeThereAllTheTime() {
        WeakReference<FieldRegion> first = new WeakReference<>(tokens.of(REF, fields));
        while (first.get() != null) {
            System.gc();
            tokens.of(REF, fields);
        }
    }

    /**
     * Young collections have to do: those of the old generation come seldom. In a large heap the array of areas is large, and
     * G1 has it in the old generation. With a large young one the thread that renews tokens gets its turn between two collections.
     */
    @Test
    void theTokensOfALargeHeapDieYoung() throws Exception {
        List<String> flags = List.of("-XX:+UseG1GC", "-Xmx384m", "-Xmn256m", "-cp", Child.classPath());
        try (ChildJvm child = ChildJvm.start(ChildJvm.command(flags, LargeHeap.class))) {
            assertThat(child.finish().out()).startsWith("died");
        }
    }

    /** Prints whether a token dies that no proxy has. */
    static final class LargeHeap {
        private LargeHeap() {}

        public static void main(String[] arguments) {
            ProxyTokens tokens = new ProxyTokens();
            WeakReference<FieldRegion> first =
                    new WeakReference<>(tokens.of(Reference.toBlock(8L << 30, 0), FieldRegion.freed(null)));
            long bytes = 0;
            while (collections() < YOUNG_COLLECTIONS && first.get() != null) {
                bytes += new byte[GARBAGE_BYTES].length;
            }
            System.out.println((first.get() == null ? "died, " : "lives, ") + bytes + " bytes of garbage");
        }
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    @Test
    @Timeout(60)
    void oneThatAProxyHasStays() {
        FieldRegion held = tokens.of(REF, fields);
        FieldRegion beside = tokens.of(FAR, fields);
        while (tokens.of(FAR, fields) == beside) {
            System.gc();
        }
        Set<Long> pinned = new HashSet<>();
        tokens.forEachPinned(pinned::add);
        assertThat(pinned).contains(Reference.offset(REF));
        assertThat(tokens.of(REF, fields)).isNotSameAs(held);
    }

    /** Also while tokens of others are made, forgotten, renewed and gone through, and the array of areas grows. */
    @Test
    @Timeout(120)
    void eachThatAProxyHasIsKnown() throws Exception {
        int threads = 4;
        int areas = 20_000;
        List<FutureTask<List<FieldRegion>>> makers = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int number = thread;
            FutureTask<List<FieldRegion>> maker = new FutureTask<>(() -> {
                List<FieldRegion> held = new ArrayList<>();
                for (int area = number; area < areas; area += threads) {
                    held.add(tokens.of(inArea(area), fields));
                    tokens.of(inArea(areas - 1 - area), fields); // dies
                }
                return held;
            });
            makers.add(maker);
            new Thread(maker, "maker " + number).start();
        }
        while (makers.stream().anyMatch(maker -> !maker.isDone())) {
            tokens.renew();
            tokens.forEachPinned(block -> {});
            System.gc();
        }
        List<List<FieldRegion>> held = new ArrayList<>();
        for (FutureTask<List<FieldRegion>> maker : makers) {
            held.add(maker.get());
        }
        Set<Long> pinned = new HashSet<>();
        tokens.forEachPinned(pinned::add);
        for (int area = 0; area < areas; area++) {
            assertThat(pinned).contains(Reference.offset(inArea(area)));
        }
        assertThat(tokens.count()).isBetween(areas, 2 * areas);
        assertThat(held).allSatisfy(each -> assertThat(each).hasSize(areas / threads));
    }

    private static long inArea(int area) {
        return Reference.toBlock((area + 1L) * (64 << 8), 0);
    }
}
