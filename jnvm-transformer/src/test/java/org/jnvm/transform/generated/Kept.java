package org.jnvm.transform.generated;

import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/** A collection on the Java heap as the model of a persistent one: what a field has that was given a volatile one. */
sealed interface Kept {
    /**
     * Returns the model of what a field has after it was given a value.
     *
     * @param value anything; of a collection or an array all that is in it is converted, too, what is shared once
     * @param made is told each new collection
     */
    static Object of(Object value, Consumer<Object> made) {
        return new Conversion(made).of(value);
    }

    /** One assignment. */
    final class Conversion {
        private final Map<Object, Object> known = new IdentityHashMap<>();
        private final Consumer<Object> made;

        private Conversion(Consumer<Object> made) {
            this.made = made;
        }

        private Object of(Object value) {
            if (value instanceof Kept) {
                return value;
            }
            Object found = known.get(value);
            if (found == null) {
                found = convert(value);
                known.put(value, found);
                if (found instanceof Kept) {
                    made.accept(found);
                }
            }
            return found;
        }

        private Object convert(Object value) {
            if (value instanceof ConcurrentNavigableMap<?, ?> map) {
                return filled(new KeptConcurrentSortedMap(), map);
            }
            if (value instanceof ConcurrentMap<?, ?> map) {
                return filled(new KeptConcurrentMap(), map);
            }
            if (value instanceof SortedMap<?, ?> map) {
                return filled(new KeptSortedMap(), map);
            }
            if (value instanceof Map<?, ?> map) {
                return filled(new KeptMap(), map);
            }
            if (value instanceof List<?> list) {
                return filled(new KeptList(), list);
            }
            if (value instanceof SortedSet<?> set) {
                return filled(new KeptSortedSet(), set);
            }
            if (value instanceof Set<?> set) {
                return filled(new KeptSet(), set);
            }
            if (value instanceof Object[] array) {
                Object[] copy = new Object[array.length];
                for (int i = 0; i < copy.length; i++) {
                    copy[i] = of(array[i]);
                }
                return copy;
            }
            return value;
        }

        private Object filled(Map<Object, Object> copy, Map<?, ?> map) {
            map.forEach((key, value) -> copy.put(key, of(value)));
            return copy;
        }

        private Object filled(Collection<Object> copy, Collection<?> collection) {
            collection.forEach(element -> copy.add(of(element)));
            return copy;
        }
    }

    /** A list. */
    final class KeptList extends ArrayList<Object> implements Kept {
        private static final long serialVersionUID = 1L;
    }

    /** A set. */
    final class KeptSet extends LinkedHashSet<Object> implements Kept {
        private static final long serialVersionUID = 1L;
    }

    /** A sorted set. */
    final class KeptSortedSet extends TreeSet<Object> implements Kept {
        private static final long serialVersionUID = 1L;
    }

    /** A map. */
    final class KeptMap extends LinkedHashMap<Object, Object> implements Kept {
        private static final long serialVersionUID = 1L;
    }

    /** A concurrent map. */
    final class KeptConcurrentMap extends ConcurrentHashMap<Object, Object> implements Kept {
        private static final long serialVersionUID = 1L;
    }

    /** A concurrent sorted map. */
    final class KeptConcurrentSortedMap extends ConcurrentSkipListMap<Object, Object> implements Kept {
        private static final long serialVersionUID = 1L;
    }

    /** A sorted map. */
    final class KeptSortedMap extends TreeMap<Object, Object> implements Kept {
        private static final long serialVersionUID = 1L;
    }
}
