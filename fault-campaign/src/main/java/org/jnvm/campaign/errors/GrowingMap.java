package org.jnvm.campaign.errors;

import java.util.Map;
import java.util.function.Consumer;
import org.jnvm.JNVM;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;

/**
 * A map that is begun anew, filled and emptied again by one operation, entry by entry: it takes each form that a map grows to,
 * and shrinks back as far as it does. Each entry is a change of its own, so that an error may leave some of them.
 *
 * <p>The program goes on after an error, as it would with any map: what comes later must be where it is looked for when the
 * heap is opened again.
 */
final class GrowingMap {
    /** The root that leads to it. */
    static final String ROOT = "growing";

    /** Entries that take a segment or leaf of one block to more than one of the next size. */
    private static final int ENTRIES = 64;

    private static final int KEPT = 3;

    private GrowingMap() {}

    static Map<CharSequence, CharSequence> make(int n) {
        return switch (n % 3) {
            case 0 -> new PHashMap<>();
            case 1 -> new PConcurrentHashMap<>();
            default -> new PTreeMap<>();
        };
    }

    @SuppressWarnings("unchecked")
    static Map<CharSequence, CharSequence> current() {
        return (Map<CharSequence, CharSequence>) JNVM.root.get(ROOT);
    }

    static void run(int n) {
        JNVM.heap().atomically((Runnable) () -> {
            Map<CharSequence, CharSequence> before = current();
            JNVM.root.put(ROOT, make(n));
            JNVM.heap().free(before);
        });
        Map<CharSequence, CharSequence> map = current();
        Error first = null;
        for (int i = 0; i < ENTRIES; i++) {
            String key = key(i);
            first = goOn(first, () -> map.put(new PString(key), new PString("grown " + n)));
        }
        for (int i = KEPT; i < ENTRIES; i++) {
            String key = key(i);
            first = goOn(first, () -> map.remove(key));
        }
        if (first != null) {
            throw first;
        }
    }

    /** Runs a step; after the first error once more. */
    private static Error goOn(Error first, Runnable step) {
        try {
            step.run();
            return first;
        } catch (OutOfMemoryError | StackOverflowError e) {
            if (first != null) {
                throw first;
            }
            step.run();
            return e;
        }
    }

    /** Does the same to a model, and passes it on after each change. */
    static void run(Map<String, String> map, int n, Consumer<Map<String, String>> changed) {
        map.clear();
        changed.accept(map);
        for (int i = 0; i < ENTRIES; i++) {
            map.put(key(i), "grown " + n);
            changed.accept(map);
        }
        for (int i = KEPT; i < ENTRIES; i++) {
            map.remove(key(i));
            changed.accept(map);
        }
    }

    private static String key(int i) {
        return "key" + i;
    }
}
