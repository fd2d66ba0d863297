package org.jnvm.pdt.internal.tree;

import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.value.Values;
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
    private final TreeIndex<K, V> index;
    private final Range range;
    private final boolean up;
    private final TreeIndex.Form<K, V, T> form;
    private final boolean keyOnly;
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
    private K nextKey;
    private K lastKey;

    TreeIterator(
            TreeIndex<K, V> index, Range range, boolean descending, TreeIndex.Form<K, V, T> form, boolean keyOnly) {
        this.index = index;
        this.range = range;
        this.up = !descending;
        this.form = form;
        this.keyOnly = keyOnly;
        this.bound = up ? range.low() : range.high();
        this.inclusive = up ? range.lowInclusive() : range.highInclusive();
        this.changes = index.changes();
        index.require();
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
                next = index.made(found, number, this::remember, keyOnly);
            }
        } finally {
            Epochs.exitRead();
        }
    }

    private T remember(K key, V value) {
        nextKey = key;
        return form.of(key, value);
    }

    /** Finds the members of the next leaf that has some. */
    private boolean fill() {
        if (isLast || !collect()) {
            isLast = true;
            return false;
        }
        at = 0;
        end = found.size();
        requireInOrder();
        Object last = keyAt(end - 1);
        while (last == null || isBehind(last)) {
            isLast |= last != null;
            if (--end == 0) {
                break;
            }
            last = keyAt(end - 1);
        }
        if (end == 0 && isLast) {
            return false;
        }
        if (last != null) {
            bound = last;
            inclusive = false;
            if (!isLast && !KeyOrder.isLasting(last)) {
                lookAhead();
            }
        }
        return end > 0 || fill();
    }

    /** Refuses a damaged tree, which may lead back to where the iterator was. */
    private void requireInOrder() {
        Object first = bound == null ? null : keyAt(0);
        if (first != null) {
            int order = Values.compare(first, bound);
            if (order == 0 ? !inclusive : order > 0 != up) {
                throw index.outOfOrder(first, bound);
            }
        }
    }

    private boolean collect() {
        try {
            return index.collect(bound, inclusive, up, Integer.MAX_VALUE, found);
        } catch (StaleObjectException e) {
            if (bound == null || KeyOrder.isLasting(bound)) {
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
            return KeyOrder.lasting(index.key(found.key(number)));
        } catch (StaleObjectException e) {
            return null;
        }
    }

    private boolean isBehind(Object key) {
        return up ? range.isTooHigh(key) : range.isTooLow(key);
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
        lastKey = nextKey;
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
        if (lastKey == null) {
            throw new IllegalStateException("next was not called since the last remove");
        }
        requireUnchanged();
        K key = lastKey;
        lastKey = null;
        try {
            index.take(0, key);
        } catch (StaleObjectException e) {
            if (index.contains(key)) {
                throw e;
            }
        }
        changes = index.changes();
    }
}
