package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.ycsb.MapContender.Family;
import org.jnvm.pdt.ProxyCaching;

/** Embedded stores that do what a map of J-NVM does, each in the ways that its manual recommends. */
public enum Rival {
    /** {@code ConcurrentHashMap}: what a map in the Java heap costs. */
    JAVA_UTIL(Map.of(Durability.NONE, "ConcurrentHashMap")) {
        @Override
        Store open(Opening opening) {
            return opening.map(MapContender.javaUtil(MapType.CONCURRENT_HASH, Layout.FLAT, Update.PUT));
        }
    },
    /** {@code TreeMap}: what a sorted map in the Java heap costs. */
    TREE_MAP(Map.of(Durability.NONE, "TreeMap")) {
        @Override
        Store open(Opening opening) {
            return opening.map(MapContender.javaUtil(MapType.TREE, Layout.FLAT, Update.PUT));
        }
    },
    /** {@code ConcurrentSkipListMap}: the same for several threads. */
    SKIP_LIST_MAP(Map.of(Durability.NONE, "ConcurrentSkipListMap")) {
        @Override
        Store open(Opening opening) {
            return opening.map(MapContender.javaUtil(MapType.SKIP_LIST, Layout.FLAT, Update.PUT));
        }
    },
    /** J-NVM's sorted map. */
    J_NVM_TREE(Map.of(
            Durability.PROCESS, "J-NVM PTreeMap, PAGE_CACHE",
            Durability.NVMM, "J-NVM PTreeMap, NVMM_EMULATED")) {
        @Override
        Store open(Opening opening) {
            return opening.persistent(MapType.TREE);
        }
    },
    /** J-NVM's sorted map for several threads. */
    J_NVM_SKIP_LIST(Map.of(
            Durability.PROCESS, "J-NVM PSkipListMap, PAGE_CACHE",
            Durability.NVMM, "J-NVM PSkipListMap, NVMM_EMULATED")) {
        @Override
        Store open(Opening opening) {
            return opening.persistent(MapType.SKIP_LIST);
        }
    },
    /** J-NVM's concurrent hash map. */
    J_NVM(Map.of(
            Durability.PROCESS, "J-NVM, PAGE_CACHE",
            Durability.NVMM, "J-NVM, NVMM_EMULATED",
            Durability.INTERVAL, "J-NVM, DISK, ASYNC 100 ms",
            Durability.DISK, "J-NVM, DISK, SYNC")) {
        @Override
        Store open(Opening opening) {
            return opening.persistent(MapType.CONCURRENT_HASH);
        }
    },
    /** LLPL on libpmemobj, if it is there. */
    LLPL(Map.of(Durability.NVMM, "LLPL, transactions")) {
        @Override
        Store open(Opening opening) {
            long heapBytes = MapContender.heapBytes(opening.records(), opening.fields(), opening.length());
            try {
                return (Store) Class.forName("org.jnvm.bench.ycsb.LlplStore")
                        .getConstructor(Path.class, long.class, int.class, int.class)
                        .newInstance(opening.file(), heapBytes, opening.fields(), opening.length());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("LLPL does not start: " + e, e);
            }
        }
    },
    /** Chronicle Map. */
    CHRONICLE_MAP(Map.of(Durability.PROCESS, "Chronicle Map, to be recovered")) {
        @Override
        Store open(Opening opening) {
            return opening.map(MapContender.of(Family.CHRONICLE_MAP));
        }

        @Override
        List<String> flags() {
            return ChronicleStore.flags();
        }
    },
    /** LMDB by lmdbjava. */
    LMDB(Map.of(Durability.PROCESS, "LMDB, NOSYNC", Durability.DISK, "LMDB, sync")) {
        @Override
        Store open(Opening opening) {
            return new LmdbStore(
                    opening.file(), opening.records(), opening.fields(), opening.length(), opening.durability());
        }

        @Override
        List<String> flags() {
            return LmdbStore.flags();
        }
    },
    /** RocksDB by rocksdbjni. */
    ROCKSDB(Map.of(Durability.PROCESS, "RocksDB, WAL, no sync", Durability.DISK, "RocksDB, WAL, sync")) {
        @Override
        Store open(Opening opening) {
            return new RocksDbStore(
                    opening.file(), opening.records(), opening.fields(), opening.length(), opening.durability());
        }
    },
    /** EclipseStore, which has all records in the Java heap and cannot sync. */
    ECLIPSE_STORE(Map.of(Durability.PROCESS, "EclipseStore, no sync")) {
        @Override
        Store open(Opening opening) {
            return new EclipseStore(opening.file(), opening.records(), opening.length());
        }
    },
    /** H2's MVStore. */
    MV_STORE(Map.of(
            Durability.NONE, "MVStore, written within 1 s",
            Durability.PROCESS, "MVStore, commit, no sync",
            Durability.DISK, "MVStore, commit, sync")) {
        @Override
        Store open(Opening opening) {
            return new MvStore(opening.file(), opening.length(), opening.durability());
        }
    },
    /** MapDB, which syncs whenever it commits. */
    MAP_DB(Map.of(Durability.NONE, "MapDB, no transactions", Durability.DISK, "MapDB, commit, sync")) {
        @Override
        Store open(Opening opening) {
            return new MapDbStore(opening.file(), opening.length(), opening.durability());
        }
    };

