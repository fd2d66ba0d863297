package org.jnvm.pdt;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jnvm.spi.Proxy;

/**
 * How the collections compare what a program looks for with what they hold: by {@code equals}; a {@link String} is found
 * where a {@link PString} of the same content is, a box where a {@link PBox} of the same value is, and a list, set or
 * map of {@code java.util} where a persistent one with such members is.
 */
final class Lookup {
    private Lookup() {}

    /**
     * Compares.
     *
     * @param wanted what is looked for, or null
     * @param found a member of a collection, or null
     * @return whether it is found
     */
    static boolean matches(Object wanted, Object found) {
        if (wanted instanceof String text) {
            return found instanceof PString string
                    && string.hashCode() == text.hashCode()
                    && string.contentEquals(text);
        }
        if (wanted == null || wanted instanceof Proxy || !(found instanceof Proxy)) {
            return Objects.equals(wanted, found);
        }
        if (found instanceof PBox<?> box) {
            return wanted.equals(box.value());
        }
        try {
            return wanted.equals(found) || matchMembers(wanted, found);
        } catch (ClassCastException e) {
            return false; // a sorted collection whose members are not comparable with those that are wanted
        }
    }

    private static boolean matchMembers(Object wanted, Object found) {
        if (wanted instanceof List<?> list && found instanceof List<?> other) {
            return list.size() == other.size() && matchInOrder(list.iterator(), other.iterator());
        }
        if (wanted instanceof Set<?> set && found instanceof Set<?> other) {
            return set.size() == other.size() && other.containsAll(set);
        }
        if (wanted instanceof Map<?, ?> map && found instanceof Map<?, ?> other) {
            return map.size() == other.size() && other.entrySet().containsAll(map.entrySet());
        }
        return false;
    }

    private static boolean matchInOrder(Iterator<?> wanted, Iterator<?> found) {
        while (wanted.hasNext() && found.hasNext()) {
            if (!matches(wanted.next(), found.next())) {
                return false;
            }
        }
        return wanted.hasNext() == found.hasNext();
    }

    /** Returns what a persistent box holds; everything else as it is. */
    static Object unboxed(Object object) {
        return object instanceof PBox<?> box ? box.value() : object;
    }
}
