package org.jnvm.bench.serialize;

import java.nio.file.Path;
import java.util.ArrayDeque;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;

/** J-NVM, in domain {@code DISK}: the objects themselves are what is kept. */
final class PersistentGraph implements Graph {
    private static final String ROOT = "graph";
    private static final long BYTES_MIN = 64L << 20;
    private static final int BYTES_PER_OBJECT = 512;
    /** Objects that are made in a failure-atomic block: what it changes is logged. */
    private static final int IN_BLOCK = 1000;

    private final Heap heap;
    private final Heap.Scope scope;
    private final boolean inBlocks;
    private Item[] items = {};

    private PersistentGraph(Heap heap, boolean inBlocks) {
        this.heap = heap;
        this.inBlocks = inBlocks;
        this.scope = heap.enter();
    }

    private static HeapOptions options() {
        return HeapOptions.defaults().domain(DurabilityDomain.DISK);
    }

    /**
     * Makes a heap.
     *
     * @param inBlocks whether what is done is done in failure-atomic blocks; else by plain stores, and then forced
     */
    static PersistentGraph create(Path file, int objects, boolean inBlocks) {
        return new PersistentGraph(
                Heap.create(file, BYTES_MIN + (long) BYTES_PER_OBJECT * objects, options()), inBlocks);
    }

    /** Opens a heap, to walk over what is there. */
    static PersistentGraph open(Path file, boolean inBlocks) {
        return new PersistentGraph(Heap.open(file, options()), inBlocks);
    }

    @Override
    public void make(Shape shape, int objects) {
        items = new Item[objects];
        if (!inBlocks) {
            makeDownTo(0, objects, shape);
            heap.root().put(ROOT, items[0]);
            heap.force();
            return;
        }
        for (int end = objects; end > 0; end -= IN_BLOCK) {
            int from = Math.max(0, end - IN_BLOCK);
            int behind = end;
            heap.atomically(() -> {
                makeDownTo(from, behind, shape);
                if (from == 0) {
                    heap.root().put(ROOT, items[0]);
                }
            });
        }
    }

    /** Makes the objects from a number on and before another one; those behind are there. */
    private void makeDownTo(int from, int end, Shape shape) {
        for (int i = end - 1; i >= from; i--) {
            items[i] = new Item(i, item(shape.left(i, items.length)), item(shape.right(i, items.length)));
        }
    }

    private Item item(int number) {
        return number == Shape.NONE ? null : items[number];
    }

    @Override
    public void change(int[] which, long value) {
        if (inBlocks) {
            heap.atomically(() -> store(which, value));
        } else {
            store(which, value);
            heap.force();
        }
    }

    private void store(int[] which, long value) {
        for (int number : which) {
            items[number].value(value);
        }
    }

    @Override
    public long sum() {
        long sum = 0;
        ArrayDeque<Item> open = new ArrayDeque<>();
        open.push((Item) heap.root().get(ROOT));
        while (!open.isEmpty()) {
            Item item = open.pop();
            sum += Graph.part(item.key(), item.value());
            Item right = item.right();
            if (right != null) {
                open.push(right);
            }
            Item left = item.left();
            if (left != null) {
                open.push(left);
            }
        }
        return sum;
    }

    @Override
    public void close() {
        scope.close();
        heap.close();
    }
}
