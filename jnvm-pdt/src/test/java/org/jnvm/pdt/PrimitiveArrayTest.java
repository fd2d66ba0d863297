package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.StaleObjectException;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.Recorder;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Persistent arrays of each primitive type against Java arrays: any size, scattered blocks, restarts, blocks. */
class PrimitiveArrayTest extends DataTypeTest {
    private static final long SEED = Seeds.of("PrimitiveArray");
    /** Elements that end at the end of a block, before it and behind it, for each width; and more than a part. */
    private static final int[] LENGTHS = {
        0, 1, 2, 29, 30, 31, 32, 59, 60, 61, 119, 120, 121, 239, 240, 241, 242, 487, 488, 489, 1024, 1025, 5000, 70_000
    };

    interface Getter<P> {
        Object get(P array, int index);
    }

    interface Setter<P> {
        void set(P array, int index, Object value);
    }

    interface Filler<P> {
        void fill(P array, Object value);
    }

    /** A type of arrays: what its classes have in common but not by inheritance. */
    record Kind<A, P extends PrimitiveArray<A>>(
            Class<?> element,
            IntFunction<P> ofLength,
            Function<A, P> copyOf,
            Getter<P> getter,
            Setter<P> setter,
            Filler<P> filler,
            Function<Random, Object> random) {
        @SuppressWarnings("unchecked")
        A java(int length) {
            return (A) Array.newInstance(element, length);
        }

        A java(int length, Random values) {
            A made = java(length);
            for (int i = 0; i < length; i++) {
                Array.set(made, i, random.apply(values));
            }
            return made;
        }

        @Override
        public String toString() {
            return element.getName();
        }
    }

    static Stream<Kind<?, ?>> kinds() {
        return Stream.of(
                new Kind<boolean[], PBooleanArray>(
                        boolean.class,
                        PBooleanArray::new,
                        PBooleanArray::new,
                        PBooleanArray::get,
                        (a, i, v) -> a.set(i, (boolean) v),
                        (a, v) -> a.fill((boolean) v),
                        Random::nextBoolean),
                new Kind<byte[], PByteArray>(
                        byte.class,
                        PByteArray::new,
                        PByteArray::new,
                        PByteArray::get,
                        (a, i, v) -> a.set(i, (byte) v),
                        (a, v) -> a.fill((byte) v),
                        r -> (byte) r.nextInt()),
                new Kind<short[], PShortArray>(
                        short.class,
                        PShortArray::new,
                        PShortArray::new,
                        PShortArray::get,
                        (a, i, v) -> a.set(i, (short) v),
                        (a, v) -> a.fill((short) v),
                        r -> (short) r.nextInt()),
                new Kind<char[], PCharArray>(
                        char.class,
                        PCharArray::new,
                        PCharArray::new,
                        PCharArray::get,
                        (a, i, v) -> a.set(i, (char) v),
                        (a, v) -> a.fill((char) v),
                        r -> (char) r.nextInt()),
                new Kind<int[], PIntArray>(
                        int.class,
                        PIntArray::new,
                        PIntArray::new,
                        PIntArray::get,
                        (a, i, v) -> a.set(i, (int) v),
                        (a, v) -> a.fill((int) v),
                        Random::nextInt),
                new Kind<long[], PLongArray>(
                        long.class,
                        PLongArray::new,
                        PLongArray::new,
                        PLongArray::get,
                        (a, i, v) -> a.set(i, (long) v),
                        (a, v) -> a.fill((long) v),
                        Random::nextLong),
                new Kind<float[], PFloatArray>(
                        float.class,
                        PFloatArray::new,
                        PFloatArray::new,
                        PFloatArray::get,
                        (a, i, v) -> a.set(i, (float) v),
                        (a, v) -> a.fill((float) v),
                        Random::nextFloat),
                new Kind<double[], PDoubleArray>(
                        double.class,
                        PDoubleArray::new,
                        PDoubleArray::new,
                        PDoubleArray::get,
                        (a, i, v) -> a.set(i, (double) v),
                        (a, v) -> a.fill((double) v),
                        Random::nextGaussian));
    }

    private <A, P extends PrimitiveArray<A>> void same(Kind<A, P> kind, P actual, A expected) {
        int length = Array.getLength(expected);
        assertThat(actual.length()).isEqualTo(length);
        assertThat(actual.toArray()).isEqualTo(expected);
        assertThat(actual.contentEquals(expected)).isTrue();
        for (int i = 0; i < length; i += 1 + length / 500) {
            assertThat(kind.getter().get(actual, i)).isEqualTo(Array.get(expected, i));
        }
    }

