package org.jnvm.bench.restart;

import java.io.IOException;
import java.nio.file.Path;
import org.jnvm.Heap;

/**
 * Fills a new heap, prints {@code BUILT nanos}, and waits to be killed; or closes it and prints {@code CLOSED nanos}.
 *
 * <p>Arguments: file, maximum bytes, shape, objects, {@code kill} or {@code close}.
 */
public final class BuildProcess {
    static final String ROOT = "top";

    private BuildProcess() {}

    /** Runs. */
    public static void main(String[] arguments) throws IOException {
        long began = System.nanoTime();
        Heap heap = Heap.create(Path.of(arguments[0]), Long.parseLong(arguments[1]));
        try (Heap.Scope scope = heap.enter()) {
            heap.root().put(ROOT, Shape.valueOf(arguments[2]).build(Long.parseLong(arguments[3])));
        }
        System.out.println("BUILT " + (System.nanoTime() - began));
        if (arguments[4].equals("kill")) {
            System.in.read();
            throw new IllegalStateException("a process that is to be killed was let go");
        }
        long closing = System.nanoTime();
        heap.close();
        System.out.println("CLOSED " + (System.nanoTime() - closing));
    }
}
