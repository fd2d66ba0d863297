package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
public record MapContender(
        Family family, MapType map, ProxyCaching caching, DurabilityDomain domain, Layout layout, Update update)
        implements Contender {
    /** The names of {@link #words}. */
    public static final List<String> COLUMNS = List.of("family", "map", "caching", "domain", "layout", "update");

    private static final long HEAP_BYTES_MIN = 64L << 20;
    /** What a field, or another object of a record, takes besides its bytes, at most on the average. */
    private static final int PER_OBJECT = 64;
    /** How often the records that are loaded have room. */
    private static final int ROOM = 4;
    /** How much longer each operation of a slowed store takes. */
    static final int SLOWED_NANOS = 20_000;

    private static final int FAULT_ONE_IN = 10;

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
        /** Records in a mapped file, without a framework; of mixes that insert nothing. */
        RAW,
        /** A {@code HashMap} that is slowed down: the harness must show it. */
        SLOWED,
        /** A {@code HashMap} that loses updates: the check must find it. */
        LOSING,
        /** A {@code HashMap} that returns wrong bytes: the check must find it. */
        GARBLING
    }

    /** A family that has one way only. */
    public static MapContender of(Family family) {
        return new MapContender(family, null, null, null, Layout.FLAT, Update.PUT);
    }

    /** A map of {@code java.util}. */
    public static MapContender javaUtil(MapType map, Layout layout, Update update) {
        return new MapContender(Family.JAVA_UTIL, map, null, null, layout, update);
    }

    /** Records in a mapped file, changed in place. */
    public static MapContender raw(DurabilityDomain domain) {
        return new MapContender(Family.RAW, null, null, domain, Layout.FLAT, Update.IN_PLACE);
    }

    /** A map of J-NVM. */
    public static MapContender persistent(
            MapType map, ProxyCaching caching, DurabilityDomain domain, Layout layout, Update update) {
        return new MapContender(Family.J_NVM, map, caching, domain, layout, update);
    }

    @Override
    public List<String> words() {
        return Contender.words(family, map, caching, domain, layout, update);
    }

    /** Returns the contender that {@link #words} tells of. */
    public static MapContender of(List<String> words) {
        Contender.require(words, COLUMNS);
        return new MapContender(
                Family.valueOf(words.get(0)),
                Contender.value(MapType.class, words.get(1)),
                Contender.value(ProxyCaching.class, words.get(2)),
                Contender.value(DurabilityDomain.class, words.get(3)),
                Layout.valueOf(words.get(4)),
                Update.valueOf(words.get(5)));
    }

    @Override
    public boolean isConcurrent() {
        return switch (family) {
            case BLACKHOLE, CHRONICLE_MAP, RAW -> true;
            case JAVA_UTIL -> map.isConcurrent() && update == Update.PUT;
            case J_NVM -> map.isConcurrent() && (update == Update.PUT || layout == Layout.FLAT);
            case SLOWED, LOSING, GARBLING -> false;
        };
    }

    @Override
    public List<String> flags(int heapMib) {
        List<String> flags = new ArrayList<>(Flags.OPENED.touched(heapMib));
        if (family == Family.CHRONICLE_MAP) {
            flags.addAll(ChronicleStore.flags());
        }
        return flags;
    }

    @Override
    public Store open(Path file, long records, int fields, int length) {
        return switch (family) {
            case BLACKHOLE -> new Blackhole();
            case JAVA_UTIL ->
                layout == Layout.FIELDS
                        ? new VolatileStore<>(map.javaUtil(), new VolatileFields(length), update)
                        : new VolatileStore<>(map.javaUtil(), new VolatileFlat(length), update);
            case J_NVM ->
                layout == Layout.FIELDS
                        ? PersistentStore.inMap(
                                file, heapBytes(records, fields, length), this, new PersistentFields(length))
                        : PersistentStore.inMap(
                                file, heapBytes(records, fields, length), this, new PersistentFlat(length));
            case CHRONICLE_MAP -> new ChronicleStore(file, records, fields, length);
            case RAW -> new RawStore(file, records, fields, length, domain == DurabilityDomain.NVMM_EMULATED);
            case SLOWED -> Faulty.slowed(plain(length), SLOWED_NANOS);
            case LOSING -> Faulty.losing(plain(length), FAULT_ONE_IN);
            case GARBLING -> Faulty.garbling(plain(length), FAULT_ONE_IN);
        };
    }

    /** Returns the most that a heap may grow to. */
    static long heapBytes(long records, int fields, int length) {
        return HEAP_BYTES_MIN + ROOM * records * ((long) fields * length + (fields + 2L) * PER_OBJECT);
    }

    private static Store plain(int length) {
        return new VolatileStore<>(MapType.HASH.javaUtil(), new VolatileFields(length), Update.PUT);
    }
}
