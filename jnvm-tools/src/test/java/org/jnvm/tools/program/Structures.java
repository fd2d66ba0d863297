package org.jnvm.tools.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jnvm.Heap;
import org.jnvm.pdt.AutoPersistMap;
import org.jnvm.pdt.KeyOrders;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PBooleanArray;
import org.jnvm.pdt.PBox;
import org.jnvm.pdt.PByteArray;
import org.jnvm.pdt.PCharArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PConcurrentHashSet;
import org.jnvm.pdt.PDoubleArray;
import org.jnvm.pdt.PFloatArray;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PHashSet;
import org.jnvm.pdt.PIntArray;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PShortArray;
import org.jnvm.pdt.PSkipListMap;
import org.jnvm.pdt.PSkipListSet;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;
import org.jnvm.pdt.PTreeSet;

/** An object graph with an instance of each persistent data type, and what it must look like. */
final class Structures {
    private static final Comparator<PString> DOWN = Comparator.comparing(PString::toString, Comparator.reverseOrder());

    static {
        KeyOrders.register("org.jnvm.tools.program, down", DOWN);
    }

    static final int SIZE = 70;
    static final int ITEMS = 12;

    private Structures() {}

    /** Makes the graph in the heap that is entered. */
    static PHashMap<PString, Object> make() {
        PHashMap<PString, Object> all = new PHashMap<>();
        put(all, "string", new PString("text \u00e4\ud83d\ude00"));
        put(all, "long string", new PString("long ".repeat(500)));
        put(all, "box", new PBox<>(-7L));
        put(all, "boxes", new PArray<>(new Object[] {
            new PBox<>(true),
            new PBox<>((byte) 1),
            new PBox<>((short) 2),
            new PBox<>('c'),
            new PBox<>(4),
            new PBox<>(5L),
            new PBox<>(6f),
            new PBox<>(7.0)
        }));
        arrays(all);
        Map<String, String> entries = entries();
        PHashMap<PString, PString> hash = new PHashMap<>();
        PTreeMap<PString, PString> tree = new PTreeMap<>();
        PTreeMap<PString, PString> down = new PTreeMap<>(DOWN);
        PSkipListMap<PString, PString> skip = new PSkipListMap<>();
        PConcurrentHashMap<PString, PString> concurrent = new PConcurrentHashMap<>();
        PHashSet<PString> hashSet = new PHashSet<>();
        PTreeSet<PString> treeSet = new PTreeSet<>();
        PSkipListSet<PString> skipSet = new PSkipListSet<>();
        PConcurrentHashSet<PString> concurrentSet = new PConcurrentHashSet<>();
        PArrayList<Object> list = new PArrayList<>();
        entries.forEach((key, value) -> {
            hash.put(new PString(key), new PString(value));
            tree.put(new PString(key), new PString(value));
            down.put(new PString(key), new PString(value));
            skip.put(new PString(key), new PString(value));
            concurrent.put(new PString(key), new PString(value));
            hashSet.add(new PString(key));
            treeSet.add(new PString(key));
            skipSet.add(new PString(key));
            concurrentSet.add(new PString(key));
            list.add(new PString(value));
        });
        put(all, "hash map", hash);
        put(all, "tree map", tree);
        put(all, "tree map by a comparator", down);
        put(all, "skip list map", skip);
        put(all, "concurrent map", concurrent);
        put(all, "hash set", hashSet);
        put(all, "tree set", treeSet);
        put(all, "skip list set", skipSet);
        put(all, "concurrent set", concurrentSet);
        put(all, "list", list);
        AutoPersistMap<CharSequence, Object> converted = new AutoPersistMap<>();
        put(all, "converted", converted);
        converted.put("numbers", List.of(1, 2L, "three"));
        converted.put("map", new TreeMap<>(Map.of("k", Set.of("v"))));
        items(all);
        all.put(new PString("self"), all);
        return all;
    }

    private static void put(PHashMap<PString, Object> all, String name, Object value) {
        all.put(new PString(name), value);
    }

    private static Map<String, String> entries() {
        Map<String, String> entries = new HashMap<>();
        for (int i = 0; i < SIZE; i++) {
            entries.put("key " + i, "value " + "v".repeat(i * 3) + i);
        }
        return entries;
    }

