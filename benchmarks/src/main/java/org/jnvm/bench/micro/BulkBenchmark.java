package org.jnvm.bench.micro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.proxy.Bytes;
import org.jnvm.runtime.Durability;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Copies large byte arrays to and from persistent memory; one operation is the whole array. */
public class BulkBenchmark extends Nanoseconds {
    /** Java arrays of equal length. */
    @State(Scope.Thread)
    public static class Arrays {
        /** Their length. */
        @Param({"1048576", "67108864"})
        public int bytes;

        byte[] one;
        byte[] two;

        /** Makes them; each byte of the first is its index. */
        @Setup(Level.Trial)
        public void open() {
            one = new byte[bytes];
            two = new byte[bytes];
            for (int i = 0; i < bytes; i++) {
                one[i] = (byte) i;
            }
        }
    }

    /** A persistent array. */
    @State(Scope.Thread)
    public static class Persistent {
        /** The durability domain. */
        @Param({"PAGE_CACHE", "NVMM_EMULATED"})
        public DurabilityDomain domain;

        private Folder folder;
        private Heap heap;
        Bytes array;

        /** Makes it, with the bytes of the first array. */
        @Setup(Level.Trial)
        public void open(Arrays arrays) {
            folder = new Folder();
            heap = Heap.create(
                    folder.file("bulk.heap"),
                    4L * arrays.bytes + (16 << 20),
                    HeapOptions.defaults().domain(domain));
            try (Heap.Scope scope = heap.enter()) {
                array = new Bytes(arrays.bytes);
                heap.root().put("array", array);
            }
            array.write(arrays.one);
        }

        /** Deletes the heap. */
        @TearDown(Level.Trial)
        public void close() {
            heap.close();
            folder.close();
        }
    }

    /** A mapped file on the same file system. */
    @State(Scope.Thread)
    public static class Mapped {
        private Folder folder;
        RawMemory memory;
        MappedByteBuffer buffer;

        /** Makes and maps it. */
        @Setup(Level.Trial)
        public void open(Arrays arrays) {
            folder = new Folder();
            memory = RawMemory.map(folder.file("raw"), arrays.bytes);
            try (FileChannel channel =
                    FileChannel.open(folder.file("raw"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, arrays.bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            buffer.put(0, arrays.one);
        }

        /** Deletes the file. */
        @TearDown(Level.Trial)
        public void close() {
            folder.close();
        }
    }

    @Benchmark
    public byte[] arraycopy(Arrays arrays) {
        System.arraycopy(arrays.one, 0, arrays.two, 0, arrays.bytes);
        return arrays.two;
    }

    @Benchmark
    public void copyMemoryWrite(Arrays arrays, Mapped mapped) {
        RawMemory.copy(arrays.one, mapped.memory.address());
    }

    @Benchmark
    public byte[] copyMemoryRead(Arrays arrays, Mapped mapped) {
        RawMemory.copy(mapped.memory.address(), arrays.two);
        return arrays.two;
    }

    @Benchmark
    public void byteBufferPut(Arrays arrays, Mapped mapped) {
        mapped.buffer.put(0, arrays.one);
    }

    @Benchmark
    public byte[] byteBufferGet(Arrays arrays, Mapped mapped) {
        mapped.buffer.get(0, arrays.two);
        return arrays.two;
    }

    @Benchmark
    public void jnvmWrite(Arrays arrays, Persistent persistent) {
        persistent.array.write(arrays.one);
    }

    /** The same, written back and fenced. */
    @Benchmark
    public void jnvmWriteDurably(Arrays arrays, Persistent persistent) {
        persistent.array.write(arrays.one);
        Durability.pwb(persistent.array);
        Durability.psync(persistent.array);
    }

    @Benchmark
    public byte[] jnvmRead(Arrays arrays, Persistent persistent) {
        persistent.array.read(arrays.two);
        return arrays.two;
    }
}