    @SuppressWarnings("unchecked")
    private <P> P root() {
        return (P) heap.root().get("array");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <A, P extends PrimitiveArray<A>> void everyLength(Kind<A, P> kind) {
        Random random = new Random(SEED);
        Map<String, A> contents = new TreeMap<>();
        for (int length : LENGTHS) {
            P zeros = kind.ofLength().apply(length);
            same(kind, zeros, kind.java(length));
            A content = kind.java(length, random);
            P copy = kind.copyOf().apply(content);
            same(kind, copy, content);
            if (length > 0) {
                kind.setter().set(zeros, length - 1, random(kind, random, false));
                assertThat(zeros.contentEquals(kind.java(length))).isFalse();
                assertThat(zeros.contentEquals(kind.java(length - 1))).isFalse();
            }
            heap.root().put("array " + length, copy);
            contents.put("array " + length, content);
        }
        for (Restart how : Restart.values()) {
            restart(how);
            contents.forEach((name, content) -> {
                @SuppressWarnings("unchecked")
                P again = (P) heap.root().get(name);
                same(kind, again, content);
                assertThat(again)
                        .isEqualTo(heap.root().get(name))
                        .isNotEqualTo(kind.copyOf().apply(content));
            });
        }
        assertThat(heap.recovery().nullifiedReferences()).isZero();
        assertThat(heap.check().isSound()).isTrue();
    }

    /** Returns a value that is, or is not, that of a new array. */
    private static Object random(Kind<?, ?> kind, Random random, boolean zero) {
        Object fresh = Array.get(kind.java(1), 0);
        Object value = fresh;
        while (!zero && value.equals(fresh)) {
            value = kind.random().apply(random);
        }
        return value;
    }

    /** Makes an array, whose blocks do not follow each other if that is asked for. */
    private <A, P extends PrimitiveArray<A>> P make(Kind<A, P> kind, A content, boolean scattered) {
        if (scattered) { // no two blocks that are free follow each other
            List<Box> boxes = new ArrayList<>();
            try {
                while (true) {
                    boxes.add(new Box(0));
                }
            } catch (HeapFullException full) {
                for (int i = 0; i < boxes.size(); i += 2) {
                    heap.free(boxes.get(i));
                }
            }
        }
        P made = kind.copyOf().apply(content);
        if (scattered) {
            assertThat(made.$jnvm$blocks()).isNotNull();
        }
        return made;
    }

    /** Wherever in a large array an element lies: what another thread's block changes there must not be lost silently. */
    @ParameterizedTest
    @MethodSource("kinds")
    <A, P extends PrimitiveArray<A>> void storesAreRefusedWhereAnotherThreadsBlockHasWritten(Kind<A, P> kind) {
        for (boolean scattered : new boolean[] {false, true}) {
            int length = 2_500;
            P array = make(kind, kind.java(length), scattered);
            heap.root().put("array", array);
            Random random = new Random(SEED);
            Object value = random(kind, random, false);
            for (int index : new int[] {0, 40, 300, 1_250, length - 1}) {
                abort(() -> {
                    kind.setter().set(array, index, value);
                    assertThat(inAnotherThread(
                                    () -> catchThrowable(() -> kind.setter().set(array, index, value))))
                            .as("%s %d", kind, index)
                            .isInstanceOf(FailureAtomicException.class);
                });
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <A, P extends PrimitiveArray<A>> void againstAJavaArray(Kind<A, P> kind) {
        Random random = new Random(SEED);
        for (boolean scattered : new boolean[] {false, true}) {
            int length = 2_500;
            A model = kind.java(length, random);
            heap.root().put("array", make(kind, model, scattered));
            for (int round = 0; round < 60; round++) {
                P array = root();
                int what = random.nextInt(4);
                if (what == 0) {
                    heap.atomically(() -> steps(kind, array, model, random));
                } else if (what == 1) {
                    A before = kind.java(length);
                    System.arraycopy(model, 0, before, 0, length);
                    abort(() -> steps(kind, array, model, random));
                    System.arraycopy(before, 0, model, 0, length);
                } else {
                    steps(kind, array, model, random);
                }
                same(kind, array, model);
                if (round % 20 == 19) {
                    restart(round % 40 == 19 ? Restart.CRASH : Restart.CLOSE);
                    same(kind, this.<P>root(), model);
                }
            }
        }
        assertThat(heap.check().isSound()).isTrue();
    }

    private <A, P extends PrimitiveArray<A>> void steps(Kind<A, P> kind, P array, A model, Random random) {
        int length = array.length();
        for (int i = random.nextInt(10); i >= 0; i--) {
            int index = random.nextInt(length);
            int count = random.nextInt(random.nextBoolean() ? 5 : length);
            count = Math.min(count, length - index);
            Object value = kind.random().apply(random);
            switch (random.nextInt(16)) {
                case 0 -> {
                    kind.filler().fill(array, value);
                    for (int k = 0; k < length; k++) {
                        Array.set(model, k, value);
                    }
                }
                case 1, 2, 3, 4 -> {
                    A source = kind.java(count + 3, random);
                    array.set(index, source, 2, count);
                    System.arraycopy(source, 2, model, index, count);
                }
                case 5, 6, 7 -> {
                    A target = kind.java(count + 3);
                    array.get(index, target, 1, count);
                    A expected = kind.java(count + 3);
                    System.arraycopy(model, index, expected, 1, count);
                    assertThat(target).isEqualTo(expected);
                }
                case 8 -> {
                    array.pwb(index);
                    array.pwb(index, count);
                    array.pwb();
                }
                default -> {
                    kind.setter().set(array, index, value);
                    Array.set(model, index, value);
                    assertThat(kind.getter().get(array, index)).isEqualTo(value);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <A, P extends PrimitiveArray<A>> void everyLineOfARangeIsWrittenBack(Kind<A, P> kind) {
        Random random = new Random(SEED);
        Set<Long> lines = new TreeSet<>();
        HeapOptions recorded = HeapOptions.defaults().recorder(new Recorder() {
            @Override
            public void started(byte[] image) {}

            @Override
            public void stored(long offset, byte[] bytes) {}

            @Override
            public void writtenBack(long offset) {
                lines.add(offset / 64);
            }

            @Override
            public void fenced() {}
        });
        try (Heap other = Heap.create(folder.resolve("recorded.heap"), 16 << 20, recorded);
                Heap.Scope inside = other.enter()) {
            P array = kind.ofLength().apply(1_000);
            for (int i = 0; i < 200; i++) {
                int index = random.nextInt(1_000);
                int count = random.nextInt(1 + Math.min(200, 1_000 - index));
                Set<Long> expected = new TreeSet<>();
                for (int k = index; k < index + count; k++) {
                    expected.add(TailAccess.elementOffset(array, FixedArray.TAIL, array.elementBytes(), k) / 64);
                }
                lines.clear();
                array.pwb(index, count);
                assertThat(lines).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <A, P extends PrimitiveArray<A>> void boundsAreChecked(Kind<A, P> kind) {
        A content = kind.java(100, new Random(SEED));
        P array = kind.copyOf().apply(content);
        Object value = Array.get(content, 0);
        for (int index : new int[] {-1, 100, 101, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> kind.getter().get(array, index))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessageContaining("" + index)
                    .hasMessageContaining("100");
            assertThatThrownBy(() -> kind.setter().set(array, index, value))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> array.pwb(index)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        A other = kind.java(50);
        int[][] ranges = {{-1, 0, 1}, {60, 0, 50}, {0, 1, 50}, {0, -1, 2}, {0, 0, -1}, {101, 0, 0}, {0, 0, 51}};
        for (int[] range : ranges) {
            assertThatThrownBy(() -> array.get(range[0], other, range[1], range[2]))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> array.set(range[0], other, range[1], range[2]))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        same(kind, array, content);
        assertThatThrownBy(() -> kind.ofLength().apply(-1))
                .isInstanceOf(NegativeArraySizeException.class)
                .hasMessage("length=-1");
        assertThatThrownBy(() -> kind.ofLength().apply(Integer.MAX_VALUE)).isInstanceOf(HeapFullException.class);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <A, P extends PrimitiveArray<A>> void useAfterFreeIsRefused(Kind<A, P> kind) {
        for (boolean scattered : new boolean[] {false, true}) {
            A content = kind.java(2_500, new Random(SEED));
            P array = make(kind, content, scattered);
            heap.free(array);
            for (int index : new int[] {0, 2_499}) {
                assertThatThrownBy(() -> kind.getter().get(array, index)).isInstanceOf(StaleObjectException.class);
                assertThatThrownBy(() -> kind.setter().set(array, index, Array.get(content, index)))
                        .isInstanceOf(StaleObjectException.class);
            }
            assertThatThrownBy(array::toArray).isInstanceOf(StaleObjectException.class);
            assertThatThrownBy(() -> array.set(0, content, 0, 9)).isInstanceOf(StaleObjectException.class);
            assertThatThrownBy(() -> array.pwb(7)).isInstanceOf(StaleObjectException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <A, P extends PrimitiveArray<A>> void inACheckedHeap(Kind<A, P> kind) {
        HeapOptions checked = HeapOptions.defaults().checked(true);
        try (Heap other = Heap.create(folder.resolve("checked.heap"), 16 << 20, checked);
                Heap.Scope inside = other.enter()) {
            A content = kind.java(2_500, new Random(SEED));
            P array = kind.copyOf().apply(content);
            same(kind, array, content);
            other.root().put("array", array);
            @SuppressWarnings("unchecked")
            P second = (P) other.root().get("array");
            kind.setter().set(second, 2_400, Array.get(content, 0));
            other.atomically(() -> kind.setter().set(array, 2_400, Array.get(content, 2_400)));
            same(kind, second, content);
            other.root().remove("array");
            other.free(array);
            for (int index : new int[] {0, 2_499}) {
                assertThatThrownBy(() -> kind.getter().get(second, index)).isInstanceOf(StaleObjectException.class);
            }
        }
    }
}
