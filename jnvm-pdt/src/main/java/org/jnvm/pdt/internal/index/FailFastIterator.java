package org.jnvm.pdt.internal.index;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;

/**
 * Iterates over the members of a plain index; fail-fast, as the map of {@code java.util} is.
 *
 * @param <T> what members are returned as: keys, values or entries
 */
final class FailFastIterator<T> implements Iterator<T> {
    private final Index<?, ?> index;
    private final Map<Object, IndexNode> nodes;
    private final Iterator<IndexNode> all;
    private final Function<IndexNode, T> form;
    private IndexNode last;

    /**
     * Makes an iterator.
     *
     * @param nodes the nodes of the index, or a range of them
     */
    FailFastIterator(Index<?, ?> index, Map<Object, IndexNode> nodes, Function<IndexNode, T> form) {
        this.index = index;
        this.nodes = nodes;
        this.all = nodes.values().iterator();
        this.form = form;
    }

    @Override
    public boolean hasNext() {
        return all.hasNext();
    }

    @Override
    public T next() throws NoSuchElementException {
        index.require();
        last = all.next();
        return form.apply(last);
    }

    @Override
    public void remove() {
        index.require();
        all.remove(); // first, as it refuses what must be refused
        try {
            index.removeUnlinked(last);
        } catch (RuntimeException | Error e) {
            nodes.put(last, last);
            throw e;
        }
    }
}
