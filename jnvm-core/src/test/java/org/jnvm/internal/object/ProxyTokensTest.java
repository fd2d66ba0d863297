package org.jnvm.internal.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
     * G1 has it in the old generation.
     */
    @Test
    void theTokensOfALargeHeapDieYoung() throws Exception {
        List<String> flags = List.of("-XX:+UseG1GC", "-Xmx128m", "-cp", Child.classPath());
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
}
