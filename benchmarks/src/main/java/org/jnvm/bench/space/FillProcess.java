package org.jnvm.bench.space;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jnvm.Heap;
import org.jnvm.pdt.PString;

/**
 * Fills a collection in a new heap with random keys of 16 characters and values of 8, closes the heap, and prints {@code
 * FILLED blocks}: how many the collection has taken, with all in it.
 *
 * <p>Arguments: file, maximum bytes, kind, entries.
 */
public final class FillProcess {
    static final String ROOT = "collection";

    private static final int VALUE_CHARACTERS = 8;

    private FillProcess() {}

    /** Runs. */
    public static void main(String[] arguments) {
        Kind kind = Kind.valueOf(arguments[2]);
        int entries = Integer.parseInt(arguments[3]);
        try (Heap heap = Heap.create(Path.of(arguments[0]), Long.parseLong(arguments[1]));
                Heap.Scope scope = heap.enter()) {
            long before = heap.stats().usedBlocks();
            if (kind.isMap()) {
                fill(heap, kind.makeMap(), entries);
            } else {
                fill(heap, kind.makeSet(), entries);
            }
            System.out.println("FILLED " + (heap.stats().usedBlocks() - before));
        }
    }

    private static void fill(Heap heap, Map<PString, PString> map, int entries) {
        heap.root().put(ROOT, map);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < entries; i++) {
            String value = HexFormat.of().toHexDigits(i, VALUE_CHARACTERS);
            map.put(key(random), new PString(value));
        }
    }

    private static void fill(Heap heap, Set<PString> set, int entries) {
        heap.root().put(ROOT, set);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < entries; i++) {
            set.add(key(random));
        }
    }

    private static PString key(SplittableRandom random) {
        return new PString(HexFormat.of().toHexDigits(random.nextLong()));
    }
}
