package org.jnvm.bench.collect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jnvm.Collector;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PConcurrentHashMap;

/**
 * Opens a heap that was left by a killed process, looks a key up, and waits until recovery has ended: prints {@code OPENED nanos
 * look-up-nanos recovery-nanos live-objects}, and waits to be killed.
 *
 * <p>Arguments: file, the collector, and {@link #EXIT} to exit instead, which leaves the heap as if it were killed.
 */
public final class RecoveredProcess {
    /** The argument of a process that exits by itself. */
    static final String EXIT = "exit";

    private RecoveredProcess() {}

    /** Runs. */
    public static void main(String[] arguments) throws IOException {
        HeapOptions options = HeapOptions.defaults().collector(Collector.valueOf(arguments[1]));
        long began = System.nanoTime();
        Heap heap = Heap.open(Path.of(arguments[0]), options);
        long opened = System.nanoTime();
        Object found =
                heap.root().get(CollectorProcess.MAP, PConcurrentHashMap.class).get("key 7");
        long looked = System.nanoTime();
        if (found == null
                || heap.root().get(CollectorProcess.BALLAST, PArray.class).length() == 0) {
            throw new IllegalStateException("heap was not filled: heap=" + heap.path());
        }
        while (heap.recovery().liveObjects() < 0) {
            Thread.onSpinWait();
        }
        System.out.println("OPENED " + (opened - began) + " " + (looked - opened) + " "
                + heap.recovery().duration().toNanos() + " " + heap.recovery().liveObjects());
        if (List.of(arguments).contains(EXIT)) {
            System.exit(0);
        }
        System.in.read();
        throw new IllegalStateException("a process that is to be killed was let go");
    }
}
