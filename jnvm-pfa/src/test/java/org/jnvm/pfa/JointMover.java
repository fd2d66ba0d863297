package org.jnvm.pfa;

import java.nio.file.Path;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Heaps;

/** A program that moves amounts between two heaps, block by block, and prints each that has returned, until it is killed. */
final class JointMover {
    private JointMover() {}

    static HeapOptions options(String domain) {
        return HeapOptions.defaults().domain(DurabilityDomain.valueOf(domain)).walBytes(1 << 20);
    }

    /** Folder, domain. */
    public static void main(String[] args) {
        HeapOptions options = options(args[1]);
        Heap a = Heap.openOrCreate(Path.of(args[0], "a.heap"), 1 << 20, options);
        Heap b = Heap.openOrCreate(Path.of(args[0], "b.heap"), 1 << 20, options);
        Heaps both = Heaps.of(a, b);
        both.atomically(() -> {
            for (Heap heap : both.heaps()) {
                if (!heap.root().exists("x")) {
                    try (Heap.Scope scope = heap.enter()) {
                        heap.root().put("x", Node.of(0, 0));
                    }
                }
            }
        });
        Node inA = a.root().get("x", Node.class);
        Node inB = b.root().get("x", Node.class);
        System.out.println(inA.left());
        while (true) {
            both.atomically(() -> {
                inA.move(1);
                inB.move(-1);
                if (inA.left() % 8 == 0) { // with new objects, and what they take the place of freed
                    replace(a);
                    replace(b);
                }
            });
            if (inA.left() % 16 == 0) {
                a.atomically(() -> inA.setNext(null));
            }
            System.out.println(inA.left());
        }
    }

    private static void replace(Heap heap) {
        Node before = heap.root().get("y", Node.class);
        try (Heap.Scope scope = heap.enter()) {
            heap.root().put("y", Node.of(heap.root().get("x", Node.class).left(), 0));
        }
        if (before != null) {
            heap.free(before);
        }
    }
}
