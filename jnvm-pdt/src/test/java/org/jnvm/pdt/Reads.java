package org.jnvm.pdt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jnvm.Heap;
import org.jnvm.runtime.Identity;

/**
 * Each kind of read of what another thread may free: what is read, how another thread replaces it and frees what was there,
 * and which results there are. One of two values is there at a time; they differ in content and length.
 */
final class Reads {
    /**
     * One kind of read.
     *
     * @param name what is read
     * @param found what a read of each of the two values returns, and more that it may return
     * @param start puts the first value in its place
     * @param read reads the value that is there; run in an epoch-protected section, or not
     * @param change puts the other value in the place of the one that is there, and frees that
     */
    record Kind(String name, Set<Object> found, Runnable start, Supplier<Object> read, Runnable change) {
        @Override
        public String toString() {
            return name;
        }
    }

    private final Heap heap;
    private final List<Kind> kinds = new ArrayList<>();

    private Reads(Heap heap) {
        this.heap = heap;
    }

    /** Returns all kinds, each with a place of its own in a heap. */
    static Map<String, Kind> in(Heap heap) {
        Reads reads = new Reads(heap);
        reads.addStrings();
        reads.addArrays();
        reads.addObjects();
        reads.addMaps();
        reads.addLists();
        Map<String, Kind> byName = new LinkedHashMap<>();
        for (Kind kind : reads.kinds) {
            if (byName.put(kind.name(), kind) != null) {
                throw new AssertionError(kind.name());
            }
        }
        return byName;
    }

    private void add(String name, Set<Object> found, Runnable start, Supplier<Object> read, Runnable change) {
        kinds.add(new Kind(name, found, start, read, change));
    }

    /** A value under a root, which a put replaces. */
    private <T> Set<Object> addRoot(String name, Supplier<T> one, Supplier<T> other, Function<T, Object> read) {
        Set<Object> found = new HashSet<>(List.of(read.apply(one.get()), read.apply(other.get())));
        boolean[] second = new boolean[1];
        add(
                name,
                found,
                () -> heap.root().put(name, one.get()),
                () -> {
                    @SuppressWarnings("unchecked")
                    T value = (T) heap.root().get(name);
                    return read.apply(value);
                },
                () -> {
                    Object before = heap.root().get(name);
                    second[0] = !second[0];
                    heap.root().put(name, second[0] ? other.get() : one.get());
                    heap.free(before);
                });
        return found;
    }

    // ---- values ----

