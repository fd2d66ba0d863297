package org.jnvm.pdt.internal.index;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Epochs;

/**
 * The nodes of a descending view of a concurrent index. The iterator of {@code java.util} looks for what is below the
 * last key, which another thread may have removed and freed since. This one takes some nodes at a time, and goes on
 * below a copy of the last key if it is a string, else below the last of them that is still there.
 */
final class DescendingNodes implements Iterator<IndexNode> {
    private static final int CHUNK = 32;

    private final NavigableMap<Object, IndexNode> nodes;
    private List<IndexNode> chunk = List.of();
    private int next;
    /** The last key as a lookup key that nobody frees, or null. */
    private LookupKey last;

    private boolean atEnd;

    /**
     * Makes an iterator.
     *
     * @param nodes the view, whose first node is the greatest
     */
    DescendingNodes(NavigableMap<Object, IndexNode> nodes) {
        this.nodes = nodes;
    }

    @Override
    public boolean hasNext() {
        if (next == chunk.size() && !atEnd) {
            fill();
        }
        return next < chunk.size();
    }

    @Override
    public IndexNode next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no further entry");
        }
        return chunk.get(next++);
    }

    private void fill() {
        List<IndexNode> following = null;
        Epochs.enterRead();
        try {
            while (following == null) {
                try {
                    following = following();
                } catch (RetrySignal e) {
                    // another thread removed a node on the way
                }
            }
            atEnd = following.size() < CHUNK;
            IndexNode end = atEnd ? null : following.get(CHUNK - 1);
            Object key = end == null ? null : end.key();
            last = Values.isText(key) ? new LookupKey(key.toString()) : null;
        } finally {
            Epochs.exitRead();
        }
        chunk = following;
        next = 0;
    }

    private List<IndexNode> following() {
        List<IndexNode> following = new ArrayList<>(CHUNK);
        Map.Entry<Object, IndexNode> found = chunk.isEmpty() ? nodes.firstEntry() : nodes.higherEntry(position());
        while (found != null && following.size() < CHUNK) {
            following.add(found.getValue());
            found = nodes.higherEntry(found.getKey());
        }
        return following;
    }

    private Object position() {
        if (last != null) {
            return last;
        }
        for (int i = chunk.size() - 1; i >= 0; i--) {
            if (!chunk.get(i).isUnlinked()) {
                return chunk.get(i);
            }
        }
        throw new ConcurrentModificationException(
                "the last " + CHUNK + " entries were removed by other threads, so there"
                        + " is no telling where to go on: iterate upwards, or free keys later");
    }
}
