package org.jnvm.bench.fa;

import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.micro.Nanoseconds;
import org.jnvm.bench.micro.Zipfian;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PString;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Transactions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * YCSB-A on a map of 100 000 records of four fields: half the operations read a record by its key, half change one;
 * zipfian. Every change is durable when it returns.
 */
public class FaMapBenchmark extends Nanoseconds {
    /** The map, and what to do with it. */
    @State(Scope.Thread)
    public static class Records {
        static final int COUNT = 100_000;
        private static final int PLANNED = 1 << 20;
        private static final long HEAP_BYTES = 256L << 20;
        private static final long SEED = 42;

        /** The durability domain. */
        @Param({"PAGE_CACHE", "NVMM_EMULATED"})
        public DurabilityDomain domain;

        PHashMap<PString, Entry> map;
        private Heap heap;
        private PString[] keys;
        /** Key numbers, negative (their complement) for a change. */
        private int[] plan;

        private int at;
        private long value;
        private Folder folder;
        private Heap.Scope scope;

        /** Makes the heap and fills the map. */
        @Setup(Level.Trial)
        public final void open() {
            folder = new Folder();
            heap = Heap.create(
                    folder.file("map.heap"), HEAP_BYTES, HeapOptions.defaults().domain(domain));
            scope = heap.enter();
            map = new PHashMap<>();
            heap.root().put("map", map);
            keys = new PString[COUNT];
            for (int i = 0; i < COUNT; i++) {
                keys[i] = new PString("user" + i);
                map.put(keys[i], new Entry(i));
            }
            Zipfian zipfian = new Zipfian(COUNT, SEED);
            plan = new int[PLANNED];
            for (int i = 0; i < PLANNED; i++) {
                int key = zipfian.next();
                plan[i] = (i * 0x9E37_79B9 & 1 << 16) == 0 ? key : ~key; // each half
            }
            System.gc();
        }

        /** Deletes the heap. */
        @TearDown(Level.Trial)
        public final void close() {
            scope.close();
            heap.close();
            folder.close();
        }

        int next() {
            return plan[at++ & PLANNED - 1];
        }

        Entry get(int key) {
            return map.get(keys[key]);
        }

        void replace(int key) {
            heap.free(map.put(keys[key], new Entry(value++)));
        }
    }

    /** The data type alone: a new record takes the place of the old one, which is freed. */
    @Benchmark
    public long replace(Records records) {
        int key = records.next();
        if (key >= 0) {
            return records.get(key).sum();
        }
        records.replace(~key);
        return 0;
    }

    /** The same, each change in a failure-atomic block. */
    @Benchmark
    public long replaceInBlock(Records records) {
        int key = records.next();
        if (key >= 0) {
            return records.get(key).sum();
        }
        Transactions.faStart(records.map);
        records.replace(~key);
        Transactions.faEnd(records.map);
        return 0;
    }

    /** The fields of the record are changed in place, and written back: durable, but not failure-atomic. */
    @Benchmark
    public long fields(Records records) {
        int key = records.next();
        if (key >= 0) {
            return records.get(key).sum();
        }
        Entry entry = records.get(~key);
        entry.setAll(records.value++);
        Durability.pwb(entry);
        Durability.psync(entry);
        return 0;
    }

    /** The fields of the record are changed in place, in a failure-atomic block. */
    @Benchmark
    public long fieldsInBlock(Records records) {
        int key = records.next();
        if (key >= 0) {
            return records.get(key).sum();
        }
        Entry entry = records.get(~key);
        Transactions.faStart(entry);
        entry.setAll(records.value++);
        Transactions.faEnd(entry);
        return 0;
    }
}
