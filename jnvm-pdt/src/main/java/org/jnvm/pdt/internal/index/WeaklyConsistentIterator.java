package org.jnvm.pdt.internal.index;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jnvm.runtime.Epochs;

/**
 * Iterates over those members of a concurrent index that the calling thread sees; weakly consistent, so it looks ahead.
 *
 * @param <T> what members are returned as: keys, values or entries
 */
final class WeaklyConsistentIterator<T> implements Iterator<T> {
    private final Index<?, ?> index;
    private final Iterator<IndexNode> all;
    private final Function<IndexNode, T> form;
    private IndexNode next;
    private IndexNode last;

    WeaklyConsistentIterator(Index<?, ?> index, Iterator<IndexNode> all, Function<IndexNode, T> form) {
        this.index = index;
        this.all = all;
        this.form = form;
        advance();
    }

    private void advance() {
        next = null;
        Epochs.enterRead(); // a range compares keys with its ends
        try {
            while (next == null && all.hasNext()) {
                next = IndexNode.seen(node());
            }
        } finally {
            Epochs.exitRead();
        }
    }

    /**
     * Returns the next node. An iterator of a range looks ahead: if the node there was removed while it was compared
     * with the end of the range, the iterator has what it had, and goes on behind that when it is asked again.
     */
    private IndexNode node() {
        while (true) {
            try {
                return all.next();
            } catch (RetrySignal e) {
                // goes on behind it
            }
        }
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public T next() {
        index.require();
        if (next == null) {
            throw new NoSuchElementException("no further entry");
        }
        last = next;
        advance();
        return form.apply(last);
    }

    @Override
    public void remove() {
        if (last == null) {
            throw new IllegalStateException("next was not called since the last remove");
        }
        index.take(last);
        last = null;
    }
}
