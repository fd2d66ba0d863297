package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jnvm.FailureAtomicException;
import org.jnvm.StaleObjectException;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements of an array that change as one: after a crash, when undone, and for other threads. */
class PatchTest extends DataTypeTest {
    private static final int PATCHES = 5_000;

    enum Kind {
        BOOLEAN(() -> new PBooleanArray(100), new boolean[] {true, false, true}),
        BYTE(() -> new PByteArray(100), new byte[] {1, 2, 3}),
        SHORT(() -> new PShortArray(100), new short[] {1, 2, 3}),
        CHAR(() -> new PCharArray(100), new char[] {1, 2, 3}),
        INT(() -> new PIntArray(100), new int[] {1, 2, 3}),
        LONG(() -> new PLongArray(100), new long[] {1, 2, 3}),
        FLOAT(() -> new PFloatArray(100), new float[] {1, 2, 3}),
        DOUBLE(() -> new PDoubleArray(100), new double[] {1, 2, 3});

        private final Supplier<PrimitiveArray<?>> maker;
        private final Object three;

        Kind(Supplier<PrimitiveArray<?>> maker, Object three) {
            this.maker = maker;
            this.three = three;
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    @SuppressWarnings("unchecked")
    void arraysOfAllTypesCanBePatched(Kind kind) {
        PrimitiveArray<Object> array = (PrimitiveArray<Object>) kind.maker.get();
        heap.root().put("array", array);
        array.patch(7, kind.three);
        array.patch(50, kind.three, 1, 2);
        restart(Restart.CRASH);
        PrimitiveArray<Object> found = (PrimitiveArray<Object>) heap.root().get("array");
        Object expected = array.newArray(100);
        System.arraycopy(kind.three, 0, expected, 7, 3);
        System.arraycopy(kind.three, 1, expected, 50, 2);
        assertThat(found.contentEquals(expected)).isTrue();
    }

    @Test
    void whatDoesNotFitChangesNothing() {
        PByteArray array = new PByteArray(10);
        heap.root().put("array", array);
        byte[] five = {1, 2, 3, 4, 5};
        assertThatThrownBy(() -> array.patch(6, five)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> array.patch(-1, five)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> array.patch(0, five, 3, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(array.toArray()).containsOnly(0);
        assertThat(heap.stats().openFaBlocks()).isZero();
    }

    /** In a slot, in a block, in an extent; of one byte, of words in part, over blocks, of more than goes to the record at once. */
    @ParameterizedTest
    @ValueSource(ints = {40, 230, 3000})
    void anyBytesOfAnArrayArePatched(int length) {
        long seed = Seeds.of("patches", "-Dtest=PatchTest");
        Random random = new Random(seed);
        PByteArray array = new PByteArray(length);
        heap.root().put("array", array);
        byte[] expected = new byte[length];
        for (int i = 0; i < 2_000; i++) {
            int index = random.nextInt(length);
            byte[] source = new byte[random.nextInt(Math.min(length - index, i % 10 == 0 ? length : 150)) + 1];
            random.nextBytes(source);
            int from = random.nextInt(source.length);
            int count = source.length - from;
            array.patch(index, source, from, count);
            System.arraycopy(source, from, expected, index, count);
        }
        assertThat(array.toArray()).as("seed=%d", seed).isEqualTo(expected);
        restart(Restart.CRASH);
        assertThat(heap.root().get("array", PByteArray.class).toArray())
                .as("seed=%d", seed)
                .isEqualTo(expected);
    }

    @Test
    void freedArraysAreRefused() {
        PByteArray array = new PByteArray(300);
        heap.root().put("array", array);
        PByteArray other = heap.root().get("array", PByteArray.class);
        heap.root().remove("array");
        heap.free(array);
        assertThatThrownBy(() -> array.patch(3, new byte[] {1})).isInstanceOf(StaleObjectException.class);
        assertThatThrownBy(() -> other.patch(3, new byte[] {1})).isInstanceOf(StaleObjectException.class);
        assertThat(heap.stats().openFaBlocks()).isZero();
    }

    @Test
    void isPartOfTheBlockAround() {
        PByteArray array = new PByteArray(300);
        heap.root().put("array", array);
        byte[] ones = new byte[200];
        Arrays.fill(ones, (byte) 1);
        abort(() -> {
            array.patch(10, ones);
            assertThat(array.get(209)).isOne();
            assertThat(inAnotherThread(array::toArray)).containsOnly(0);
            inAnotherThread(() -> assertThatThrownBy(() -> array.patch(10, ones))
                    .isInstanceOf(FailureAtomicException.class)
                    .hasMessageContaining("another thread's failure-atomic block"));
        });
        assertThat(array.toArray()).containsOnly(0);
    }

    /** In a slot, in a block, in an extent. */
    @ParameterizedTest
    @ValueSource(ints = {40, 200, 3000})
    void readersSeeAllOrNothing(int length) {
        PByteArray array = new PByteArray(length);
        heap.root().put("array", array);
        FutureTask<Integer> writer = start("writer", () -> {
            byte[] next = new byte[length];
            for (int i = 1; i <= PATCHES; i++) {
                Arrays.fill(next, (byte) i);
                array.patch(0, next);
            }
            return PATCHES;
        });
        byte[] read = new byte[length];
        while (!writer.isDone()) {
            array.get(0, read, 0, length);
            byte first = read[0];
            for (byte each : read) {
                assertThat(each).isEqualTo(first);
            }
        }
        assertThat(result(writer)).isEqualTo(PATCHES);
    }

    @Test
    void readersSeeAllOrNothingOfPatchesOfTwoThreads() {
        PLongArray array = new PLongArray(256);
        heap.root().put("array", array);
        FutureTask<Void> low = start("low", () -> patch(array, 0));
        FutureTask<Void> high = start("high", () -> patch(array, 128));
        while (!low.isDone() || !high.isDone()) {
            long[] read = array.toArray();
            assertThat(Arrays.stream(read, 0, 90).distinct().count()).isOne();
            assertThat(Arrays.stream(read, 128, 128 + 90).distinct().count()).isOne();
        }
        result(low);
        result(high);
    }

    /** Patches 90 elements, in four blocks or three; the two threads have no block in common. */
    private static Void patch(PLongArray array, int from) {
        long[] next = new long[90];
        for (int i = 1; i <= PATCHES; i++) {
            Arrays.fill(next, i);
            array.patch(from, next);
        }
        return null;
    }
}
