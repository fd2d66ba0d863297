package org.jnvm.pdt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
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
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Copies of persistent collections on the Java heap, as {@code java.util} has them: the way back from what {@link CollectionConverter}
 * converts.
 */
public final class JavaCopy {
    /** By address, the copies. */
    private final Map<Long, Object> known = new HashMap<>();
    /** Copies that are to be filled. */
    private final Deque<Runnable> pending = new ArrayDeque<>();

    private JavaCopy() {}

    /**
     * Returns a copy on the Java heap: of a persistent list, set, map or array, with those that are in it, as {@code java.util} has them; of
     * a {@link PString} the string, of a {@link PBox} the box. Persistent objects of other classes, and what is not persistent, stay what
     * they are, in the copy, too. Cycles and shared collections are cycles and shared in the copy. Lists and values of maps may be nested to
     * any depth; elements of sets and keys are copied before they are put, as they need their hash codes by then.
     *
     * <p>Sorted collections keep their comparator. What other threads change meanwhile may be in the copy or not.
     *
     * @param object anything, or null
     * @return the copy, which nobody else has
     */
    public static @Nullable Object of(@Nullable Object object) {
        return new JavaCopy().whole(object);
    }

    private @Nullable Object begin(@Nullable Object object) {
        if (object instanceof PString text) {
            return text.toString();
        }
        if (object instanceof PBox<?> box) {
            return box.value();
        }
        if (!(object instanceof Proxy proxy)) {
            return object;
        }
        Object copy = known.get(proxy.addr());
        if (copy == null) {
            copy = begin(proxy);
            known.put(proxy.addr(), copy);
        }
        return copy;
    }

    private Object begin(Proxy object) {
        if (object instanceof PrimitiveArray<?> array) {
            return array.toArray();
        }
        if (object instanceof PArray<?> array) {
            Object[] copy = new Object[array.length()];
            pending.push(() -> {
                for (int i = 0; i < copy.length; i++) {
                    copy[i] = begin(array.get(i));
                }
            });
            return copy;
        }
        if (object instanceof PArrayList<?> list) {
            List<@Nullable Object> copy = new ArrayList<>(list.size());
            pending.push(() -> list.forEach(element -> copy.add(begin(element))));
            return copy;
        }
        if (object instanceof Set<?> set) {
            Set<@Nullable Object> copy = emptySet(set);
            pending.push(() -> set.forEach(element -> copy.add(whole(element))));
            return copy;
        }
        if (object instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> copy = emptyMap(map);
            pending.push(() -> map.forEach((key, value) -> copy.put(whole(key), begin(value))));
            return copy;
        }
        return object;
    }

    /** Returns the copy of an object with all that is in it. */
    private @Nullable Object whole(@Nullable Object object) {
        int before = pending.size();
        Object copy = begin(object);
        while (pending.size() > before) {
            pending.pop().run();
        }
        return copy;
    }

    @SuppressWarnings("unchecked") // a comparator of the elements compares copies of them: values, or the same objects
    private static Set<@Nullable Object> emptySet(Set<?> set) {
        if (set instanceof PSkipListSet<?> sorted) {
            return new ConcurrentSkipListSet<>(((SortedSet<Object>) (SortedSet<?>) sorted).comparator());
        }
        if (set instanceof SortedSet<?> sorted) {
            return new TreeSet<>(((SortedSet<Object>) sorted).comparator());
        }
        return set instanceof PConcurrentHashSet ? ConcurrentHashMap.newKeySet() : new LinkedHashSet<>();
    }

    @SuppressWarnings("unchecked") // as above
    private static Map<@Nullable Object, @Nullable Object> emptyMap(Map<?, ?> map) {
        if (map instanceof PSkipListMap<?, ?> sorted) {
            return new ConcurrentSkipListMap<>(((SortedMap<Object, Object>) (SortedMap<?, ?>) sorted).comparator());
        }
        if (map instanceof SortedMap<?, ?> sorted) {
            return new TreeMap<>(((SortedMap<Object, Object>) sorted).comparator());
        }
        return map instanceof PConcurrentHashMap ? new ConcurrentHashMap<>() : new LinkedHashMap<>();
    }
}
