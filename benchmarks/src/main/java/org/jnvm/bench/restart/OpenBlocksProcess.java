package org.jnvm.bench.restart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CountDownLatch;
import org.jnvm.Heap;
import org.jnvm.RecoveryReport;
import org.jnvm.bench.proxy.Refs;
import org.jnvm.runtime.Durability;

/**
 * Makes and opens heaps in which failure-atomic blocks were open when the process was killed. Arguments:
 *
 * <ul>
 *   <li>{@code fill FILE BLOCKS} opens so many blocks, each in a thread of its own, which changes an array and allocates
 *       an object; prints {@code FILLED}, and waits to be killed;
 *   <li>{@code open FILE TIMES} opens so many copies of the heap, one after the other, and prints for each {@code OPENED
 *       nanos recovery-nanos}.
 * </ul>
 */
public final class OpenBlocksProcess {
    private static final long HEAP_BYTES = 64L << 20;
    private static final String ROOT = "arrays";
    /** Of each array. */
    private static final int NODES = 10;

    private OpenBlocksProcess() {}

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[1]);
        int number = Integer.parseInt(arguments[2]);
        if (arguments[0].equals("fill")) {
            fill(file, number);
        } else {
            open(file, number);
        }
    }

    private static void fill(Path file, int blocks) throws Exception {
        Heap heap = Heap.create(file, HEAP_BYTES);
        Refs[] arrays = new Refs[OpenBlocksDriver.BLOCKS_MAX];
        try (Heap.Scope scope = heap.enter()) {
            Refs top = new Refs(arrays.length);
            for (int i = 0; i < arrays.length; i++) {
                arrays[i] = new Refs(NODES);
                for (int k = 0; k < NODES; k++) {
                    arrays[i].set(k, new Node(k + 1, null, null));
                }
                Durability.validate(arrays[i]);
                top.set(i, arrays[i]);
            }
            Durability.validate(top);
            heap.root().put(ROOT, top);
        }
        CountDownLatch open = new CountDownLatch(blocks);
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < blocks; i++) {
            Refs array = arrays[i];
            new Thread(() -> change(heap, array, open, never)).start();
        }
        open.await();
        System.out.println("FILLED");
        System.in.read();
        throw new IllegalStateException("a process that is to be killed was let go");
    }

    private static void change(Heap heap, Refs array, CountDownLatch open, CountDownLatch never) {
        try (Heap.Scope scope = heap.enter()) {
            heap.atomically(() -> {
                array.set(0, new Node(-1, null, null));
                open.countDown();
                never.await();
            });
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts: thread=" + Thread.currentThread(), e);
        }
    }

    private static void open(Path file, int times) throws IOException {
        Path copy = file.resolveSibling("copy.heap");
        for (int i = 0; i < times; i++) {
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            long began = System.nanoTime();
            try (Heap heap = Heap.open(copy)) {
                long nanos = System.nanoTime() - began;
                RecoveryReport report = heap.recovery();
                requireOld(heap);
                System.out.println("OPENED " + nanos + " " + report.duration().toNanos());
            }
        }
    }

    /** Requires that no block shows. */
    private static void requireOld(Heap heap) {
        Refs top = (Refs) heap.root().get(ROOT);
        for (int i = 0; i < top.length(); i++) {
            long value = ((Node) ((Refs) top.get(i)).get(0)).value();
            if (value != 1) {
                throw new IllegalStateException(
                        "a block that was not committed shows: array=" + i + ", value=" + value);
            }
        }
    }
}
