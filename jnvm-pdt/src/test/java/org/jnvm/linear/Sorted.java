package org.jnvm.linear;

import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.jnvm.pdt.PString;

/** What {@link Ends} asks of a sorted map or set; null stands for a key that is not there. */
interface Sorted {
    /** Adds a key; tells whether it was not there. */
    boolean add(PString key);

    /** Removes a key; tells whether it was there. */
    boolean remove(PString key);

    PString first();

    PString last();

    PString pollFirst();

    PString pollLast();

    private static PString key(Map.Entry<PString, ?> entry) {
        return entry == null ? null : entry.getKey();
    }

    /** Returns a map as that. */
    static Sorted of(NavigableMap<PString, PString> map, PString value) {
        return new Sorted() {
            @Override
            public boolean add(PString key) {
                return map.put(key, value) == null;
            }

            @Override
            public boolean remove(PString key) {
                return map.remove(key) != null;
            }

            @Override
            public PString first() {
                return key(map.firstEntry());
            }

            @Override
            public PString last() {
                return key(map.lastEntry());
            }

            @Override
            public PString pollFirst() {
                return key(map.pollFirstEntry());
            }

            @Override
            public PString pollLast() {
                return key(map.pollLastEntry());
            }
        };
    }

    private static PString orNull(Supplier<PString> end) {
        try {
            return end.get();
        } catch (NoSuchElementException e) {
            return null;
        }
    }

    /** Returns a set as that. */
    static Sorted of(NavigableSet<PString> set) {
        return new Sorted() {
            @Override
            public boolean add(PString key) {
                return set.add(key);
            }

            @Override
            public boolean remove(PString key) {
                return set.remove(key);
            }

            @Override
            public PString first() {
                return orNull(set::first);
            }

            @Override
            public PString last() {
                return orNull(set::last);
            }

            @Override
            public PString pollFirst() {
                return set.pollFirst();
            }

            @Override
            public PString pollLast() {
                return set.pollLast();
            }
        };
    }
}
