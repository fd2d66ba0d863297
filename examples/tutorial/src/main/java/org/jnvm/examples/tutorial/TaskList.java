package org.jnvm.examples.tutorial;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Collections;
import java.util.SortedMap;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PTreeMap;

/** The tasks in a heap file, by number: those that are open, and those that are done. For use by one thread. */
public final class TaskList implements AutoCloseable {
    private static final long MAX_BYTES = 64L << 20;

    private final Heap heap;
    private final SortedMap<Integer, Task> open;
    private final SortedMap<Integer, Task> done;

    public TaskList(Path file) {
        heap = Heap.openOrCreate(file, MAX_BYTES, HeapOptions.defaults());
        open = map("open");
        done = map("done");
    }

    /** Returns the map that a root leads to, which is made the first time. */
    @SuppressWarnings("unchecked") // a root does not know what a map is of
    private SortedMap<Integer, Task> map(String root) {
        try (Heap.Scope scope = heap.enter()) {
            if (!heap.root().exists(root)) {
                heap.root().put(root, new PTreeMap<Integer, Task>());
            }
            return (SortedMap<Integer, Task>) heap.root().get(root);
        }
    }

    /** Adds a task and returns its number. The task is durable when this returns. */
    public int add(String title, LocalDate due) {
        try (Heap.Scope scope = heap.enter()) {
            int number = 1 + Math.max(last(open), last(done));
            open.put(number, new Task(title, due));
            return number;
        }
    }

    /** Moves a task to those that are done, in one step; returns whether it was open. */
    public boolean finish(int number) {
        return heap.atomically(() -> {
            Task task = open.remove(number);
            if (task == null) {
                return false;
            }
            done.put(number, task);
            return true;
        });
    }

    private static int last(SortedMap<Integer, Task> tasks) {
        return tasks.isEmpty() ? 0 : tasks.lastKey();
    }

    public SortedMap<Integer, Task> open() {
        return Collections.unmodifiableSortedMap(open);
    }

    public SortedMap<Integer, Task> done() {
        return Collections.unmodifiableSortedMap(done);
    }

    @Override
    public void close() {
        heap.close();
    }
}