    /** Those that keep no record in order, or need not. */
    public static final Set<Rival> HASHED = Collections.unmodifiableSet(
            EnumSet.complementOf(EnumSet.of(TREE_MAP, SKIP_LIST_MAP, J_NVM_TREE, J_NVM_SKIP_LIST)));
    /** Those that scan. */
    public static final Set<Rival> SORTED = Collections.unmodifiableSet(
            EnumSet.of(TREE_MAP, SKIP_LIST_MAP, J_NVM_TREE, J_NVM_SKIP_LIST, LLPL, MV_STORE));

    private static final Set<Rival> OURS =
            EnumSet.of(JAVA_UTIL, TREE_MAP, SKIP_LIST_MAP, J_NVM, J_NVM_TREE, J_NVM_SKIP_LIST);

    private static final Set<Rival> FOR_ONE_CLIENT = EnumSet.of(TREE_MAP, J_NVM_TREE);

    private final Map<Durability, String> titles;

    Rival(Map<Durability, String> titles) {
        this.titles = Collections.unmodifiableMap(new EnumMap<>(titles));
    }

    /** What a store is made for. */
    record Opening(Path file, long records, int fields, int length, Durability durability) {
        private Store map(MapContender contender) {
            return contender.open(file, records, fields, length);
        }

        private Store persistent(MapType type) {
            return map(
                    MapContender.persistent(type, ProxyCaching.BASE, domain(durability), Layout.FLAT, Update.IN_PLACE));
        }
    }

    /** Returns what an acknowledged operation can be made to survive, the least first. */
    public Set<Durability> durabilities() {
        return titles.keySet();
    }

    /**
     * Returns the name for tables and plots, which says what it promises.
     *
     * @param durability one of {@link #durabilities}
     */
    public String title(Durability durability) {
        return titles.get(durability);
    }

    /** Returns the domain in which a heap of J-NVM makes an acknowledged operation survive that. */
    public static DurabilityDomain domain(Durability durability) {
        return switch (durability) {
            case NVMM -> DurabilityDomain.NVMM_EMULATED;
            case INTERVAL, DISK -> DurabilityDomain.DISK;
            case NONE, PROCESS -> DurabilityDomain.PAGE_CACHE;
        };
    }

    /** Tells whether it is neither J-NVM nor of the JDK, so that it may not work on every one. */
    public boolean isOther() {
        return !OURS.contains(this);
    }

    /** Tells whether several clients may use it at once. */
    boolean isConcurrent() {
        return !FOR_ONE_CLIENT.contains(this);
    }

    /** Returns the flags of the JVM that it needs. */
    List<String> flags() {
        return List.of();
    }

    /** Makes an empty store. */
    abstract Store open(Opening opening);
}