    private static void arrays(PHashMap<PString, Object> all) {
        PBooleanArray booleans = new PBooleanArray(SIZE);
        PByteArray bytes = new PByteArray(new byte[SIZE * 10]);
        PShortArray shorts = new PShortArray(new short[SIZE]);
        PCharArray chars = new PCharArray(new char[SIZE]);
        PIntArray ints = new PIntArray(new int[SIZE * 10]);
        PLongArray longs = new PLongArray(new long[SIZE]);
        PFloatArray floats = new PFloatArray(new float[SIZE]);
        PDoubleArray doubles = new PDoubleArray(new double[SIZE]);
        for (int i = 0; i < SIZE; i++) {
            booleans.set(i, i % 3 == 0);
            bytes.set(i, (byte) i);
            shorts.set(i, (short) (i * 400));
            chars.set(i, (char) (i * 500));
            ints.set(i * 10, i * 30_000_000);
            longs.set(i, (long) i << 50);
            floats.set(i, i / 9f);
            doubles.set(i, i / 11.0);
        }
        put(all, "booleans", booleans);
        put(all, "bytes", bytes);
        put(all, "shorts", shorts);
        put(all, "chars", chars);
        put(all, "ints", ints);
        put(all, "longs", longs);
        put(all, "floats", floats);
        put(all, "doubles", doubles);
    }

    private static void items(PHashMap<PString, Object> all) {
        Item[] items = new Item[ITEMS];
        for (int i = 0; i < ITEMS; i++) {
            items[i] = new Item(i);
            items[i].next = i == 0 ? null : items[i - 1];
        }
        items[0].next = items[ITEMS - 1]; // a cycle
        put(all, "items", new PArray<>((Object[]) items));
        put(all, "shared", items[3]);
    }

    /** Returns a graph as values of {@code java.util}, to be compared. */
    static Map<String, Object> describe(PHashMap<PString, Object> all) {
        Map<String, Object> values = new TreeMap<>();
        all.forEach((key, value) -> values.put(key.toString(), describe(all, value)));
        return values;
    }

    private static Object describe(PHashMap<PString, Object> all, Object value) {
        if (value == null) {
            return "null";
        } else if (value == all) {
            return "the graph itself";
        } else if (value instanceof Item item) {
            return item.values();
        } else if (value instanceof PString string) {
            return string.toString();
        } else if (value instanceof PBox<?> box) {
            return box.value();
        } else if (value instanceof Map<?, ?> map) {
            List<Object> entries = new ArrayList<>();
            map.forEach((k, v) -> entries.add(List.of(describe(all, k), describe(all, v))));
            return map instanceof PTreeMap || map instanceof PSkipListMap ? entries : sorted(entries);
        } else if (value instanceof Set<?> set) {
            List<Object> members = new ArrayList<>();
            set.forEach(member -> members.add(describe(all, member)));
            return value instanceof TreeSet ? members : sorted(members);
        } else if (value instanceof List<?> list) {
            return list.stream().map(element -> describe(all, element)).toList();
        } else if (value instanceof PArray<?> array) {
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < array.length(); i++) {
                elements.add(describe(all, array.get(i)));
            }
            return elements;
        }
        return primitives(value);
    }

    private static Object sorted(List<Object> values) {
        return values.stream().map(Object::toString).sorted().toList();
    }

    private static String primitives(Object value) {
        if (value instanceof PBooleanArray array) {
            StringBuilder bits = new StringBuilder();
            for (int i = 0; i < array.length(); i++) {
                bits.append(array.get(i) ? 1 : 0);
            }
            return bits.toString();
        } else if (value instanceof PByteArray array) {
            return Arrays.toString(array.toArray());
        } else if (value instanceof PShortArray array) {
            return Arrays.toString(array.toArray());
        } else if (value instanceof PCharArray array) {
            return Arrays.toString(array.toArray());
        } else if (value instanceof PIntArray array) {
            return Arrays.toString(array.toArray());
        } else if (value instanceof PLongArray array) {
            return Arrays.toString(array.toArray());
        } else if (value instanceof PFloatArray array) {
            return Arrays.toString(array.toArray());
        } else if (value instanceof PDoubleArray array) {
            return Arrays.toString(array.toArray());
        }
        throw new AssertionError("not expected here: " + value.getClass());
    }

    /** Makes the graph anew in another heap, to compare with. */
    static Map<String, Object> expected(java.nio.file.Path scratch) {
        try (Heap heap = Heap.create(scratch, 8 << 20);
                Heap.Scope scope = heap.enter()) {
            return describe(make());
        }
    }
}
