package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jnvm.runtime.TailAccess;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Node;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bulk copies between arrays and tails, against the same bytes in an array. */
class TailCopyTest {
    private static final int TAIL = 16;
    private static final int LENGTH = 20_000;

    @TempDir
    Path folder;

    @Test
    void ofContiguousObjects() {
        try (Heap heap = Heap.create(folder.resolve("tails.heap"), 1 << 20);
                Heap.Scope scope = heap.enter()) {
            Bytes bytes = new Bytes(LENGTH);
            assertThat(bytes.$jnvm$blocks()).isNull();
            copyAtRandom(bytes);
        }
    }

    @Test
    void ofScatteredObjects() {
        try (Heap heap = Heap.create(folder.resolve("tails.heap"), 1 << 20);
                Heap.Scope scope = heap.enter()) {
            List<Node> nodes = new ArrayList<>();
            try {
                while (true) {
                    nodes.add(new Node(0));
                }
            } catch (HeapFullException e) {
                for (int i = 0; i < nodes.size(); i += 2) {
                    heap.free(nodes.get(i));
                }
            }
            Bytes bytes = new Bytes(LENGTH);
            assertThat(bytes.$jnvm$blocks()).isNotNull();
            copyAtRandom(bytes);
            assertThat(bytes.toArray()).hasSize(LENGTH);
        }
    }

    private static void copyAtRandom(Bytes object) {
        Random random = Seeds.random("tails");
        byte[] model = new byte[LENGTH];
        Object[] types = {
            new byte[LENGTH],
            new short[LENGTH / 2],
            new char[LENGTH / 2],
            new int[LENGTH / 4],
            new float[LENGTH / 4],
            new long[LENGTH / 8],
            new double[LENGTH / 8]
        };
        for (int step = 0; step < 3000; step++) {
            Object array = types[random.nextInt(types.length)];
            int length = Array.getLength(array);
            int bytesEach = LENGTH / length;
            int count = random.nextInt(random.nextBoolean() ? 100 : length);
            int from = random.nextInt(length - count + 1);
            int index = random.nextInt(length - count + 1);
            if (random.nextBoolean()) {
                byte[] fresh = new byte[count * bytesEach];
                random.nextBytes(fresh);
                for (int i = 0; i < count; i++) {
                    set(array, from + i, ByteBuffer.wrap(fresh).order(ByteOrder.nativeOrder()), i * bytesEach);
                }
                if (random.nextBoolean()) {
                    TailAccess.writeTail(object, TAIL, index, array, from, count);
                } else {
                    TailAccess.initialiseTail(object, TAIL, index, array, from, count);
                }
                for (int i = 0; i < count; i++) {
                    get(
                            array,
                            from + i,
                            ByteBuffer.wrap(model).order(ByteOrder.nativeOrder()),
                            (index + i) * bytesEach);
                }
            } else {
                TailAccess.readTail(object, TAIL, index, array, from, count);
                byte[] seen = model.clone();
                for (int i = 0; i < count; i++) {
                    get(array, from + i, ByteBuffer.wrap(seen).order(ByteOrder.nativeOrder()), (index + i) * bytesEach);
                }
                assertThat(seen).isEqualTo(model);
            }
        }
        assertThat(object.toArray()).isEqualTo(model);
    }

    private static void set(Object array, int i, ByteBuffer source, int offset) {
        if (array instanceof byte[] bytes) {
            bytes[i] = source.get(offset);
        } else if (array instanceof short[] shorts) {
            shorts[i] = source.getShort(offset);
        } else if (array instanceof char[] chars) {
            chars[i] = source.getChar(offset);
        } else if (array instanceof int[] ints) {
            ints[i] = source.getInt(offset);
        } else if (array instanceof float[] floats) {
            floats[i] = source.getInt(offset); // no NaN, whose bits may change
        } else if (array instanceof long[] longs) {
            longs[i] = source.getLong(offset);
        } else {
            ((double[]) array)[i] = source.getLong(offset);
        }
    }

    private static void get(Object array, int i, ByteBuffer target, int offset) {
        if (array instanceof byte[] bytes) {
            target.put(offset, bytes[i]);
        } else if (array instanceof short[] shorts) {
            target.putShort(offset, shorts[i]);
        } else if (array instanceof char[] chars) {
            target.putChar(offset, chars[i]);
        } else if (array instanceof int[] ints) {
            target.putInt(offset, ints[i]);
        } else if (array instanceof float[] floats) {
            target.putFloat(offset, floats[i]);
        } else if (array instanceof long[] longs) {
            target.putLong(offset, longs[i]);
        } else {
            target.putDouble(offset, ((double[]) array)[i]);
        }
    }

    @Test
    void refusesWhatIsNoRangeOfTheArray() {
        try (Heap heap = Heap.create(folder.resolve("tails.heap"), 1 << 20);
                Heap.Scope scope = heap.enter()) {
            Bytes bytes = new Bytes(1000);
            assertThatThrownBy(() -> TailAccess.readTail(bytes, TAIL, 0, new byte[10], 5, 6))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> TailAccess.writeTail(bytes, TAIL, 0, new long[10], -1, 2))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> TailAccess.readTail(bytes, TAIL, 0, new boolean[10], 0, 2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("class=[Z");
            heap.free(bytes);
            assertThatThrownBy(() -> TailAccess.readTail(bytes, TAIL, 0, new byte[10], 0, 1))
                    .isInstanceOf(StaleObjectException.class);
        }
    }
}
