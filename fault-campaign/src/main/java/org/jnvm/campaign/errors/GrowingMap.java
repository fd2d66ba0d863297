package org.jnvm.campaign.errors;

import java.util.Map;
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
        boolean fillsOn = n % 2 == 0; // after an error: else the map is emptied, without having grown
        for (int i = 0; i < ENTRIES && (first == null || fillsOn); i++) {
            String key = key(i);
            first = goOn(first, fillsOn, () -> map.put(new PString(key), new PString("grown " + n)));
        }
        for (int i = KEPT; i < ENTRIES; i++) {
            String key = key(i);
            first = goOn(first, true, () -> map.remove(key));
        }
        if (first != null) {
            throw first;
        }
    }

    /** Runs a step; after the first error once more, or not. */
    private static Error goOn(Error first, boolean again, Runnable step) {
        try {
            step.run();
            return first;
        } catch (OutOfMemoryError | StackOverflowError e) {
            if (first != null) {
                throw first;
            }
            if (again) {
                step.run();
            }
            return e;
        }
    }

    /** Does the same to a model. */
    static void expect(Map<String, String> map, int n) {
        map.clear();
        for (int i = 0; i < KEPT; i++) {
            map.put(key(i), "grown " + n);
        }
    }

    /** Passes on all that errors may leave: so many entries were put, and so many of them removed. */
    static void between(Map<String, String> map, int n, Runnable changed) {
        for (int put = 0; put <= ENTRIES; put++) {
            map.clear();
            for (int i = 0; i < put; i++) {
                map.put(key(i), "grown " + n);
            }
            changed.run();
            for (int i = KEPT; i < put; i++) {
                map.remove(key(i));
                changed.run();
            }
        }
    }

    private static String key(int i) {
        return "key" + i;
    }
}
