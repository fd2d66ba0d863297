package org.jnvm.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.runtime.TailAccess;

/** What is measured at its limits; used by {@link LimitsTest} in short and by {@link LimitsRun} in full. */
final class Limits {
    private static final int BATCH = 1000;
    private static final int TAIL = 16;
    /** Bytes that are written or read at a time. */
    private static final int PART = 1 << 20;

    private Limits() {}

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }

    // ---- a linked list ----

    /** Builds a linked list, the head of which is a root; its nodes become reachable a batch at a time. */
    static void buildList(Heap heap, long nodes) {
        Thing head = null;
        try (Heap.Scope scope = heap.enter()) {
            for (long i = 0; i < nodes; i++) {
                Thing node = new Thing(i);
                node.setLeft(head);
                head = node;
                if ((i + 1) % BATCH == 0 || i + 1 == nodes) {
                    heap.root().put("list", head);
                }
            }
        }
    }

    /** Walks the list and checks each node. */
    static void walkList(Heap heap, long nodes) {
        long expected = nodes;
        for (Thing node = heap.root().get("list", Thing.class); node != null; node = (Thing) node.left()) {
            expected--;
            require(node.value() == expected, "node " + expected + " has value " + node.value());
        }
        require(expected == 0, "list ends with " + expected + " nodes missing");
    }

    // ---- a large object ----

    /** Makes an object with a tail of bytes and fills all of it, a mebibyte at a time. */
    static void writeObject(Heap heap, long bytes) {
        try (Heap.Scope scope = heap.enter()) {
            Blob blob = new Blob(bytes);
            byte[] part = new byte[PART];
            for (long done = 0; done < bytes; done += part.length) {
                pattern(part, done);
                TailAccess.writeTail(blob, TAIL, done, part, 0, (int) Math.min(part.length, bytes - done));
            }
            heap.root().put("object", blob);
        }
    }

    /** Reads all of the object and checks it. */
    static void readObject(Heap heap, long bytes) {
        Blob blob = heap.root().get("object", Blob.class);
        require(blob.length() == bytes, "length=" + blob.length());
        byte[] part = new byte[PART];
        byte[] expected = new byte[PART];
        for (long done = 0; done < bytes; done += part.length) {
            int length = (int) Math.min(part.length, bytes - done);
            TailAccess.readTail(blob, TAIL, done, part, 0, length);
            pattern(expected, done);
            require(Arrays.equals(part, 0, length, expected, 0, length), "other bytes from " + done + " on");
            require(blob.get(done + length - 1) == expected[length - 1], "another byte at " + (done + length - 1));
        }
    }

    /** Fills bytes with what the object has from an index on, different in each part. */
    private static void pattern(byte[] part, long from) {
        for (int i = 0; i < part.length; i++) {
            part[i] = (byte) (i * 31 + (i >> 8) + (from >> 20) * 7);
        }
    }

    // ---- a heap larger than the disk ----

    /** Maps the whole of a heap whose file has holes, uses it, and opens it again. */
    static void useSparse(Path file, long bytes) {
        HeapOptions sparse = HeapOptions.defaults().sparse(true).reserve(bytes);
        try (Heap heap = Heap.create(file, bytes, sparse)) {
            buildList(heap, 10_000);
            require(heap.stats().fileBytes() >= bytes, "bytes=" + heap.stats().fileBytes());
        }
        try (Heap heap = Heap.open(file, sparse)) {
            walkList(heap, 10_000);
        }
    }

    // ---- a heap filled to its last block ----

    /**
     * Fills a heap to the last block, with a number of threads, empties it, and fills it again.
     *
     * @return how many objects it held each time
     */
    static List<Long> fillAndEmpty(Path file, long maxBytes, int threads, int rounds) throws InterruptedException {
        List<Long> held = new ArrayList<>();
        try (Heap heap = Heap.create(file, maxBytes);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("first", new Thing(0)); // class record, slot array, root entry
            for (int round = 0; round < rounds; round++) {
                held.add(fillOnce(heap, threads));
                heap.root().put("first", heap.root().get("first")); // no room is needed to go on
            }
        }
        try (Heap heap = Heap.open(file)) {
            require(heap.root().get("first", Thing.class).value() == 0, "root is another");
        }
        return held;
    }

    private static long fillOnce(Heap heap, int threads) throws InterruptedException {
        List<List<Thing>> made = new ArrayList<>();
        List<Thread> workers = new ArrayList<>();
        AtomicReference<Throwable> problem = new AtomicReference<>();
        for (int i = 0; i < threads; i++) {
            List<Thing> mine = new ArrayList<>();
            made.add(mine);
            Thread worker = new Thread(() -> {
                try (Heap.Scope scope = heap.enter()) {
                    fill(mine);
                } catch (Throwable e) {
                    problem.set(e);
                }
            });
            workers.add(worker);
            worker.start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        require(problem.get() == null, "thread failed: " + problem.get());
        long count = made.stream().mapToLong(List::size).sum();
        for (List<Thing> mine : made) {
            mine.forEach(heap::free);
        }
        return count;
    }

    private static void fill(List<Thing> mine) {
        while (true) {
            try {
                mine.add(new Thing(mine.size()));
            } catch (HeapFullException full) {
                return;
            }
        }
    }

    // ---- many classes ----

    /**
     * Makes an object of each class, closes the heap, opens it with other classes of these names, and reads them.
     *
     * @param classes how many, with that of the array which refers to them
     */
    static void manyClasses(Path folder, int classes, long maxBytes) throws IOException, ReflectiveOperationException {
        int count = classes - 1;
        Path file = folder.resolve("classes.heap");
        within(new NumberedClasses(count, folder), loader -> {
            try (Heap heap = Heap.create(file, maxBytes);
                    Heap.Scope scope = heap.enter()) {
                Links all = new Links(count);
                heap.root().put("all", all);
                for (int number = 1; number <= count; number++) {
                    Numbered object = loader.make(number);
                    object.setValue(number);
                    all.set(number - 1, object);
                }
            }
        });
        within(new NumberedClasses(count, folder), loader -> {
            try (Heap heap = Heap.open(file)) {
                Links all = heap.root().get("all", Links.class);
                for (int number = 1; number <= count; number++) {
                    Numbered object = (Numbered) all.get(number - 1);
                    require(
                            object.value() == number
                                    && object.getClass().getName().equals(NumberedClasses.name(number))
                                    && object.getClass().getClassLoader() == loader,
                            "object " + number + ": " + object);
                }
            }
        });
    }

    private interface Work {
        void run(NumberedClasses loader) throws ReflectiveOperationException;
    }

    private static void within(NumberedClasses loader, Work work) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            work.run(loader);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
