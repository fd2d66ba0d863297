package org.jnvm.bench.restart;

import java.io.IOException;
import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.RecoveryReport;
import org.jnvm.bench.proxy.Refs;

/**
 * Opens a heap, reads one object, and prints {@code OPENED nanos recovery-nanos live-objects free-blocks read-nanos};
 * then waits to be killed, or closes the heap, prints {@code CLOSED nanos}, opens it a second time, and prints
 * {@code AGAIN nanos}.
 *
 * <p>Arguments: file, {@code kill} or {@code close}; or none, for a JVM that prints a line and ends.
 */
public final class OpenProcess {
    private OpenProcess() {}

    /** Runs. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 0) {
            System.out.println("READY");
            return;
        }
        long began = System.nanoTime();
        Heap heap = Heap.open(Path.of(arguments[0]));
        long opened = System.nanoTime();
        Object top = heap.root().get(BuildProcess.ROOT);
        long value = top instanceof Refs array ? array.length() : ((Node) top).value();
        long read = System.nanoTime();
        if (value <= 0) {
            throw new IllegalStateException("heap was not filled: heap=" + heap.path() + ", value=" + value);
        }
        RecoveryReport report = heap.recovery();
        System.out.println(
                "OPENED " + (opened - began) + " " + report.duration().toNanos() + " " + report.liveObjects() + " "
                        + report.freeBlocks() + " " + (read - opened));
        if (arguments[1].equals("kill")) {
            System.in.read();
            throw new IllegalStateException("a process that is to be killed was let go");
        }
        long closing = System.nanoTime();
        heap.close();
        System.out.println("CLOSED " + (System.nanoTime() - closing));
        long again = System.nanoTime();
        Heap second = Heap.open(Path.of(arguments[0]));
        System.out.println("AGAIN " + (System.nanoTime() - again));
        second.close();
    }
}
