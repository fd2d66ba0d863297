package org.jnvm.bench.micro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.jnvm.bench.harness.Folder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Write-back and fence in the ways a JDK has, on 16 KiB of a mapped file, line by line; {@code pwb.c} does the same.
 *
 * <p>{@code ...Clean}: a line that was not stored to. {@code ...Dirty}: a store to the line, its write-back. {@code
 * ...Fence}: a fence with nothing before it. {@code ...Durable}: store, write-back, fence. {@code ...Block}: 256 bytes
 * stored, four write-backs, one fence.
 */
public class PwbBenchmark extends Nanoseconds {
    private static final int LINE = 64;
    private static final int BLOCK = 256;
    private static final int LINES = 256;
    private static final int BLOCKS = LINES * LINE / BLOCK;

    /** The file, mapped twice. */
    @State(Scope.Thread)
    public static class File {
        private Folder folder;
        private RawMemory memory;
        long address;
        MappedByteBuffer buffer;
        long next;

        /** Makes it. */
        @Setup(Level.Trial)
        public void open() {
            folder = new Folder();
            memory = RawMemory.map(folder.file("raw"), LINES * LINE);
            address = memory.address();
            try (FileChannel channel =
                    FileChannel.open(folder.file("raw"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, LINES * LINE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Deletes it. */
        @TearDown(Level.Trial)
        public void close() {
            folder.close();
        }
    }

    private static void fill(long block, long value) {
        for (int i = 0; i < BLOCK; i += 8) {
            RawMemory.putLong(block + i, value);
        }
    }

    // ---- pwb and pfence of a patched JDK ----

    @Benchmark
    @OperationsPerInvocation(LINES)
    public void patchedClean(File file) {
        for (int i = 0; i < LINES; i++) {
            PwbMethods.patchedLine(file.address + i * (long) LINE);
        }
    }

    @Benchmark
    @OperationsPerInvocation(LINES)
    public void patchedDirty(File file) {
        long value = file.next++;
        for (int i = 0; i < LINES; i++) {
            RawMemory.putLong(file.address + i * (long) LINE, value);
            PwbMethods.patchedLine(file.address + i * (long) LINE);
        }
    }

    @Benchmark
    @OperationsPerInvocation(LINES)
    public void patchedFence(File file) {
        for (int i = 0; i < LINES; i++) {
            PwbMethods.patchedFence();
        }
    }

    @Benchmark
    @OperationsPerInvocation(LINES)
    public void patchedDurable(File file) {
        long value = file.next++;
        for (int i = 0; i < LINES; i++) {
            RawMemory.putLong(file.address + i * (long) LINE, value);
            PwbMethods.patchedLine(file.address + i * (long) LINE);
            PwbMethods.patchedFence();
        }
    }

    @Benchmark
    @OperationsPerInvocation(BLOCKS)
    public void patchedBlock(File file) {
        long value = file.next++;
        for (int i = 0; i < BLOCKS; i++) {
            long block = file.address + i * (long) BLOCK;
            fill(block, value);
            for (int j = 0; j < BLOCK; j += LINE) {
                PwbMethods.patchedLine(block + j);
            }
            PwbMethods.patchedFence();
        }
    }

    // ---- the intrinsics behind writebackMemory, opened ----

    @Benchmark
    @OperationsPerInvocation(LINES)
    public void intrinsicClean(File file) {
        for (int i = 0; i < LINES; i++) {
            PwbMethods.stockLine(file.address + i * (long) LINE);
        }
    }

    @Benchmark
    @OperationsPerInvocation(LINES)
    public void intrinsicDirty(File file) {
        long value = file.next++;
        for (int i = 0; i < LINES; i++) {
            RawMemory.putLong(file.address + i * (long) LINE, value);
            PwbMethods.stockLine(file.address + i * (long) LINE);
        }
    }

    @Benchmark
    @OperationsPerInvocation(LINES)
    public void intrinsicFence(File file) {
        for (int i = 0; i < LINES; i++) {
            PwbMethods.stockFence();
        }
    }

    @Benchmark
    @OperationsPerInvocation(LINES)
    public void intrinsicDurable(File file) {
        long value = file.next++;
        for (int i = 0; i < LINES; i++) {
            RawMemory.putLong(file.address + i * (long) LINE, value);
            PwbMethods.stockLine(file.address + i * (long) LINE);
            PwbMethods.stockFence();
        }
    }

    @Benchmark
    @OperationsPerInvocation(BLOCKS)
    public void intrinsicBlock(File file) {
        long value = file.next++;
        for (int i = 0; i < BLOCKS; i++) {
            long block = file.address + i * (long) BLOCK;
            fill(block, value);
            for (int j = 0; j < BLOCK; j += LINE) {
                PwbMethods.stockLine(block + j);
            }
            PwbMethods.stockFence();
        }
    }

    // ---- writebackMemory, which force is on DAX; it fences ----

    @Benchmark
    @OperationsPerInvocation(LINES)
    public void rangeClean(File file) {
        for (int i = 0; i < LINES; i++) {
            PwbMethods.stockRange(file.address + i * (long) LINE, LINE);
        }
    }

    @Benchmark
    @OperationsPerInvocation(LINES)
    public void rangeDurable(File file) {
        long value = file.next++;
        for (int i = 0; i < LINES; i++) {
            RawMemory.putLong(file.address + i * (long) LINE, value);
            PwbMethods.stockRange(file.address + i * (long) LINE, LINE);
        }
    }

    @Benchmark
    @OperationsPerInvocation(BLOCKS)
    public void rangeBlock(File file) {
        long value = file.next++;
        for (int i = 0; i < BLOCKS; i++) {
            fill(file.address + i * (long) BLOCK, value);
            PwbMethods.stockRange(file.address + i * (long) BLOCK, BLOCK);
        }
    }

    // ---- force of an ordinary mapping, a system call ----

    @Benchmark
    @OperationsPerInvocation(LINES)
    public void forceClean(File file) {
        for (int i = 0; i < LINES; i++) {
            file.buffer.force(i * LINE, LINE);
        }
    }

    @Benchmark
    @OperationsPerInvocation(LINES)
    public void forceDurable(File file) {
        long value = file.next++;
        for (int i = 0; i < LINES; i++) {
            RawMemory.putLong(file.address + i * (long) LINE, value);
            file.buffer.force(i * LINE, LINE);
        }
    }

    @Benchmark
    @OperationsPerInvocation(BLOCKS)
    public void forceBlock(File file) {
        long value = file.next++;
        for (int i = 0; i < BLOCKS; i++) {
            fill(file.address + i * (long) BLOCK, value);
            file.buffer.force(i * BLOCK, BLOCK);
        }
    }
}
