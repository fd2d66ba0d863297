package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The bytes of values, read without objects for the values. */
class MapBytesTest extends DataTypeTest {
    private static final int CHANGES = 5_000;

    enum Kind {
        HASH(PHashMap::new),
        TREE(PTreeMap::new),
        CONCURRENT_HASH(PConcurrentHashMap::new),
        CONCURRENT_HASH_CACHED(() -> new PConcurrentHashMap<>(ProxyCaching.CACHED)),
        SKIP_LIST(PSkipListMap::new);

        private final Supplier<PersistentMap<PString, Object>> maker;

        Kind(Supplier<PersistentMap<PString, Object>> maker) {
            this.maker = maker;
        }
    }

    private static byte[] bytes(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private PersistentMap<PString, Object> make(Kind kind) {
        PersistentMap<PString, Object> map = kind.maker.get();
        heap.root().put("map", map);
        for (int length : new int[] {0, 1, 40, 232, 1000, 70_000}) { // in slots, blocks, extents
            map.put(s("k" + length), new PByteArray(bytes(length, length + 1)));
        }
        return map;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void areThoseOfTheValue(Kind kind) {
        PersistentMap<PString, Object> map = make(kind);
        for (int length : new int[] {0, 1, 40, 232, 1000, 70_000}) {
            byte[] expected = bytes(length, length + 1);
            assertThat(map.getBytes("k" + length)).isEqualTo(expected);
            assertThat(map.getBytes(s("k" + length))).isEqualTo(expected);
            byte[] target = new byte[length + 5];
            assertThat(map.getInto("k" + length, target, 3)).isEqualTo(length);
            assertThat(Arrays.copyOfRange(target, 3, 3 + length)).isEqualTo(expected);
            assertThat(target).startsWith(0, 0, 0).endsWith(0, 0);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void ofWhatHasNoRoomTheBeginningIsCopied(Kind kind) {
        PersistentMap<PString, Object> map = make(kind);
        byte[] target = new byte[100];
        assertThat(map.getInto("k1000", target, 90)).isEqualTo(1000);
        assertThat(target).startsWith(bytes(90, 0)).endsWith(bytes(10, 1001));
        assertThat(map.getInto("k1000", target, 100)).isEqualTo(1000);
        assertThatThrownBy(() -> map.getInto("k1000", target, 101)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> map.getInto("k1000", target, -1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void areChangedAsOne(Kind kind) {
        PersistentMap<PString, Object> map = make(kind);
        assertThat(map.patch("k1000", 250, bytes(13, 5))).isTrue();
        assertThat(map.patch("k40", 39, bytes(1, 6))).isTrue();
        assertThat(map.patch("none", 0, bytes(1, 7))).isFalse();
        assertThatThrownBy(() -> map.patch("k40", 39, bytes(2, 8))).isInstanceOf(IndexOutOfBoundsException.class);
        restart(Restart.CRASH);
        @SuppressWarnings("unchecked")
        PersistentMap<PString, Object> found =
                (PersistentMap<PString, Object>) heap.root().get("map");
        byte[] expected = bytes(1000, 1001);
        Arrays.fill(expected, 250, 263, (byte) 5);
        assertThat(found.getBytes("k1000")).isEqualTo(expected);
        assertThat(found.getBytes("k40")).startsWith(bytes(39, 41)).endsWith(bytes(1, 6));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void areRefusedOfOtherValues(Kind kind) {
        PersistentMap<PString, Object> map = make(kind);
        map.put(s("text"), s("value"));
        assertThat(map.getBytes("none")).isNull();
        assertThat(map.getInto("none", new byte[1], 0)).isEqualTo(-1);
        assertThatThrownBy(() -> map.getBytes("text")).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> map.getInto("text", new byte[1], 0)).isInstanceOf(ClassCastException.class);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void areThoseThatTheOpenBlockHasWritten(Kind kind) {
        PersistentMap<PString, Object> map = make(kind);
        abort(() -> {
            ((PByteArray) map.get("k1000")).set(999, (byte) 7);
            ((PByteArray) map.get("k40")).set(0, (byte) 8);
            map.put(s("k1"), new PByteArray(bytes(3, 3)));
            assertThat(map.getBytes("k1000")[999]).isEqualTo((byte) 7);
            assertThat(map.getBytes("k40")[0]).isEqualTo((byte) 8);
            assertThat(map.getBytes("k1")).isEqualTo(bytes(3, 3));
        });
        assertThat(map.getBytes("k1000")).isEqualTo(bytes(1000, 1001));
        assertThat(map.getBytes("k1")).isEqualTo(bytes(1, 2));
    }

    /** One key's value is replaced and freed, the other one's changed where it is. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"CONCURRENT_HASH", "CONCURRENT_HASH_CACHED", "SKIP_LIST"})
    void areThoseOfOneMomentWhileOthersChangeThem(Kind kind) {
        PersistentMap<PString, Object> map = make(kind);
        FutureTask<Void> writer = start("writer", () -> {
            for (int i = 1; i <= CHANGES; i++) {
                int value = i;
                heap.free(map.put(s("k1000"), new PByteArray(bytes(1000 - i % 3, i))));
                if (i % 2 == 0) {
                    map.update("k232", array -> ((PByteArray) array).set(0, bytes(232, value), 0, 232));
                } else {
                    map.patch("k232", 0, bytes(232, value));
                }
            }
            return null;
        });
        byte[] target = new byte[1000];
        while (!writer.isDone()) {
            byte[] replaced = map.getBytes("k1000");
            assertThat(replaced).isEqualTo(bytes(replaced.length, replaced[0]));
            int length = map.getInto("k232", target, 0);
            assertThat(Arrays.copyOf(target, length)).isEqualTo(bytes(232, target[0]));
        }
        result(writer);
        assertThat(map.getBytes("k232")).isEqualTo(bytes(232, CHANGES));
    }

    private PersistentSortedMap<PString, Object> makeSorted(Kind kind, int count) {
        PersistentSortedMap<PString, Object> map = (PersistentSortedMap<PString, Object>) kind.maker.get();
        heap.root().put("sorted", map);
        for (int i = 0; i < count; i++) {
            map.put(s(String.format(Locale.ROOT, "k%05d", i)), new PByteArray(bytes(100 + i % 7, i)));
        }
        return map;
    }

    private static List<byte[]> expected(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> bytes(100 + i % 7, i))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"TREE", "SKIP_LIST"})
    void scansGoOnFromLeafToLeaf(Kind kind) {
        PersistentSortedMap<PString, Object> map = makeSorted(kind, 1000);
        List<byte[]> found = new ArrayList<>();
        assertThat(map.scanBytes("k00017", true, 500, found::add)).isEqualTo(500);
        assertThat(found).containsExactlyElementsOf(expected(17, 500));
        found.clear();
        assertThat(map.scanBytes(s("k00990"), false, 500, found::add)).isEqualTo(9);
        assertThat(found).containsExactlyElementsOf(expected(991, 9));
        found.clear();
        assertThat(map.scanBytes("k0050", true, 3, found::add)).isEqualTo(3); // between two keys
        assertThat(found).containsExactlyElementsOf(expected(500, 3));
        assertThat(map.scanBytes("l", true, 3, found::add)).isZero();
        assertThat(map.scanBytes("k00017", true, 0, found::add)).isZero();
        assertThat(found).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource(names = {"TREE", "SKIP_LIST"})
    void scansGoOnWhereKeysGo(Kind kind) {
        PersistentSortedMap<PString, Object> map = makeSorted(kind, 1000);
        List<byte[]> found = new ArrayList<>();
        map.scanBytes("k00000", true, 1000, elements -> {
            found.add(elements);
            if (found.size() == 10) {
                map.headMap(s("k00500")).clear();
            }
        });
        assertThat(found.subList(0, 10)).containsExactlyElementsOf(expected(0, 10));
        assertThat(found.subList(found.size() - 500, found.size())).containsExactlyElementsOf(expected(500, 500));
        assertThat(found).hasSizeBetween(510, 516); // those that had been copied
    }

    @ParameterizedTest
    @EnumSource(names = {"TREE", "SKIP_LIST"})
    void scansRefuseOtherValues(Kind kind) {
        PersistentSortedMap<PString, Object> map = makeSorted(kind, 3);
        map.put(s("k00001"), s("text"));
        assertThatThrownBy(() -> map.scanBytes("k00000", true, 3, elements -> {}))
                .isInstanceOf(ClassCastException.class);
    }
}
