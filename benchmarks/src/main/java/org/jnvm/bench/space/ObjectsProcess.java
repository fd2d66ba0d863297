package org.jnvm.bench.space;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.jnvm.Heap;

/**
 * Makes objects of a shape in a new heap, and prints {@code MADE blocks content}: how many blocks they have taken, and how
 * many bytes the program has put there.
 *
 * <p>Arguments: file, maximum bytes, shape, objects.
 */
public final class ObjectsProcess {
    private ObjectsProcess() {}

    /** Runs. */
    public static void main(String[] arguments) {
        Shape shape = Shape.valueOf(arguments[2]);
        int objects = Integer.parseInt(arguments[3]);
        SplittableRandom random = new SplittableRandom(1);
        try (Heap heap = Heap.create(Path.of(arguments[0]), Long.parseLong(arguments[1]));
                Heap.Scope scope = heap.enter()) {
            heap.root().put("first", shape.make(0, random)); // class records and root are not counted
            long before = heap.stats().usedBlocks();
            long content = 0;
            for (int i = 0; i < objects; i++) {
                content += shape.content(shape.make(i, random));
            }
            System.out.println("MADE " + (heap.stats().usedBlocks() - before) + " " + content);
        }
    }
}
