package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.HeapHistogram;
import org.jnvm.StaleObjectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Invariant checked: a map or set that is freed leaves nothing behind but keys and values, which are the program's. */
class FreedMapTest extends DataTypeTest {
    private static final int ENTRIES = 200;

    enum Kind {
        HASH(PHashMap::new),
        TREE(PTreeMap::new),
        CONCURRENT(PConcurrentHashMap::new),
        SKIP_LIST(PSkipListMap::new);

        private final Supplier<Map<PString, Box>> maker;

        Kind(Supplier<Map<PString, Box>> maker) {
            this.maker = maker;
        }
    }

    /** Returns how many objects there are of each class, but for redo logs. */
    private Map<String, Long> objects() {
        heap.force(); // also frees what waits until its owner is durably free
        Map<String, Long> objects = new TreeMap<>();
        for (HeapHistogram.ClassUsage each : heap.histogram().classes()) {
            if (!each.className().equals("jnvm.RedoLog")) {
                objects.merge(each.className(), each.objects(), Long::sum);
            }
        }
        return objects;
    }

    /** Returns what is left of a histogram when a map is gone, and the root that led to it. */
    private Map<String, Long> without(Object map, Map<String, Long> before) {
        Map<String, Long> left = new TreeMap<>(before);
        left.remove(map.getClass().getName());
        List.of("jnvm.TableSegment", "jnvm.TablePage", "jnvm.HashTable", "jnvm.TreeLeaf", "jnvm.TreeNode")
                .forEach(left::remove);
        left.put("jnvm.SlotArray", 1L); // that of the roots
        left.remove("jnvm.RootEntry");
        return left;
    }

    private Map<PString, Box> filled(Kind kind) {
        Map<PString, Box> map = kind.maker.get();
        heap.root().put("map", map);
        for (int i = 0; i < ENTRIES; i++) {
            map.put(s("k" + i), new Box(i));
        }
        for (int i = 0; i < ENTRIES; i += 3) {
            map.remove("k" + i);
        }
        return map;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void freedOutsideABlock(Kind kind) {
        Map<PString, Box> map = filled(kind);
        Map<String, Long> before = objects();
        heap.root().remove("map");
        heap.free(map);
        assertThat(objects()).isEqualTo(without(map, before));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void freedInABlockThatChangedItBefore(Kind kind) {
        Map<PString, Box> map = filled(kind);
        Map<String, Long> before = objects();
        heap.atomically(() -> {
            map.put(map.keySet().iterator().next(), map.get("k1"));
            map.remove("k2");
            Iterator<PString> keys = map.keySet().iterator();
            PString key = keys.next();
            map.remove(key);
            map.put(key, map.get("k4"));
            heap.root().remove("map");
            heap.free(map);
        });
        assertThat(objects()).isEqualTo(without(map, before));
        assertThatThrownBy(map::size).isInstanceOf(StaleObjectException.class);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void anAbortLeavesTheMap(Kind kind) {
        Map<PString, Box> map = filled(kind);
        Map<String, Long> before = objects();
        String content = map.toString();
        abort(() -> {
            map.remove("k1");
            heap.free(map);
        });
        assertThat(objects()).isEqualTo(before);
        assertThat(map.toString()).isEqualTo(content);
        map.remove("k1");
        restart(Restart.CRASH);
        assertThat((Map<?, ?>) heap.root().get("map", Object.class)).hasSize(ENTRIES - ENTRIES / 3 - 2);
    }

    @Test
    void elementsOfASetStay() {
        PHashSet<Box> set = new PHashSet<>();
        heap.root().put("set", set);
        List<Box> boxes = new ArrayList<>();
        for (int i = 0; i < ENTRIES; i++) {
            boxes.add(new Box(i));
        }
        set.addAll(boxes);
        heap.root().remove("set");
        heap.free(set);
        assertThat(objects()).containsEntry("jnvm.SlotArray", 1L).containsEntry(Box.class.getName(), (long) ENTRIES);
        assertThat(boxes.get(7).value()).isEqualTo(7);
    }

    @Test
    void anEntryOfAFreedMapIsRefused() {
        Map<PString, Box> map = filled(Kind.HASH);
        Map.Entry<PString, Box> entry = map.entrySet().iterator().next();
        heap.root().remove("map");
        heap.free(map);
        assertThatThrownBy(entry::getValue).isInstanceOf(StaleObjectException.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"CONCURRENT", "SKIP_LIST"})
    void notWhileAnotherThreadsBlockChangesIt(Kind kind) throws Exception {
        Map<PString, Box> map = filled(kind);
        String content = map.toString();
        for (boolean inBlock : new boolean[] {false, true}) {
            abort(() -> {
                map.put(s("new"), new Box(1));
                FutureTask<Void> other = new FutureTask<>(() -> {
                    try (Heap.Scope inner = heap.enter()) {
                        Runnable free = inBlock ? () -> heap.atomically(() -> heap.free(map)) : () -> heap.free(map);
                        assertThatThrownBy(free::run).isInstanceOf(FailureAtomicException.class);
                    }
                    return null;
                });
                new Thread(other).start();
                assertThat(other).succeedsWithin(Duration.ofSeconds(30));
            });
            assertThat(map.toString()).isEqualTo(content);
        }
    }

    private long used() {
        heap.force();
        return heap.stats().usedBlocks();
    }

    /** A split that finds room for one of its two leaves leaves none of them behind. */
    @Test
    void whatHasNoRoomToBeSplitStaysAsItIs() {
        PTreeMap<PString, PString> map = new PTreeMap<>();
        heap.root().put("map", map);
        List<PString> keys = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            keys.add(s("k" + i));
        }
        int put = 0;
        while (objects().getOrDefault("jnvm.TreeLeaf", 1L) == 1L) {
            map.put(keys.get(put), keys.get(put++));
        }
        List<PByteArray> fillers = new ArrayList<>();
        try {
            while (true) {
                fillers.add(new PByteArray(1400)); // as large as a leaf
            }
        } catch (HeapFullException e) {
            assertThat(fillers).isNotEmpty();
        }
        int failed = 0;
        while (put < 130) { // some leaves are split on the way
            long used = used();
            try {
                map.put(keys.get(put), keys.get(put));
                put++;
            } catch (HeapFullException e) {
                failed++;
                assertThat(used()).isEqualTo(used);
                heap.free(fillers.remove(fillers.size() - 1));
            }
        }
        assertThat(failed).isGreaterThan(2);
        fillers.forEach(heap::free);
        for (; put < keys.size(); put++) {
            map.put(keys.get(put), keys.get(put));
        }
        assertThat(map).hasSize(keys.size());
        assertThat(heap.check().isSound()).isTrue();
    }
}
