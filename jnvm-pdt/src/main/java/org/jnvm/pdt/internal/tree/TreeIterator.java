package org.jnvm.pdt.internal.tree;

import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jnvm.StaleObjectException;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.TreeSlots;

/**
 * Iterates over a range of a tree, up or down, a leaf at a time, as the calling thread sees it. That of a collection for one thread is
 * fail-fast; others are weakly consistent: each key that is there all the time comes once.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <T> what members are returned as
 */
final class TreeIterator<K, V, T> implements Iterator<T> {
    /** Values that are fetched at once. */
    private static final int FETCHED_AT_ONCE = 8;

    private final TreeIndex<K, V> index;
    private final Range range;
    private final boolean up;
    private final TreeIndex.Form<K, V, T> form;
    private final TreeIndex.Parts parts;
    private final TreeSlots.Entries found = new TreeSlots.Entries();

    /** Where the next leaf begins; null for the end of the tree. */
    private Object bound;

    private boolean inclusive;
    /** How many of those that were found are in the range. */
    private int end;
    /** The number of the next one. */
    private int at;

    /** Whether nothing of the range is behind those that were found. */
    private boolean isLast;

    private int changes;

    private T next;
    /** What {@link #remove} needs of the next entry, and of the last one. */
    private final Place nextPlace = new Place();

    private final Place lastPlace = new Place();
    /** How many entries are looked for at once. */
    private int mostFound = Integer.MAX_VALUE;
    /** How many of those that were found have their values fetched. */
    private int fetched;

    /** An entry, and what says whether that is still the one of its key; 0 for none. */
    private static final class Place {
        private long layout;
        private long entry;
        private long key;
    }

    TreeIterator(
            TreeIndex<K, V> index,
            Range range,
            boolean descending,
            TreeIndex.Form<K, V, T> form,
            TreeIndex.Parts parts) {
        this.index = index;
        this.range = range;
        this.up = !descending;
        this.form = form;
        this.parts = parts;
        this.bound = up ? range.low() : range.high();
        this.inclusive = up ? range.lowInclusive() : range.highInclusive();
        this.changes = index.changes();
        index.require();
        index.order().comparator(); // refuses a collection whose comparator is missing
    }

    /** Makes the next member, unless that is done. */
    private void prepare() {
        if (next != null) {
            return;
        }
        Epochs.enterRead();
        try {
            while (next == null && (at < end || fill())) {
                int number = at++;
                if (number >= fetched && parts.haveValue()) {
                    fetched = Math.min(end, number + FETCHED_AT_ONCE);
                    index.fetch(found, number, fetched);
                }
                next = index.made(found, number, form, parts);
                nextPlace.layout = found.layout();
                nextPlace.entry = found.entry(number);
                nextPlace.key = found.key(number);
            }
        } finally {
            Epochs.exitRead();
        }
    }

    /**
     * Copies the elements of next values, which are persistent arrays of bytes.
     *
     * @param target gets them
     * @param most how many are wanted yet
     * @return how many were copied; 0 if there are no more
     */
    int nextBytes(byte[][] target, int most) {
        int wanted = Math.min(target.length, most);
        mostFound = most;
        int count = 0;
        Epochs.enterRead();
        try {
            while (count == 0 && (at < end || fill())) {
                int to = Math.min(end, at + wanted);
                index.fetch(found, at, to);
                for (; at < to; at++) {
                    byte[] elements = index.bytes(found, at);
                    if (elements != null) {
                        target[count++] = elements;
                    }
                }
            }
        } finally {
            Epochs.exitRead();
        }
        return count;
    }

    /** Finds the members of the next leaf that has some. */
    private boolean fill() {
        if (isLast || !collect()) {
            isLast = true;
            return false;
        }
        at = 0;
        fetched = 0;
        end = found.size();
        requireInOrder();
        Object last = lastKey();
        if (last != null && isBehind(last)) {
            isLast = true;
            end = firstBehind();
            last = lastKey();
        }
        if (end == 0 && isLast) {
            return false;
        }
        if (last != null) {
            bound = last;
            inclusive = false;
            if (!isLast && !index.order().isLasting(last)) {
                lookAhead();
            }
        }
        return end > 0 || fill();
    }

    /** Returns the last key that is not gone, and leaves out what is behind it; null if there is none. */
    private Object lastKey() {
        Object last = null;
        while (end > 0 && last == null) {
            last = keyAt(end - 1);
            if (last == null) {
                end--;
            }
        }
        return last;
    }

    /** Searches the first of those found that is behind the range, as the last one is; those that are gone are as the next. */
    private int firstBehind() {
        int low = 0;
        int high = end - 1;
        while (low < high) {
            int middle = low + high >>> 1;
            int probe = middle;
            Object key = keyAt(probe);
            while (key == null && ++probe < high) {
                key = keyAt(probe);
            }
            if (key == null || isBehind(key)) {
                high = middle;
            } else {
                low = probe + 1;
            }
        }
        return high;
    }

    /** Refuses a damaged tree, which may lead back to where the iterator was. */
    private void requireInOrder() {
        Object first = bound == null ? null : keyAt(0);
        if (first != null) {
            int order = index.order().compare(first, bound);
            if (order == 0 ? !inclusive : order > 0 != up) {
                throw index.outOfOrder(first, bound);
            }
        }
    }

    private boolean collect() {
        try {
            return index.collect(bound, inclusive, up, mostFound, found);
        } catch (StaleObjectException e) {
            if (bound == null || index.order().isLasting(bound)) {
                throw e;
            }
            ConcurrentModificationException gone =
                    new ConcurrentModificationException("the key was freed at which the iterator was about to go on");
            gone.initCause(e);
            throw gone;
        }
    }

    /** Begins the next leaf at its first key: the program may free the last one of this leaf, when it has got that. */
    private void lookAhead() {
        TreeSlots.Entries ahead = new TreeSlots.Entries();
        isLast = !index.collect(bound, false, up, 1, ahead);
        if (!isLast) {
            bound = index.key(ahead.key(0));
            inclusive = true;
        }
    }

    /** Returns what can be compared with a key; null if it was removed since, and freed. */
    private Object keyAt(int number) {
        try {
            return index.order().lasting(index.key(found.key(number)));
        } catch (StaleObjectException e) {
            return null;
        }
    }

    private boolean isBehind(Object key) {
        return up ? range.isTooHigh(index.order(), key) : range.isTooLow(index.order(), key);
    }

    @Override
    public boolean hasNext() {
        prepare();
        return next != null;
    }

    @Override
    public T next() {
        index.require();
        requireUnchanged();
        prepare();
        if (next == null) {
            throw new NoSuchElementException("no further entry");
        }
        T now = next;
        lastPlace.layout = nextPlace.layout;
        lastPlace.entry = nextPlace.entry;
        lastPlace.key = nextPlace.key;
        next = null;
        return now;
    }

    private void requireUnchanged() {
        if (!index.isConcurrent() && index.changes() != changes) {
            throw new ConcurrentModificationException("the collection was changed since the iterator was made");
        }
    }

    @Override
    public void remove() {
        index.require();
        if (lastPlace.key == 0) {
            throw new IllegalStateException("next was not called since the last remove");
        }
        requireUnchanged();
        long key = lastPlace.key;
        lastPlace.key = 0;
        try {
            index.take(0, index.key(key));
        } catch (StaleObjectException e) {
            if (index.isEntry(lastPlace.layout, lastPlace.entry, key)) {
                throw e;
            }
        }
        changes = index.changes();
    }
}
