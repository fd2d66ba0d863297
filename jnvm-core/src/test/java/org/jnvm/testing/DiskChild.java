package org.jnvm.testing;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;

/**
 * Counts in a root of a heap in domain DISK until it is killed, and says of each count when it began and ended; in
 * between it stores a number that nobody writes back.
 */
final class DiskChild {
    /** Each write is one of the operating system: a line is there as a whole or not at all. */
    private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

    private DiskChild() {}

    /**
     * Counts for ever.
     *
     * @param path the heap file
     * @param interval in milliseconds, or 0 for mode SYNC
     */
    static void count(Path path, long interval) throws IOException {
        HeapOptions options =
                HeapOptions.defaults().domain(DurabilityDomain.DISK).walBytes(1 << 20);
        if (interval > 0) {
            options = options.asynchronous(Duration.ofMillis(interval));
        }
        Heap heap = Heap.openOrCreate(path, 4 << 20, options);
        Node last = heap.root().get("count", Node.class);
        say("open " + (last == null ? 0 : last.value()));
        for (long n = last == null ? 1 : last.value() + 1; ; n++) {
            long began = System.nanoTime();
            Node next;
            try (Heap.Scope scope = heap.enter()) {
                next = new Node(n);
            }
            heap.root().put("count", next);
            next.setNext(null);
            if (last != null) {
                heap.free(last);
            }
            last = next;
            say(n + " " + began + " " + System.nanoTime());
        }
    }

    private static void say(String line) throws IOException {
        OUT.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    }
}
