package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jnvm.HeapFullException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorted collections in a heap with a lot of room, but no two free blocks beside each other. */
class FragmentedHeapTest extends DataTypeTest {
    private static final int COUNT = 1500;
    /** Bytes of the elements of an array that takes a block. */
    private static final int BLOCK = 236;

    @BeforeEach
    void fragment() {
        PArray<PByteArray> kept = new PArray<>(1 << 16);
        heap.root().put("kept", kept);
        List<PByteArray> fillers = new ArrayList<>();
        try {
            while (true) {
                fillers.add(new PByteArray(BLOCK));
            }
        } catch (HeapFullException e) {
            assertThat(fillers.size()).isGreaterThan(4 * COUNT);
        }
        for (int i = 0; i < fillers.size() / 2; i++) {
            kept.set(i, fillers.get(2 * i));
        }
        for (int i = 0; i < fillers.size() / 2; i++) {
            heap.free(fillers.get(2 * i + 1));
        }
        heap.force(); // what was freed can be used again
    }

    private static PString key(int number) {
        return s(String.format(Locale.ROOT, "k%05d", number));
    }

    @SuppressWarnings("unchecked")
    private NavigableMap<PString, PString> map() {
        return (NavigableMap<PString, PString>) heap.root().get("map");
    }

    private void put(TreeMap<String, String> model, int number, String value) {
        map().put(key(number), s(value));
        model.put(key(number).toString(), value);
    }

    private void requireSame(TreeMap<String, String> model) {
        assertThat(map()).hasToString(model.toString()).hasSize(model.size());
        assertThat(map().descendingMap()).hasToString(model.descendingMap().toString());
        assertThat(heap.check().isSound()).as(heap.check().toString()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void entriesComeAndGo(boolean inBlocks) {
        Random random = new Random(29);
        TreeMap<String, String> model = new TreeMap<>();
        heap.root().put("map", new PTreeMap<>());
        for (int share : new int[] {90, 20, 90}) { // of puts
            for (int i = 0; i < COUNT; i++) {
                int number = random.nextInt(COUNT);
                String value = "v" + i;
                Runnable change = random.nextInt(100) < share
                        ? () -> put(model, number, value)
                        : () -> {
                            map().remove(key(number));
                            model.remove(key(number).toString());
                        };
                if (inBlocks) {
                    heap.atomically(change);
                } else {
                    change.run();
                }
            }
            requireSame(model);
        }
        restart(Restart.CRASH);
        requireSame(model);
    }

    @ParameterizedTest
    @EnumSource
    void oneIsFilledInOrder(FilledInOrderTest.Kind kind) {
        TreeMap<PString, PString> sorted = new TreeMap<>();
        TreeMap<String, String> model = new TreeMap<>();
        for (int i = 0; i < COUNT; i++) {
            sorted.put(key(i), s("v" + i));
            model.put(key(i).toString(), "v" + i);
        }
        heap.root().put("map", kind.newMap());
        map().putAll(sorted);
        requireSame(model);
        restart(Restart.CRASH);
        requireSame(model);
    }

    /** Entries of an open block stay where they are: a leaf with many of them needs a run. */
    @Test
    void aBlockWithManyEntriesIsRefused() {
        heap.root().put("map", new PTreeMap<>());
        TreeMap<String, String> model = new TreeMap<>();
        put(model, 1, "before");
        assertThatThrownBy(() -> heap.atomically(() -> {
                    for (int i = 0; i < COUNT; i++) {
                        map().put(key(i), s("undone"));
                    }
                }))
                .isInstanceOf(HeapFullException.class)
                .hasMessageContaining("no run of free blocks")
                .hasMessageContaining("commit earlier");
        requireSame(model);
        heap.atomically(() -> put(model, 2, "after"));
        restart(Restart.CRASH);
        requireSame(model);
    }
}
