package org.jnvm.pdt.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jnvm.pdt.PBox;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.internal.secondary.IndexBound;
import org.jnvm.pdt.internal.secondary.IndexEntry;
import org.jnvm.pdt.internal.secondary.Position;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Invariant checked: the units of places in an index have the order of the places, and tell those of different index keys apart. */
@HeapTest
class IndexUnitsTest {
    private static final int PAIRS = 2000;
    /** Units that are compared: the first of the common ones, and those of words. */
    private static final int UNITS = 32;

    private final Random random = new Random(Seeds.of("IndexUnits"));

    @BeforeEach
    void open(TestHeap test) {
        test.create(8 << 20);
    }

    @Test
    void textKeys() {
        List<String> texts = List.of(
                "", "\0", "a", "a\0", "ab", "customer 1", "customer 10", "customer 2", "\u00ff", "\u20acx", "\u20acy");
        haveTheOrderOf(() -> {
            String key = texts.get(random.nextInt(texts.size()));
            return place(key, new PString(key), "k" + random.nextInt(3));
        });
    }

    @Test
    void numberKeys() {
        haveTheOrderOf(() -> {
            long key = random.nextInt(5) - 2L << random.nextInt(62);
            return place(key, new PBox<>(key), "k" + random.nextInt(3));
        });
    }

    /** Index keys that are objects of the program have no units. */
    @Test
    void otherKeys() {
        assertThat(NaturalOrder.kind(IndexBound.before(new Object()))).isEqualTo(NaturalOrder.NONE);
        assertThat(NaturalOrder.ORDER.isLasting(IndexBound.at("a", "k"))).isTrue();
        assertThat(NaturalOrder.ORDER.isLasting(IndexBound.at("a", new Object())))
                .isFalse();
        assertThat(NaturalOrder.ORDER.isLasting(IndexBound.at(new Object(), "k")))
                .isFalse();
    }

    private Position place(Object key, Object keyInHeap, String own) {
        return switch (random.nextInt(4)) {
            case 0 -> IndexBound.before(key);
            case 1 -> IndexBound.behind(key);
            case 2 -> IndexBound.at(key, own);
            default -> new IndexEntry(keyInHeap, new PString(own));
        };
    }

    private static void haveTheOrderOf(Supplier<Position> places) {
        for (int i = 0; i < PAIRS; i++) {
            Position one = places.get();
            Position other = places.get();
            assertThat(NaturalOrder.kind(one))
                    .isEqualTo(NaturalOrder.kind(other))
                    .isEqualTo(NaturalOrder.kind(one.key()))
                    .isNotEqualTo(NaturalOrder.NONE);
            int order = compareUnits(one, other);
            if (order != 0) {
                assertThat(Integer.signum(one.compareTo(other)))
                        .as("%s, %s", one, other)
                        .isEqualTo(order);
            } else {
                assertThat(compareUnits(one.key(), other.key())).isZero();
            }
        }
    }

    private static int compareUnits(Object one, Object other) {
        for (int from = 0; from < UNITS; from += Long.BYTES) {
            int order = Long.compareUnsigned(NaturalOrder.units(one, from), NaturalOrder.units(other, from));
            if (order != 0) {
                return Integer.signum(order);
            }
        }
        return 0;
    }
}
