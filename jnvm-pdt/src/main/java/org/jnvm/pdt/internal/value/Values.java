package org.jnvm.pdt.internal.value;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.spi.Proxy;

/**
 * How the collections compare what a program looks for with what they hold: by {@code equals}; a {@link String} is found
 * where a persistent string of the same content is, a Java box where a persistent one of the same value is, and a list,
 * set or map of {@code java.util} where a persistent one with such members is; and the other way round, what was put as a {@code String} or
 * Java box by a persistent one.
 */
public final class Values {
    private Values() {}

    /**
     * Compares.
     *
     * @param wanted what is looked for, or null
     * @param found a member of a collection, or null
     * @return whether it is found
     */
    public static boolean matches(Object wanted, Object found) {
        if (wanted instanceof String text) {
            return found instanceof TextObject string
                    ? string.hashCode() == text.hashCode() && string.contentEquals(text)
                    : text.equals(found);
        }
        if (wanted == null || found == null) {
            return wanted == found;
        }
        if (!(found instanceof Proxy)) {
            return lasting(wanted).equals(found);
        }
        if (wanted instanceof Proxy) {
            return wanted.equals(found);
        }
        if (found instanceof BoxObject box) {
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

    /**
     * Compares two keys by their natural order. Each may be volatile: a {@code String}, a box.
     *
     * @param left a key
     * @param right another one
     * @return as {@link Comparable#compareTo}
     * @throws ClassCastException if the two have no order
     */
    @SuppressWarnings("unchecked")
    public static int compare(Object left, Object right) {
        if (left instanceof String text && right instanceof TextObject string) {
            return -Integer.signum(string.compareTo(text));
        }
        if (left instanceof TextObject string && right instanceof String text) {
            return string.compareTo(text);
        }
        return ((Comparable<Object>) unboxed(left)).compareTo(unboxed(right));
    }

    /** Returns what a persistent box holds; everything else as it is. */
    private static Object unboxed(Object object) {
        return object instanceof BoxObject box ? box.value() : object;
    }

    /**
     * Tells whether an object is a persistent string.
     *
     * @param object anything
     * @return whether {@link #head} takes it
     */
    public static boolean isText(Object object) {
        return object instanceof TextObject;
    }

    /**
     * Returns what a key can be compared with when it has been freed: of strings and boxes, what is in them.
     *
     * @param key the key
     * @return a volatile string or box; else the key itself
     */
    public static Object lasting(Object key) {
        return isText(key) ? key.toString() : key instanceof BoxObject box ? box.value() : key;
    }

    /**
     * Returns some characters of a persistent string, for sorting; see {@link TextObject#head}.
     *
     * @param text a persistent string
     * @param index the first character
     * @param count how many, at most 8
     * @return the characters
     */
    public static long head(Object text, int index, int count) {
        return ((TextObject) text).head(index, count);
    }

    /**
     * Tells whether a member of a collection is a string or a box: it never changes, nor leads to anything.
     *
     * @param member anything
     * @return whether it is one
     */
    public static boolean isImmutable(Object member) {
        return member instanceof TextObject || member instanceof BoxObject;
    }

    /**
     * Tells whether a persistent box can hold a value.
     *
     * @param value anything but null
     * @return whether it is a {@code Boolean}, a {@code Character} or a number of a primitive type
     */
    public static boolean isBoxable(Object value) {
        return BoxObject.TYPES.contains(value.getClass());
    }
}
