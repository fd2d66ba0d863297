package org.jnvm.pdt;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;

/** The spliterator of a mirror, of what the calling thread sees, as keys, values or entries. */
final class NodeSpliterator<T> implements Spliterator<T> {
    private final Spliterator<Node> all;
    private final Function<Node, T> form;
    private final int more;
    private final boolean concurrent;

    /**
     * Makes a spliterator.
     *
     * @param more characteristics that it has besides those of the mirror's
     */
    NodeSpliterator(Spliterator<Node> all, Function<Node, T> form, int more, boolean concurrent) {
        this.all = all;
        this.form = form;
        this.more = more;
        this.concurrent = concurrent;
    }

    @Override
    public boolean tryAdvance(Consumer<? super T> action) {
        Node[] found = new Node[1];
        while (found[0] == null && all.tryAdvance(node -> found[0] = Node.seen(node))) {
            // until there is one that this thread sees
        }
        if (found[0] == null) {
            return false;
        }
        action.accept(form.apply(found[0]));
        return true;
    }

    @Override
    public void forEachRemaining(Consumer<? super T> action) {
        all.forEachRemaining(node -> {
            Node seen = Node.seen(node);
            if (seen != null) {
                action.accept(form.apply(seen));
            }
        });
    }

    @Override
    public Spliterator<T> trySplit() {
        Spliterator<Node> part = all.trySplit();
        return part == null ? null : new NodeSpliterator<>(part, form, more, concurrent);
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

    /** Only asked where the order is the natural one. */
    @Override
    public Comparator<? super T> getComparator() {
        if ((more & SORTED) == 0) {
            throw new IllegalStateException("not sorted");
        }
        return null;
    }
}
