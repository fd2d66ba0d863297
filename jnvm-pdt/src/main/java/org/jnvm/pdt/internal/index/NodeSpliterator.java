package org.jnvm.pdt.internal.index;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jnvm.runtime.Epochs;

/** The spliterator of an index, of what the calling thread sees, as keys, values or entries. */
final class NodeSpliterator<T> implements Spliterator<T> {
    private final Spliterator<IndexNode> all;
    private final Function<IndexNode, T> form;
    private final int more;
    private final boolean concurrent;
    private final Comparator<? super T> comparator;

    /**
     * Makes a spliterator.
     *
     * @param more characteristics that it has besides those of the index's
     * @param comparator if sorted, the order, or null for the natural one
     */
    NodeSpliterator(
            Spliterator<IndexNode> all,
            Function<IndexNode, T> form,
            int more,
            boolean concurrent,
            Comparator<? super T> comparator) {
        this.all = all;
        this.form = form;
        this.more = more;
        this.concurrent = concurrent;
        this.comparator = comparator;
    }

    @Override
    public boolean tryAdvance(Consumer<? super T> action) {
        IndexNode[] found = new IndexNode[1];
        Epochs.enterRead(); // a range compares keys with its ends
        try {
            while (found[0] == null && advance(node -> found[0] = IndexNode.seen(node))) {
                // until there is one that this thread sees
            }
        } finally {
            Epochs.exitRead();
        }
        if (found[0] == null) {
            return false;
        }
        action.accept(form.apply(found[0]));
        return true;
    }

    /** Goes on behind a node that another thread removed while it was compared with the end of the range. */
    private boolean advance(Consumer<IndexNode> action) {
        while (true) {
            try {
                return all.tryAdvance(action);
            } catch (RetrySignal e) {
                // the iterator beneath has what it had; see WeaklyConsistentIterator
            }
        }
    }

    @Override
    public void forEachRemaining(Consumer<? super T> action) {
        if (concurrent) {
            Spliterator.super.forEachRemaining(action);
        } else {
            all.forEachRemaining(node -> action.accept(form.apply(node)));
        }
    }

    @Override
    public Spliterator<T> trySplit() {
        Spliterator<IndexNode> part = all.trySplit();
        return part == null ? null : new NodeSpliterator<>(part, form, more, concurrent, comparator);
    }

    @Override
    public long estimateSize() {
        return all.estimateSize();
    }

    @Override
    public int characteristics() {
        int given = all.characteristics() & (SIZED | SUBSIZED | ORDERED);
        return more | (concurrent ? given & ORDERED | CONCURRENT : given);
    }

    @Override
    public Comparator<? super T> getComparator() {
        if ((more & SORTED) == 0) {
            throw new IllegalStateException("not sorted");
        }
        return comparator;
    }
}
