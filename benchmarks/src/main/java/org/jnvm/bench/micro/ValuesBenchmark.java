package org.jnvm.bench.micro;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PTreeMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Keys by value: a key is looked up, or gets another value, in maps of {@code java.util} and in persistent ones, where a change
 * is durable when it returns. Values are {@code Long}s by value. Keys are asked for at random, by objects that are equal to
 * those that were put and not the same.
 */
public class ValuesBenchmark extends Nanoseconds {
    /** How many entries a map has, if there are as many keys of the kind. */
    static final int ENTRIES = 10_000;

    private static final int PLANNED = 1 << 16;
    private static final long SEED = 42;

    /** Keys to ask for, and values to put. */
    private static final class Plan {
        private final Comparable<?>[] keys = new Comparable<?>[PLANNED];
        private int at;
        private long value = 1L << 40;

        /** Takes the keys in random order. */
        Plan(Comparable<?>[] all) {
            SplittableRandom random = new SplittableRandom(SEED);
            for (int i = 0; i < PLANNED; i++) {
                keys[i] = all[random.nextInt(all.length)];
            }
        }

        Comparable<?> key() {
            return keys[at++ & PLANNED - 1];
        }

        Long value() {
            return value++;
        }
    }

    private static Comparable<?>[] keys(KeyKind kind) {
        Comparable<?>[] keys = new Comparable<?>[kind.count(ENTRIES)];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = kind.make(i);
        }
        return keys;
    }

    private static void fill(Map<Comparable<?>, Long> map, Comparable<?>[] keys) {
        long value = 0;
        for (Comparable<?> key : keys) {
            map.put(key, value++);
        }
    }

    /** Maps of {@code java.util}. */
    @State(Scope.Thread)
    public static class OnJavaHeap {
        /** The kind of the keys. */
        @Param({"STRING", "LONG", "UUID", "LOCAL_DATE", "RECORD", "ENUM"})
        public KeyKind keys;

        final Map<Comparable<?>, Long> hashed = new HashMap<>();
        final Map<Comparable<?>, Long> sorted = new TreeMap<>();
        private Plan plan;

        /** Fills them. */
        @Setup(Level.Trial)
        public final void fill() {
            Comparable<?>[] put = keys(keys);
            ValuesBenchmark.fill(hashed, put);
            ValuesBenchmark.fill(sorted, put);
            plan = new Plan(keys(keys));
            System.gc();
        }
    }

    /** Persistent maps. */
    @State(Scope.Thread)
    public static class InHeap {
        private static final long HEAP_BYTES = 64L << 20;

        /** The durability domain. */
        @Param({"PAGE_CACHE", "NVMM_EMULATED"})
        public DurabilityDomain domain;

        /** The kind of the keys. */
        @Param
        public KeyKind keys;

        PHashMap<Comparable<?>, Long> hashed;
        PTreeMap<Comparable<?>, Long> sorted;
        private Plan plan;
        private Folder folder;
        private Heap heap;
        private Heap.Scope scope;

        /** Makes the heap and fills them. */
        @Setup(Level.Trial)
        public final void fill() {
            folder = new Folder();
            heap = Heap.create(
                    folder.file("values.heap"),
                    HEAP_BYTES,
                    HeapOptions.defaults().domain(domain));
            scope = heap.enter();
            hashed = new PHashMap<>();
            sorted = new PTreeMap<>();
            heap.root().put("hashed", hashed);
            heap.root().put("sorted", sorted);
            Comparable<?>[] put = keys(keys);
            ValuesBenchmark.fill(hashed, put);
            ValuesBenchmark.fill(sorted, put);
            plan = new Plan(keys == KeyKind.P_STRING ? put : keys(keys));
            System.gc();
        }

        /** Deletes the heap. */
        @TearDown(Level.Trial)
        public final void close() {
            scope.close();
            heap.close();
            folder.close();
        }
    }

    @Benchmark
    public Long hashMapGet(OnJavaHeap state) {
        return state.hashed.get(state.plan.key());
    }

    @Benchmark
    public Long hashMapPut(OnJavaHeap state) {
        return state.hashed.put(state.plan.key(), state.plan.value());
    }

    @Benchmark
    public Long treeMapGet(OnJavaHeap state) {
        return state.sorted.get(state.plan.key());
    }

    @Benchmark
    public Long treeMapPut(OnJavaHeap state) {
        return state.sorted.put(state.plan.key(), state.plan.value());
    }

    @Benchmark
    public Long pHashMapGet(InHeap state) {
        return state.hashed.get(state.plan.key());
    }

    @Benchmark
    public Long pHashMapPut(InHeap state) {
        return state.hashed.put(state.plan.key(), state.plan.value());
    }

    @Benchmark
    public Long pTreeMapGet(InHeap state) {
        return state.sorted.get(state.plan.key());
    }

    @Benchmark
    public Long pTreeMapPut(InHeap state) {
        return state.sorted.put(state.plan.key(), state.plan.value());
    }
}
