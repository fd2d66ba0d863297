package org.jnvm.internal.layout;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Layouts by their text. Parts of heaps that are looked at one after the other have the same classes, mostly, and to parse a text
 * takes a hundred times as long as to find it. Safe for use by several threads.
 */
public final class KnownLayouts {
    /** Then all are forgotten. */
    private static final int MOST = 1024;
    /** Longer ones are not remembered. */
    private static final int MOST_CHARS = 1 << 14;

    private static final Map<String, ClassLayout> BY_TEXT = new ConcurrentHashMap<>();

    private KnownLayouts() {}

    /** Returns what {@link ClassLayout#parse} does; the same object for the same text, mostly. */
    public static ClassLayout parse(String text) {
        ClassLayout known = BY_TEXT.get(text);
        if (known != null) {
            return known;
        }
        ClassLayout layout = ClassLayout.parse(text);
        if (text.length() <= MOST_CHARS) {
            if (BY_TEXT.size() >= MOST) {
                BY_TEXT.clear();
            }
            BY_TEXT.put(text, layout);
        }
        return layout;
    }
}
