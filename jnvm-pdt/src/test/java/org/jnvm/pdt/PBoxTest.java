package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A PBox against the Java box that it was made of. */
class PBoxTest extends DataTypeTest {
    private static <T extends Comparable<T>> void checkOrder(List<T> ascending) {
        for (T left : ascending) {
            for (T right : ascending) {
                PBox<T> box = new PBox<>(left);
                assertThat(Integer.signum(box.compareTo(new PBox<>(right))))
                        .isEqualTo(Integer.signum(left.compareTo(right)));
                assertThat(box.equals(new PBox<>(right))).isEqualTo(left.equals(right));
                assertThatObject(box).hasSameHashCodeAs(left).hasToString(left.toString());
                assertThat(box.value()).isEqualTo(left).isExactlyInstanceOf(left.getClass());
            }
        }
    }

    @Test
    void isOrderedAndEqualAsItsValue() {
        checkOrder(List.of(false, true));
        checkOrder(List.of(Byte.MIN_VALUE, (byte) -1, (byte) 0, Byte.MAX_VALUE));
        checkOrder(List.of(Short.MIN_VALUE, (short) -1, (short) 0, Short.MAX_VALUE));
        checkOrder(List.of('\0', 'a', '\uffff'));
        checkOrder(List.of(Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE));
        checkOrder(List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE));
        checkOrder(List.of(Float.NEGATIVE_INFINITY, -0.0f, 0.0f, Float.MIN_VALUE, Float.NaN));
        checkOrder(List.of(Double.NEGATIVE_INFINITY, -0.0, 0.0, Double.MIN_VALUE, Double.NaN));
        assertThat(new PBox<>(1).equals(new PBox<>(1L))).isFalse();
        assertThat(new PBox<>(1).equals((Object) 1)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsValueInAllCollections(Restart how) {
        PTreeMap<PBox<Integer>, PBox<Character>> tree = new PTreeMap<>();
        PSkipListSet<PBox<Integer>> set = new PSkipListSet<>();
        PArrayList<PBox<Integer>> list = new PArrayList<>();
        for (int i = 0; i < 10; i++) {
            tree.put(new PBox<>(i), new PBox<>((char) ('a' + i)));
            set.add(new PBox<>(i));
            list.add(new PBox<>(i));
        }
        heap.root().put("tree", tree);
        heap.root().put("set", set);
        heap.root().put("list", list);
        restart(how);
        PTreeMap<?, ?> foundTree = heap.root().get("tree", PTreeMap.class);
        assertThatObject(foundTree.get(3)).hasToString("d");
        assertThat(foundTree.containsKey(10)).isFalse();
        assertThat(foundTree.containsValue('j')).isTrue();
        assertThat(heap.root().get("set", PSkipListSet.class).contains(9)).isTrue();
        assertThat(heap.root().get("list", PArrayList.class).indexOf(4)).isEqualTo(4);
        assertThat(heap.root().get("list", PArrayList.class).indexOf(4L)).isEqualTo(-1);
    }

    @Test
    void refusesOtherTypes() {
        assertThatThrownBy(() -> new PBox<>(BigInteger.ONE))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.math.BigInteger");
        assertThatThrownBy(() -> new PBox<>((Integer) null)).isInstanceOf(NullPointerException.class);
        PBox<Integer> freed = new PBox<>(1);
        heap.free(freed);
        assertThatThrownBy(freed::value).isInstanceOf(StaleObjectException.class);
    }

    @Test
    void boxesOfSeveralHeapsAreCompared() {
        PBox<Integer> own = new PBox<>(1);
        try (Heap other = Heap.create(folder.resolve("other.heap"), 1 << 20)) {
            Heap.Scope inOther = other.enter();
            try {
                assertThatObject(new PBox<>(1)).isEqualTo(own);
                assertThat(new PBox<>(2).compareTo(own)).isPositive();
            } finally {
                inOther.close();
            }
        }
    }
}
