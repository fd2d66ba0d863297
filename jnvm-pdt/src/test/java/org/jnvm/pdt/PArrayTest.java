package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.testing.ListTestSuiteBuilder;
import com.google.common.collect.testing.SampleElements;
import com.google.common.collect.testing.TestListGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.ListFeature;
import java.util.Arrays;
import java.util.List;
import org.jnvm.ForeignHeapException;
import org.jnvm.Heap;
import org.jnvm.NotTransformedException;
import org.jnvm.StaleObjectException;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A PArray against a Java array; what it makes valid, and what it frees. */
class PArrayTest extends DataTypeTest {
    private PArray<PString> array;

    private void make(int length) {
        array = new PArray<>(length);
        heap.root().put("array", array);
    }

    @SuppressWarnings("unchecked")
    private void restartWithArray(Restart how) {
        restart(how);
        assertThat(heap.recovery().nullifiedReferences()).isZero();
        array = (PArray<PString>) heap.root().get("array");
    }

    private void same(String... expected) {
        assertThat(array.length()).isEqualTo(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(String.valueOf(array.get(i))).isEqualTo(String.valueOf(expected[i]));
        }
        assertThat(array.asList()).hasToString(Arrays.toString(expected));
        assertThat(array.toArray()).isEqualTo(array.asList().toArray());
    }

    /** In slots of pages, too, where some element lies where a block would begin. */
    @Test
    void aBlockReadsWhatItStoredWhereverElementsLie() {
        for (int length = 8; length <= 40; length++) {
            for (int number = 0; number < 20; number++) {
                make(length);
                PString before = s("before");
                PString after = s("after");
                for (int i = 0; i < length; i++) {
                    array.set(i, before);
                }
                heap.atomically(() -> {
                    for (int i = 0; i < array.length(); i++) {
                        array.set(i, after);
                        assertThatObject(array.get(i)).isEqualTo(after);
                    }
                });
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Restart.class)
    void whatIsStoredIsMadeValid(Restart how) {
        make(3);
        same(null, null, null);
        array.set(0, s("a"));
        array.update(1, s("b"));
        array.replace(2, s("c"));
        restartWithArray(how);
        same("a", "b", "c");
        heap.root().put("array", new PArray<>(new PString[] {s("x"), null, s("z")}));
        restartWithArray(how);
        same("x", null, "z");
        array.fill(s("y"));
        restartWithArray(how);
        same("y", "y", "y");
    }

    @ParameterizedTest
    @EnumSource(Restart.class)
    void largeArrays(Restart how) {
        String[] expected = new String[20_000];
        make(expected.length);
        for (int i = 0; i < expected.length; i++) {
            expected[i] = i % 3 == 0 ? null : "e" + i;
            array.set(i, expected[i] == null ? null : s(expected[i]));
        }
        restartWithArray(how);
        same(expected);
    }

    @Test
    void replaceFreesWhatWasThere() {
        make(2);
        PString first = s("first");
        array.replace(0, first);
        array.replace(0, first); // is not freed
        same("first", null);
        long live = live();
        PString again = array.get(0);
        array.replace(0, s("second"));
        assertThatThrownBy(again::toString).isInstanceOf(StaleObjectException.class);
        assertThat(live()).isEqualTo(live);
        PString second = array.get(0);
        abort(() -> array.replace(0, s("third")));
        same("second", null);
        heap.atomically(() -> array.replace(0, null));
        assertThatThrownBy(second::toString).isInstanceOf(StaleObjectException.class);
        restartWithArray(Restart.CRASH);
        same(null, null);
    }

    private long live() {
        restartWithArray(Restart.CRASH);
        return heap.recovery().liveObjects();
    }

    @Test
    void inFailureAtomicBlocks() {
        make(40);
        array.set(39, s("old"));
        array.pwb(0, 40);
        heap.psync();
        abort(() -> {
            array.set(39, s("lost"));
            array.fill(s("lost"));
            assertThatObject(array.get(39)).hasToString("lost");
        });
        assertThatObject(array.get(39)).hasToString("old");
        assertThatObject(array.get(0)).isNull();
        heap.atomically(() -> {
            array.set(0, s("new"));
            array.asList().set(39, null);
        });
        restartWithArray(Restart.CRASH);
        assertThatObject(array.get(0)).hasToString("new");
        assertThatObject(array.get(39)).isNull();
    }

    @Test
    void refusesWhatCannotBeAnElement() {
        PArray<Object> any = new PArray<>(2);
        any.set(0, s("a"));
        assertThatThrownBy(() -> any.set(0, new Object())).isInstanceOf(NotTransformedException.class);
        assertThatThrownBy(() -> any.replace(0, new Object())).isInstanceOf(NotTransformedException.class);
        assertThatThrownBy(() -> new PArray<>(new Object[] {s("b"), new Object()}))
                .isInstanceOf(NotTransformedException.class);
        PString freed = s("freed");
        heap.free(freed);
        assertThatThrownBy(() -> any.set(1, freed)).isInstanceOf(StaleObjectException.class);
        try (Heap other = Heap.create(folder.resolve("other.heap"), 1 << 20)) {
            Object foreign;
            Heap.Scope inOther = other.enter();
            try {
                foreign = s("foreign");
            } finally {
                inOther.close();
            }
            assertThatThrownBy(() -> any.set(1, foreign)).isInstanceOf(ForeignHeapException.class);
        }
        for (int index : new int[] {-1, 2}) {
            assertThatThrownBy(() -> any.get(index)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> any.set(index, null)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> any.replace(index, null)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThatThrownBy(() -> new PArray<>(-1)).isInstanceOf(NegativeArraySizeException.class);
        assertThatObject(any.get(0)).hasToString("a");
        assertThat(any.get(1)).isNull();
        assertThat(any.asList().contains("a")).isTrue();
        assertThat(any.asList().lastIndexOf(null)).isEqualTo(1);
        heap.free(any);
        assertThatThrownBy(() -> any.get(0)).isInstanceOf(StaleObjectException.class);
    }

    @TestFactory
    DynamicNode asListContract() {
        TestListGenerator<PString> lists = new TestListGenerator<>() {
            @Override
            public SampleElements<PString> samples() {
                return new SampleElements<>(s("a"), s("b"), s("c"), s("d"), s("e"));
            }

            @Override
            public List<PString> create(Object... elements) {
                return new PArray<>(Arrays.copyOf(elements, elements.length, PString[].class)).asList();
            }

            @Override
            public PString[] createArray(int length) {
                return new PString[length];
            }

            @Override
            public Iterable<PString> order(List<PString> insertionOrder) {
                return insertionOrder;
            }
        };
        return GuavaSuite.of(
                ListTestSuiteBuilder.using(lists)
                        .named("asList")
                        .withFeatures(
                                ListFeature.SUPPORTS_SET, CollectionFeature.ALLOWS_NULL_VALUES, CollectionSize.ANY)
                        .createTestSuite(),
                Runnable::run);
    }
}
