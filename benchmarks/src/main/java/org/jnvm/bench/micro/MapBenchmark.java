package org.jnvm.bench.micro;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.jnvm.pdt.PByteArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PersistentMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Single operations of maps of records that are arrays of bytes, by keys of 23 characters that are made anew for each: what a
 * mix of YCSB consists of. In {@code java.util} and in the heap, where a change is durable when it returns.
 */
public class MapBenchmark extends Nanoseconds {
    /** What is measured. */
    public enum Contender {
        /** {@code HashMap}. */
        HASH_MAP,
        /** {@code ConcurrentHashMap}. */
        CONCURRENT_HASH_MAP,
        /** {@link PHashMap} in {@link DurabilityDomain#PAGE_CACHE}. */
        P_HASH_MAP,
        /** {@link PHashMap} in {@link DurabilityDomain#NVMM_EMULATED}. */
        P_HASH_MAP_NVMM,
        /** {@link PConcurrentHashMap} in {@link DurabilityDomain#PAGE_CACHE}. */
        P_CONCURRENT_HASH_MAP,
        /** {@link PConcurrentHashMap} in {@link DurabilityDomain#NVMM_EMULATED}. */
        P_CONCURRENT_HASH_MAP_NVMM
    }

    /** One of both kinds of maps. */
    private interface Operations {
        boolean find(String key);

        Object get(String key);

        byte[] copy(String key);

        int copyInto(String key, byte[] buffer);

        void replace(String key, byte[] record);

        void patch(String key, int index, byte[] field);
    }

    private record OnJavaHeap(Map<String, byte[]> map) implements Operations {
        @Override
        public boolean find(String key) {
            return map.containsKey(key);
        }

        @Override
        public Object get(String key) {
            return map.get(key);
        }

        @Override
        public byte[] copy(String key) {
            return map.get(key).clone();
        }

        @Override
        public int copyInto(String key, byte[] buffer) {
            byte[] record = map.get(key);
            System.arraycopy(record, 0, buffer, 0, record.length);
            return record.length;
        }

        @Override
        public void replace(String key, byte[] record) {
            map.computeIfPresent(key, (k, before) -> record.clone());
        }

        @Override
        public void patch(String key, int index, byte[] field) {
            System.arraycopy(field, 0, map.get(key), index, field.length);
        }
    }

    private record InHeap(Heap heap, PersistentMap<Object, PByteArray> map) implements Operations {
        @Override
        public boolean find(String key) {
            return map.containsKey(key);
        }

        @Override
        public Object get(String key) {
            return map.get(key);
        }

        @Override
        public byte[] copy(String key) {
            return map.getBytes(key);
        }

        @Override
        public int copyInto(String key, byte[] buffer) {
            return map.getInto(key, buffer, 0);
        }

        @Override
        public void replace(String key, byte[] record) {
            PByteArray[] old = {null};
            map.computeIfPresent(key, (k, before) -> {
                old[0] = before;
                return new PByteArray(record);
            });
            heap.free(old[0]);
        }

        @Override
        public void patch(String key, int index, byte[] field) {
            map.patch(key, index, field);
        }
    }

    /** A map, and whose turn it is. */
    @State(Scope.Thread)
    public static class Records {
        private static final int FIELD = 100;
        private static final int PLANNED = 1 << 20;
        private static final long HEAP_BYTES = 8L << 30;
        private static final long SEED = 42;

        /** What is measured. */
        @Param
        public Contender contender;

        /** How many records there are. */
        @Param({"100000", "1000000"})
        public int records;

        /** The bytes of one. */
        @Param({"100", "1000", "4000"})
        public int bytes;

        private Operations map;
        private byte[] buffer;
        private final byte[] field = new byte[FIELD];
        private int[] plan;
        private int at;
        private Folder folder;
        private Heap heap;
        private Heap.Scope scope;
        private final byte[] text = "user0000000000000000000".getBytes(StandardCharsets.ISO_8859_1);

        /** Fills the map. */
        @Setup(Level.Trial)
        public final void fill() {
            folder = new Folder();
            buffer = new byte[bytes];
            new Random(SEED).nextBytes(buffer);
            switch (contender) {
                case HASH_MAP -> fill(new java.util.HashMap<>());
                case CONCURRENT_HASH_MAP -> fill(new ConcurrentHashMap<>());
                case P_HASH_MAP -> fill(DurabilityDomain.PAGE_CACHE, false);
                case P_HASH_MAP_NVMM -> fill(DurabilityDomain.NVMM_EMULATED, false);
                case P_CONCURRENT_HASH_MAP -> fill(DurabilityDomain.PAGE_CACHE, true);
                case P_CONCURRENT_HASH_MAP_NVMM -> fill(DurabilityDomain.NVMM_EMULATED, true);
            }
            Zipfian zipfian = new Zipfian(records, SEED);
            plan = new int[PLANNED];
            for (int i = 0; i < PLANNED; i++) {
                plan[i] = zipfian.next();
            }
            System.gc();
        }

        private void fill(Map<String, byte[]> made) {
            for (int i = 0; i < records; i++) {
                made.put(key(i), buffer.clone());
            }
            map = new OnJavaHeap(made);
        }

        private void fill(DurabilityDomain domain, boolean concurrent) {
            heap = Heap.create(
                    folder.file("map.heap"), HEAP_BYTES, HeapOptions.defaults().domain(domain));
            scope = heap.enter();
            PersistentMap<Object, PByteArray> made = concurrent ? new PConcurrentHashMap<>() : new PHashMap<>();
            heap.root().put("map", made);
            for (int i = 0; i < records; i++) {
                made.put(new PString(key(i)), new PByteArray(buffer));
            }
            map = new InHeap(heap, made);
        }

        /** Deletes it. */
        @TearDown(Level.Trial)
        public final void close() {
            if (heap != null) {
                scope.close();
                heap.close();
            }
            folder.close();
        }

        /** Makes the key of the next operation, as a client that got it from outside. */
        String next() {
            return key(plan[at++ & PLANNED - 1]);
        }

        private String key(int number) {
            long digits = (number + 1) * 0x9E37_79B9_7F4A_7C15L >>> 1;
            for (int i = text.length - 1; i >= 4; i--) {
                text[i] = (byte) ('0' + digits % 10);
                digits /= 10;
            }
            return new String(text, StandardCharsets.ISO_8859_1);
        }
    }

    /** Makes a key, as all others do, too. */
    @Benchmark
    public String key(Records records) {
        return records.next();
    }

    /** Whether the key is there. */
    @Benchmark
    public boolean find(Records records) {
        return records.map.find(records.next());
    }

    /** The record as an object. */
    @Benchmark
    public Object get(Records records) {
        return records.map.get(records.next());
    }

    /** The record, copied to a new array. */
    @Benchmark
    public byte[] copy(Records records) {
        return records.map.copy(records.next());
    }

    /** The record, copied to the caller's array. */
    @Benchmark
    public int copyInto(Records records) {
        return records.map.copyInto(records.next(), records.buffer);
    }

    /** Another record in the place of the old one. */
    @Benchmark
    public void replace(Records records) {
        records.map.replace(records.next(), records.buffer);
    }

    /** A hundred bytes of a record are changed where they are, as one. */
    @Benchmark
    public void patch(Records records) {
        records.map.patch(records.next(), records.at % (records.bytes / Records.FIELD) * Records.FIELD, records.field);
    }
}
