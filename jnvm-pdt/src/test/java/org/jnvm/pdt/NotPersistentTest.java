package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.NotTransformedException;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said to who stores something that is not persistent: what can be stored instead, and that it can. */
@HeapTest
class NotPersistentTest {
    private record Money(long cents) {}

    private static final class Plain {}

    private enum State {
        OPEN
    }

    private final Heap heap;

    NotPersistentTest(TestHeap test) {
        heap = test.create(1 << 20);
    }

    private static Stream<Arguments> remedies() {
        String build = "annotate the class with @Persistent, and have it transformed: in the build, by"
                + " jnvm-transformer-maven-plugin (goal transform, or transform-tests for test classes), or when it is"
                + " loaded, by the agent -javaagent:jnvm-transformer-VERSION-agent.jar";
        String jdk =
                "a class of the JDK cannot be persistent: store what it holds, or give the program a org.jnvm.ValueType"
                        + " for it, if its objects never change";
        return Stream.of(
                Arguments.of(new Plain(), build),
                Arguments.of(new StringBuilder("a"), "store its toString()"),
                Arguments.of(new java.util.Date(0), jdk),
                Arguments.of(new Object(), jdk));
    }

    @ParameterizedTest
    @MethodSource("remedies")
    void saysWhatToStoreInstead(Object object, String remedy) {
        String message = "not a persistent object: class=" + object.getClass().getName() + "; " + remedy;
        PArrayList<Object> list = new PArrayList<>();
        PHashMap<Object, Object> map = new PHashMap<>();
        for (org.assertj.core.api.ThrowableAssert.ThrowingCallable use :
                List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
                        () -> list.add(object),
                        () -> map.put(new PString("k"), object),
                        () -> new PArray<>(1).set(0, object),
                        () -> heap.root().put("r", object),
                        () -> heap.free(object))) {
            assertThatThrownBy(use)
                    .isExactlyInstanceOf(NotTransformedException.class)
                    .hasMessage(message);
        }
        assertThat(list).isEmpty();
        assertThat(map).isEmpty();
    }

    private static Stream<Arguments> collections() {
        String others = " or the like of org.jnvm.pdt, or put it into an AutoPersistMap, which converts it";
        return Stream.of(
                Arguments.of(new int[1], "store a new org.jnvm.pdt.PIntArray(...) of it"),
                Arguments.of(new boolean[1], "store a new org.jnvm.pdt.PBooleanArray(...) of it"),
                Arguments.of(new String[1], "store a new org.jnvm.pdt.PArray<>(...) of persistent elements"),
                Arguments.of(List.of(), "store a PArrayList" + others),
                Arguments.of(Set.of(), "store a PHashSet" + others),
                Arguments.of(Map.of(), "store a PHashMap" + others));
    }

    @ParameterizedTest
    @MethodSource("collections")
    void saysWhatTakesThePlaceOfCollections(Object object, String remedy) {
        String message = "not a persistent object: class=" + object.getClass().getName() + "; " + remedy;
        for (org.assertj.core.api.ThrowableAssert.ThrowingCallable use :
                List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
                        () -> heap.root().put("r", object), () -> heap.free(object))) {
            assertThatThrownBy(use)
                    .isExactlyInstanceOf(NotTransformedException.class)
                    .hasMessage(message);
        }
        PArrayList<Object> list = new PArrayList<>();
        list.add(object); // converted
        assertThat(list).hasSize(1);
    }

    private static Stream<Object> values() {
        return Stream.of(
                "text", 7L, 'c', true, State.OPEN, new Money(1), LocalDate.EPOCH, new java.math.BigDecimal("1.5"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void saysThatValuesAreNoRoots(Object value) {
        for (org.assertj.core.api.ThrowableAssert.ThrowingCallable use :
                List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
                        () -> heap.root().put("r", value), () -> heap.free(value))) {
            assertThatThrownBy(use)
                    .isExactlyInstanceOf(NotTransformedException.class)
                    .hasMessage(
                            "not a persistent object: class=" + value.getClass().getName()
                                    + "; it is a value, which is a part of objects: assign it to a field, or put it into a collection; it can"
                                    + " be no root, and is freed with what it is a part of");
        }
        PArrayList<Object> list = new PArrayList<>();
        list.add(value);
        heap.root().put("list", list);
        assertThat(list).containsExactly(value);
    }

    @Test
    void whatItSaysHelps() {
        PArrayList<Object> list = new PArrayList<>();
        heap.root().put("list", list);
        list.add(new PString("text"));
        list.add(new PBox<>(7L));
        list.add(new PIntArray(new int[] {1}));
        list.add(new PArray<>(new PString[] {new PString("a")}));
        assertThat(list).hasSize(4);
        assertThat(heap.check().isSound()).isTrue();
    }
}
