package org.jnvm.bench.fa;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.micro.Nanoseconds;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PSkipListMap;
import org.jnvm.pdt.PTreeMap;
import org.jnvm.pdt.PersistentMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Fills maps with 50 000 entries in any order of the keys, by failure-atomic blocks of so many puts: the time of a put. */
public class FillBenchmark extends Nanoseconds {
    private static final int ENTRIES = 50_000;

    /** The maps that are filled. */
    public enum Kind {
        /** {@link PHashMap}. */
        HASH,
        /** {@link PConcurrentHashMap}. */
        CONCURRENT_HASH,
        /** {@link PTreeMap}. */
        TREE,
        /** {@link PSkipListMap}. */
        SKIP_LIST;

        private PersistentMap<Long, Long> make() {
            return switch (this) {
                case HASH -> new PHashMap<>();
                case CONCURRENT_HASH -> new PConcurrentHashMap<>();
                case TREE -> new PTreeMap<>();
                case SKIP_LIST -> new PSkipListMap<>();
            };
        }
    }

    /** An empty map, and what is put into it. */
    @State(Scope.Thread)
    public static class Empty {
        private static final long HEAP_BYTES = 128L << 20;
        private static final long SEED = 42;

        /** The durability domain. */
        @Param({"PAGE_CACHE", "NVMM_EMULATED"})
        public DurabilityDomain domain;

        /** The map. */
        @Param({"HASH", "CONCURRENT_HASH", "TREE", "SKIP_LIST"})
        public Kind kind;

        /** How many puts a block consists of; 0 for none. */
        @Param({"0", "1", "10", "1000"})
        public int puts;

        private Long[] keys;
        private Heap heap;
        private Folder folder;
        private Heap.Scope scope;
        private PersistentMap<Long, Long> map;

        /** Makes the heap and the keys. */
        @Setup(Level.Trial)
        public final void open() {
            folder = new Folder();
            heap = Heap.create(
                    folder.file("map.heap"), HEAP_BYTES, HeapOptions.defaults().domain(domain));
            scope = heap.enter();
            keys = new Long[ENTRIES];
            Arrays.setAll(keys, i -> (long) i);
            Collections.shuffle(Arrays.asList(keys), new Random(SEED));
        }

        /** Makes a map. */
        @Setup(Level.Invocation)
        public final void make() {
            map = kind.make();
            heap.root().put("map", map);
        }

        /** Gives the map back, with what is in it. */
        @TearDown(Level.Invocation)
        public final void free() {
            heap.root().remove("map");
            heap.free(map);
        }

        /** Deletes the heap. */
        @TearDown(Level.Trial)
        public final void close() {
            scope.close();
            heap.close();
            folder.close();
        }

        private void put(List<Long> some) {
            for (Long key : some) {
                map.put(key, key);
            }
        }
    }

    /** Fills it. */
    @Benchmark
    @OperationsPerInvocation(ENTRIES)
    public int fill(Empty empty) {
        List<Long> all = Arrays.asList(empty.keys);
        if (empty.puts == 0) {
            empty.put(all);
        } else {
            for (int from = 0; from < ENTRIES; from += empty.puts) {
                List<Long> some = all.subList(from, from + empty.puts);
                empty.heap.atomically(() -> empty.put(some));
            }
        }
        return empty.map.size();
    }
}
