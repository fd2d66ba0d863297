package org.jnvm.bench.micro;

import java.util.SplittableRandom;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.jnvm.runtime.Durability;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Walks over a million objects of one block each in random order, 256 MiB, which no cache holds.
 *
 * <p>{@code walk...}: an array tells the order, of proxies or of native addresses; {@code chase...}: each object holds
 * a reference, or a native address, to the next one.
 */
public class WalkBenchmark extends Nanoseconds {
    static final int STEPS = 1 << 10;
    private static final int BLOCK_BYTES = 256;

    /** Returns a random order of so many things, always the same: that of raw memory is that of proxies. */
    public static int[] order(int count) {
        SplittableRandom random = new SplittableRandom(1);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int at = random.nextInt(i + 1);
            order[i] = order[at];
            order[at] = i;
        }
        return order;
    }

    /** How many objects. */
    @State(Scope.Thread)
    public static class Size {
        /** A power of two, at least {@link #STEPS}. */
        @Param("1048576")
        public int count;
    }

    /** Blocks of raw memory. */
    @State(Scope.Thread)
    public static class Raw {
        private Folder folder;
        private RawMemory memory;
        long[] addresses;
        int at;
        int mask;
        long here;

        /** Makes them; block i holds the value i, and the address of the next one in random order. */
        @Setup(Level.Trial)
        public void open(Size size) {
            int count = size.count;
            folder = new Folder();
            memory = RawMemory.map(folder.file("raw"), count * BLOCK_BYTES);
            int[] order = order(count);
            mask = count - 1;
            addresses = new long[count];
            for (int i = 0; i < count; i++) {
                addresses[i] = memory.address() + (long) order[i] * BLOCK_BYTES;
            }
            for (int i = 0; i < count; i++) {
                RawMemory.putLong(addresses[i] + Cell.VALUE, order[i]);
                RawMemory.putLong(addresses[i] + Link.NEXT, addresses[i + 1 & count - 1]);
            }
            here = addresses[0];
        }

        /** Deletes the file. */
        @TearDown(Level.Trial)
        public void close() {
            folder.close();
        }
    }

    /** Persistent objects, with their proxies. */
    @State(Scope.Thread)
    public static class Proxies {
        private Folder folder;
        private Heap heap;
        Cell[] cells;
        int at;
        int mask;

        /** Makes them; object i holds the value i. */
        @Setup(Level.Trial)
        public void open(Size size) {
            int count = size.count;
            folder = new Folder();
            heap = Heap.create(
                    folder.file("walk.heap"),
                    2L * count * BLOCK_BYTES,
                    HeapOptions.defaults().domain(DurabilityDomain.PAGE_CACHE));
            try (Heap.Scope scope = heap.enter()) {
                Cell[] inOrder = new Cell[count];
                for (int i = 0; i < count; i++) {
                    inOrder[i] = new Cell();
                    inOrder[i].setValue(i);
                    inOrder[i].validate();
                }
                int[] order = order(count);
                mask = count - 1;
                cells = new Cell[count];
                for (int i = 0; i < count; i++) {
                    cells[i] = inOrder[order[i]];
                }
            }
        }

        /** Deletes the heap. */
        @TearDown(Level.Trial)
        public void close() {
            heap.close();
            folder.close();
        }
    }

    /** Persistent objects in a ring, without their proxies. */
    @State(Scope.Thread)
    public static class Ring {
        private Folder folder;
        private Heap heap;
        Link here;

        /** Makes them. */
        @Setup(Level.Trial)
        public void open(Size size) {
            int count = size.count;
            folder = new Folder();
            heap = Heap.create(
                    folder.file("ring.heap"),
                    2L * count * BLOCK_BYTES,
                    HeapOptions.defaults().domain(DurabilityDomain.PAGE_CACHE));
            try (Heap.Scope scope = heap.enter()) {
                Link[] links = new Link[count];
                for (int i = 0; i < count; i++) {
                    links[i] = new Link();
                    Durability.validate(links[i]);
                }
                int[] order = order(count);
                for (int i = 0; i < count; i++) {
                    links[order[i]].setNext(links[order[i + 1 & count - 1]]);
                }
                here = links[order[0]];
            }
        }

        /** Deletes the heap. */
        @TearDown(Level.Trial)
        public void close() {
            heap.close();
            folder.close();
        }
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public long walkRawRead(Raw state) {
        long sum = 0;
        int from = state.at;
        for (int i = from; i < from + STEPS; i++) {
            sum += RawMemory.getLong(state.addresses[i] + Cell.VALUE);
        }
        state.at = from + STEPS & state.mask;
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public long walkProxyRead(Proxies state) {
        long sum = 0;
        int from = state.at;
        for (int i = from; i < from + STEPS; i++) {
            sum += state.cells[i].value();
        }
        state.at = from + STEPS & state.mask;
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public void walkRawWrite(Raw state) {
        int from = state.at;
        for (int i = from; i < from + STEPS; i++) {
            RawMemory.putLong(state.addresses[i] + Cell.VALUE, i);
        }
        state.at = from + STEPS & state.mask;
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public void walkProxyWrite(Proxies state) {
        int from = state.at;
        for (int i = from; i < from + STEPS; i++) {
            state.cells[i].setValue(i);
        }
        state.at = from + STEPS & state.mask;
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public long chaseRaw(Raw state) {
        long here = state.here;
        for (int i = 0; i < STEPS; i++) {
            here = RawMemory.getLong(here + Link.NEXT);
        }
        state.here = here;
        return here;
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Link chaseProxy(Ring state) {
        Link here = state.here;
        for (int i = 0; i < STEPS; i++) {
            here = here.next();
        }
        state.here = here;
        return here;
    }
}