    private static String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + i % 23));
        }
        return text.toString();
    }

    private static String wide(int length) {
        return text(length).replace('c', '€').replace("f", "\uD83D\uDE00");
    }

    private void addStrings() {
        Map<String, String[]> texts = Map.of(
                "short", new String[] {text(9), text(70)},
                "utf8", new String[] {wide(12), wide(60)},
                "block", new String[] {text(150), text(190)},
                "long", new String[] {text(3000), text(900)});
        texts.forEach((size, both) -> {
            addString(size + " string", both, PString::toString);
            addString(size + " hash", both, PString::hashCode);
            addString(size + " length", both, PString::length);
            addString(size + " compared", both, string -> string.compareTo(both[0] + "b"));
            addString(size + " equal", both, string -> string.contentEquals(both[1]));
            addString(size + " part", both, string -> string.subSequence(3, 8));
        });
    }

    private void addString(String name, String[] both, Function<PString, Object> read) {
        addRoot(name, () -> new PString(both[0]), () -> new PString(both[1]), read);
    }

    private void addArrays() {
        for (int length : new int[] {5, 2000}) {
            addRoot(
                    "bytes " + length,
                    () -> new PByteArray(bytes(length, 1)),
                    () -> new PByteArray(bytes(length + 40, 2)),
                    array -> array.length() + ":" + Arrays.hashCode(array.toArray()));
            addRoot(
                    "longs " + length,
                    () -> new PLongArray(longs(length, 1)),
                    () -> new PLongArray(longs(length + 9, 2)),
                    array -> array.length() + ":" + array.get(array.length() - 1));
        }
        addRoot("box", () -> new PBox<>(-1L), () -> new PBox<>(7L), box -> box.value() + box.toString());
        addRoot(
                "array",
                () -> array("one"),
                () -> array("a", "b"),
                array -> array.get(array.length() - 1).toString());
    }

    private static byte[] bytes(int length, int value) {
        byte[] all = new byte[length];
        Arrays.fill(all, (byte) value);
        return all;
    }

    private static long[] longs(int length, long value) {
        long[] all = new long[length];
        Arrays.fill(all, value);
        return all;
    }

    private PArray<PString> array(String... texts) {
        PArray<PString> array = new PArray<>(texts.length);
        for (int i = 0; i < texts.length; i++) {
            array.set(i, heap.root().get(texts[i]) instanceof PString known ? known : shared(texts[i]));
        }
        return array;
    }

    /** A string that is there for good. */
    private PString shared(String text) {
        PString made = new PString(text);
        heap.root().put(text, made);
        return made;
    }

    private void addObjects() {
        addRoot(
                "fields",
                () -> new Keeper(text(30), 1L, null),
                () -> new Keeper(text(300), 2L, null),
                keeper -> keeper.text() + keeper.number());
        addRoot("number", () -> new Keeper(null, 1L, null), () -> new Keeper(null, 2L, null), Keeper::plain);
        addRoot("canonical", () -> new Name("a name"), () -> new Name(text(200)), Name::text);

        Keeper owner = keep("owner", new Keeper(text(30), null, null));
        Set<Object> texts = Set.of(text(30), text(300));
        add(
                "owned string",
                texts,
                () -> owner.setText(text(30)),
                owner::text,
                () -> owner.setText(owner.text().length() == 30 ? text(300) : text(30)));
        add(
                "owned string written back",
                Set.of(true),
                () -> owner.setText(text(30)),
                () -> {
                    owner.pwbText();
                    owner.pwb();
                    return true;
                },
                () -> owner.setText(owner.text().length() == 30 ? text(300) : text(30)));
        Keeper counter = keep("counter", new Keeper(null, 5L, null));
        Set<Object> numbers = Set.of(5L, 6L, "null");
        add("owned box", numbers, () -> counter.setNumber(5L), () -> orNull(counter.number()), () -> {
            Long before = counter.number();
            counter.setNumber(null);
            counter.setNumber(before == 5L ? 6L : 5L);
        });

        Keeper holder = keep("holder", new Keeper(null, null, null));
        add(
                "reference",
                Set.of(text(20), text(250)),
                () -> holder.setObject(new PString(text(20))),
                () -> holder.object().toString(),
                () -> {
                    PString before = (PString) holder.object();
                    holder.setObject(new PString(before.length() == 20 ? text(250) : text(20)));
                    heap.free(before);
                });
        addRoot("described", () -> new Keeper(text(30), 1L, null), () -> new Keeper(text(300), 2L, null), keeper -> {
                    String said = Identity.describe(keeper);
                    return said.contains("freed") ? "freed" : said.substring(said.indexOf('['));
                })
                .add("freed");
    }

    private static Object orNull(Object found) {
        return found == null ? "null" : found;
    }

    private <T> T keep(String name, T object) {
        heap.root().put(name, object);
        return object;
    }

    private void addMaps() {
        addMap("hash map", new PConcurrentHashMap<>());
        addMap("caching hash map", new PConcurrentHashMap<>(ProxyCaching.CACHED));
        addMap("sorted map", new PSkipListMap<>());
    }

    private void addMap(String name, Map<PString, PString> map) {
        heap.root().put(name, map);
        for (int i = 0; i < 5; i++) {
            map.put(new PString("other " + i), new PString("value " + i));
        }
        Set<Object> values = Set.of(text(20), text(250));
        Runnable start = () -> map.put(new PString("key"), new PString(text(20)));
        Runnable replace = () -> {
            PString before = map.get("key");
            map.put(keyOf(map, "key"), new PString(before.length() == 20 ? text(250) : text(20)));
            heap.free(before);
        };
        add("value of a " + name, values, start, () -> map.get("key").toString(), replace);

        Runnable startOther = () -> map.put(new PString("second key"), new PString("value"));
        Runnable remove = () -> {
            PString key = keyOf(map, "second key");
            PString value = map.remove(key);
            heap.free(key);
            heap.free(value);
            map.put(new PString("second key"), new PString("value"));
        };
        add("key of a " + name, Set.of(true, false), startOther, () -> map.containsKey("second key"), remove);
        add(
                "iteration of a " + name,
                Set.of(true),
                startOther,
                () -> {
                    for (Map.Entry<PString, PString> entry : map.entrySet()) {
                        String said = entry.getKey().toString() + "=" + entry.getValue();
                        if (!said.matches("other (.)=value \\1|second key=value|key=.*")) {
                            return said;
                        }
                    }
                    return true;
                },
                remove);
    }

    private static PString keyOf(Map<PString, PString> map, String key) {
        for (PString known : map.keySet()) {
            if (known.contentEquals(key)) {
                return known;
            }
        }
        throw new AssertionError(key);
    }

    private void addLists() {
        PArrayList<PString> list = keep("list", new PArrayList<>());
        for (int i = 0; i < 29; i++) {
            list.add(shared("element " + i));
        }
        boolean[] reversed = new boolean[1];
        add(
                "list",
                Set.of("element 28", "element 9", "element 0"),
                () -> {},
                () -> list.get(28).toString(),
                () -> {
                    reversed[0] = !reversed[0];
                    list.sort(
                            reversed[0]
                                    ? PString.ORDER.reversed()
                                    : PString.ORDER); // into an elements object of its own
                });
    }
}
