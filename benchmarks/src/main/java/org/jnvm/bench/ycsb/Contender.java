package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Flags;
import org.jnvm.pdt.ProxyCaching;

/**
 * A store, and how it is used.
 *
 * @param family what it is
 * @param map the type of the map, or null if that says the family
 * @param caching which proxies the map keeps, or null if it has none
 * @param domain the durability domain of the heap, or null if there is none
 * @param layout what a record consists of
 * @param update what an update does
 */
public record Contender(
        Family family, MapType map, ProxyCaching caching, DurabilityDomain domain, Layout layout, Update update) {
    /** The names of {@link #words}. */
    public static final List<String> COLUMNS = List.of("family", "map", "caching", "domain", "layout", "update");

    private static final long HEAP_BYTES_MIN = 64L << 20;
    /** Blocks of a field, or of another object of a record, beside those that its bytes fill. */
    private static final int MORE_BYTES = 512;
    /** How often the records that are loaded have room. */
    private static final int ROOM = 4;
    /** How much longer each operation of a slowed store takes. */
    static final int SLOWED_NANOS = 20_000;

    private static final int FAULT_ONE_IN = 10;
    private static final String NONE = "-";

    /** Families of stores. */
    public enum Family {
        /** Nothing: what the client takes by itself. */
        BLACKHOLE,
        /** A map of {@code java.util}. */
        JAVA_UTIL,
        /** A map of J-NVM. */
        J_NVM,
        /** Chronicle Map. */
        CHRONICLE_MAP,
        /** A {@code HashMap} that is slowed down: the harness must show it. */
        SLOWED,
        /** A {@code HashMap} that loses updates: the check must find it. */
        LOSING,
        /** A {@code HashMap} that returns wrong bytes: the check must find it. */
        GARBLING
    }

    /** A family that has one way only. */
    public static Contender of(Family family) {
        return new Contender(family, null, null, null, Layout.FLAT, Update.PUT);
    }

    /** A map of {@code java.util}. */
    public static Contender javaUtil(MapType map, Layout layout, Update update) {
        return new Contender(Family.JAVA_UTIL, map, null, null, layout, update);
    }

    /** A map of J-NVM. */
    public static Contender persistent(
            MapType map, ProxyCaching caching, DurabilityDomain domain, Layout layout, Update update) {
        return new Contender(Family.J_NVM, map, caching, domain, layout, update);
    }

    /** Returns family, map, caching, domain, layout and update; {@code -} where there is none. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        for (Object part : new Object[] {family, map, caching, domain, layout, update}) {
            words.add(part == null ? NONE : part.toString());
        }
        return words;
    }

    /** Returns the contender that {@link #words} tells of. */
    public static Contender of(List<String> words) {
        if (words.size() != COLUMNS.size()) {
            throw new IllegalArgumentException(
                    "contender has another number of words: words=" + words + ", wanted=" + COLUMNS);
        }
        return new Contender(
                Family.valueOf(words.get(0)),
                value(MapType.class, words.get(1)),
                value(ProxyCaching.class, words.get(2)),
                value(DurabilityDomain.class, words.get(3)),
                Layout.valueOf(words.get(4)),
                Update.valueOf(words.get(5)));
    }

    private static <E extends Enum<E>> E value(Class<E> type, String word) {
        return word.equals(NONE) ? null : Enum.valueOf(type, word);
    }

    /** Returns a name for people. */
    public String title() {
        return String.join(
                        " ", words().stream().filter(word -> !word.equals(NONE)).toList())
                .toLowerCase(Locale.ROOT);
    }

    /** Tells whether several clients may use it at once. */
    public boolean isConcurrent() {
        return switch (family) {
            case BLACKHOLE, CHRONICLE_MAP -> true;
            case JAVA_UTIL, J_NVM -> map.isConcurrent() && update == Update.PUT;
            case SLOWED, LOSING, GARBLING -> false;
        };
    }

    /** Returns the flags of its JVM. */
    public List<String> flags(int heapMib) {
        List<String> flags = new ArrayList<>(Flags.OPENED.jvm(heapMib));
        if (family == Family.CHRONICLE_MAP) {
            flags.addAll(ChronicleStore.flags());
        }
        return flags;
    }

    /** Makes an empty store. */
    Store open(Path file, long records, int fields, int length) {
        return switch (family) {
            case BLACKHOLE -> new Blackhole();
            case JAVA_UTIL ->
                layout == Layout.FIELDS
                        ? new VolatileStore<>(map.javaUtil(), new VolatileFields(length), update)
                        : new VolatileStore<>(map.javaUtil(), new VolatileFlat(length), update);
            case J_NVM ->
                layout == Layout.FIELDS
                        ? new PersistentStore<>(
                                file, heapBytes(records, fields, length), this, new PersistentFields(length))
                        : new PersistentStore<>(
                                file, heapBytes(records, fields, length), this, new PersistentFlat(length));
            case CHRONICLE_MAP -> new ChronicleStore(file, records, fields, length);
            case SLOWED -> Faulty.slowed(plain(length), SLOWED_NANOS);
            case LOSING -> Faulty.losing(plain(length), FAULT_ONE_IN);
            case GARBLING -> Faulty.garbling(plain(length), FAULT_ONE_IN);
        };
    }

    /** Returns the most that a heap may grow to. */
    private static long heapBytes(long records, int fields, int length) {
        return HEAP_BYTES_MIN + ROOM * records * (fields + 2) * (length + MORE_BYTES);
    }

    private static Store plain(int length) {
        return new VolatileStore<>(MapType.HASH.javaUtil(), new VolatileFields(length), Update.PUT);
    }
}
