package org.jnvm.bench.space;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.jnvm.Heap;
import org.jnvm.pdt.PString;

/**
 * Fills a collection in a new heap with random keys of 16 characters and values of 8, closes the heap, and prints {@code
 * FILLED blocks longest}: how many the collection has taken, with all in it, and the nanoseconds of its longest change.
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
            long longest = kind.isMap() ? fill(heap, kind.makeMap(), entries) : fill(heap, kind.makeSet(), entries);
            System.out.println("FILLED " + (heap.stats().usedBlocks() - before) + " " + longest);
        }
    }

    private static long fill(Heap heap, Map<PString, PString> map, int entries) {
        heap.root().put(ROOT, map);
        SplittableRandom random = keys();
        return longest(entries, i -> {
            PString key = new PString(key(random));
            PString value = new PString(HexFormat.of().toHexDigits(i, VALUE_CHARACTERS));
            return () -> map.put(key, value);
        });
    }

    private static long fill(Heap heap, Set<PString> set, int entries) {
        heap.root().put(ROOT, set);
        SplittableRandom random = keys();
        return longest(entries, i -> {
            PString element = new PString(key(random));
            return () -> set.add(element);
        });
    }

    private static long longest(int entries, IntFunction<Runnable> changes) {
        long longest = 0;
        for (int i = 0; i < entries; i++) {
            Runnable change = changes.apply(i);
            long began = System.nanoTime();
            change.run();
            longest = Math.max(longest, System.nanoTime() - began);
        }
        return longest;
    }

    /** Returns where {@link #key} takes the keys from: the same ones each time. */
    static SplittableRandom keys() {
        return new SplittableRandom(1);
    }

    /** Returns the next key. */
    static String key(SplittableRandom random) {
        return HexFormat.of().toHexDigits(random.nextLong());
    }
}
