package org.jnvm.internal.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.Set;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.FieldRegion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tokens by which the collector knows of proxies. */
class ProxyTokensTest {
    private static final long REF = Reference.toBlock(0x20000, 3);

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
