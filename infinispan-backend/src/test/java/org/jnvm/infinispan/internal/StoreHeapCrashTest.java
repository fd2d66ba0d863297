package org.jnvm.infinispan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.infinispan.commons.io.ByteBufferImpl;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.junit.CrashCleanUp;
import org.jnvm.crashtest.junit.CrashSetUp;
import org.jnvm.crashtest.junit.CrashState;
import org.jnvm.crashtest.junit.CrashTest;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.pdt.PArray;
import org.jnvm.testing.Once;

/**
 * Invariants checked, after each crash: an entry is there whole, with what was acknowledged; what expires is found by its
 * timer; a purge leaves no entry that has expired, no timer, and no key that only a timer kept.
 */
@Once
class StoreHeapCrashTest {
    private static final long LATER = 1_000;
    private static final long END = 1_000_000;

    private static StoreHeap store(Heap heap) {
        return new StoreHeap(heap, Parts.bySegment(1, key -> 0), new EntryForms<>(null, null), false);
    }

    private static Object probe(String key) {
        return new KeyProbe(KeyForm.LATIN1, key.getBytes(StandardCharsets.ISO_8859_1), key.hashCode());
    }

    private static void put(StoreHeap store, String key, String value, long expiry) {
        byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
        store.put(0, probe(key), new EntryValue(null, ByteBufferImpl.create(bytes), null, null, -1, -1, expiry));
    }

    @CrashSetUp
    void somethingIsThere(Heap heap) {
        StoreHeap store = store(heap);
        put(store, "mortal", "1", LATER);
        put(store, "immortal", "1", EntryValue.NEVER);
    }

    @CrashTest(engines = {Engine.LINT, Engine.LAZY})
    void entriesComeAndGo(CrashRun run) {
        StoreHeap store = store(run.heap());
        run.operation("put new", () -> put(store, "new", "2", LATER + 1));
        run.operation("overwrite by a later one", () -> put(store, "mortal", "3", LATER + 2));
        run.operation("overwrite by an immortal one", () -> put(store, "new", "4", EntryValue.NEVER));
        run.operation("overwrite the immortal one", () -> put(store, "immortal", "5", LATER));
        run.operation("remove", () -> store.remove(0, probe("mortal")));
        run.operation("purge", () -> store.purge(0, LATER, (key, value) -> key));
    }

    @CrashTest(engines = Engine.LAZY)
    void aBatchIsAllOrNothing(CrashRun run) {
        StoreHeap store = store(run.heap());
        run.operation(
                "batch",
                () -> run.heap().atomically(() -> {
                    put(store, "new", "2", LATER + 1);
                    put(store, "mortal", "3", LATER + 2);
                    store.remove(0, probe("immortal"));
                }));
        run.operation("clear", store::clear);
    }

    @CrashState
    String entries(Heap heap) {
        TreeMap<String, String> all = new TreeMap<>();
        store(heap).iterator(0, Extent.ALL).forEachRemaining(found -> {
            EntryValue value = found.value();
            String text = new String(value.bytes().getBuf(), 0, value.bytes().getLength(), StandardCharsets.ISO_8859_1);
            all.put(text(found.key()), text + " until " + value.expiry());
        });
        return all.toString();
    }

    private static String text(Object key) {
        return ((StoredKey) key).probe().toString();
    }

    @CrashCleanUp
    void aPurgeLeavesNothingMortal(Heap heap) {
        StoreHeap store = store(heap);
        List<String> mortal = new ArrayList<>();
        List<String> immortal = new ArrayList<>();
        store.iterator(0, Extent.TIMES)
                .forEachRemaining(found -> (found.value().isExpired(END) ? mortal : immortal).add(text(found.key())));
        assertThat(store.count(0, END)).isEqualTo(immortal.size());
        List<String> purged = new ArrayList<>();
        for (String key = purge(store); key != null; key = purge(store)) {
            purged.add(key);
        }
        assertThat(purged).containsExactlyInAnyOrderElementsOf(mortal);
        assertThat(store.count(List.of(0))).isEqualTo(immortal.size());
        assertThat(objects(heap, "StoredEntry")).isEqualTo(immortal.size());
        assertThat(objects(heap, "StoredKey")).isEqualTo(immortal.size());
        store.clear();
        removeThePlaceOfEntries(heap);
    }

    private static void removeThePlaceOfEntries(Heap heap) {
        PArray<?> maps = (PArray<?>) heap.root().get(StoreHeap.SEGMENTS);
        heap.root().remove(StoreHeap.SEGMENTS);
        for (int i = 0; i < maps.length(); i++) {
            heap.free(maps.get(i));
        }
        heap.free(maps);
    }

    private static String purge(StoreHeap store) {
        return store.purge(0, END, (key, value) -> text(key));
    }

    private static long objects(Heap heap, String className) {
        return heap.histogram().classes().stream()
                .filter(row -> row.className().endsWith(className))
                .mapToLong(row -> row.objects())
                .sum();
    }
}
