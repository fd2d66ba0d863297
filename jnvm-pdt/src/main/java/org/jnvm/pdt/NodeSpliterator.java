package org.jnvm.pdt;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jnvm.runtime.Epochs;

/** The spliterator of a mirror, of what the calling thread sees, as keys, values or entries. */
final class NodeSpliterator<T> implements Spliterator<T> {
    private final Spliterator<Node> all;
    private final Function<Node, T> form;
    private final int more;
    private final boolean concurrent;
    private final Comparator<? super T> comparator;

    /**
     * Makes a spliterator.
     *
     * @param more characteristics that it has besides those of the mirror's
     * @param comparator if sorted, the order, or null for the natural one
     */
    NodeSpliterator(
            Spliterator<Node> all,
            Function<Node, T> form,
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
        Node[] found = new Node[1];
        Epochs.enterRead(); // a range compares keys with its ends
        try {
            while (found[0] == null && advance(node -> found[0] = Node.seen(node))) {
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
    private boolean advance(Consumer<Node> action) {
        while (true) {
            try {
                return all.tryAdvance(action);
            } catch (Gone e) {
                // the iterator beneath has what it had; see MapView
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
        Spliterator<Node> part = all.trySplit();
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
