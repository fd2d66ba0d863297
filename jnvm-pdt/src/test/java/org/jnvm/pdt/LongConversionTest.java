package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import org.jnvm.runtime.Identity;
import org.jnvm.spi.Proxy;
import org.jnvm.testing.Full;
import org.junit.jupiter.api.Test;

/** Chains that are far longer than a stack is deep are converted, validated, and freed. */
class LongConversionTest extends DataTypeTest {
    private static final int LENGTH = Full.ON ? 1_000_000 : 40_000;

    @Override
    long maximum() {
        return Full.ON ? 2L << 30 : 128 << 20;
    }

    @Test
    void aChain() {
        Person first = new Person("");
        Person last = first;
        for (int i = 1; i < LENGTH; i++) {
            Person next = new Person("");
            if (i % 2 == 0) {
                last.friend = next;
            } else {
                last.things = new Object[] {next};
            }
            last = next;
        }
        last.friend = first; // around, too

        AutoPersistMap<Object, Object> map = new AutoPersistMap<>();
        heap.root().put("map", map);
        long start = System.nanoTime();
        map.put("chain", first);
        long put = System.nanoTime();
        assertThat(count(map)).isEqualTo(LENGTH);
        long counted = System.nanoTime();
        map.clearAndFree();
        long freed = System.nanoTime();
        System.out.println("objects " + LENGTH + ", ns for each: convert " + (put - start) / LENGTH + ", follow "
                + (counted - put) / LENGTH + ", free " + (freed - counted) / LENGTH);
        assertThat(heap.check().isSound()).isTrue();
        assertThat(heap.histogram().invalidObjects()).isZero();
    }

    private static int count(AutoPersistMap<Object, Object> map) {
        PPerson first = (PPerson) map.get("chain");
        int found = 0;
        PPerson at = first;
        do {
            found++;
            at = at.friend() != null ? at.friend() : (PPerson) ((PArray<?>) at.things()).get(0);
        } while (!Identity.equal((Proxy) first, at));
        return found;
    }
}
