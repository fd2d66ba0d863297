package org.jnvm.pdt.internal.index;

import java.util.Comparator;
import java.util.Map;
import java.util.function.Supplier;
import org.jnvm.ConflictException;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Transactions;

/**
 * A key that is looked up in an index: equal to the node whose key is found by it, and in its place in the order.
 *
 * <p>In concurrent collections the key of a node may be freed while it is compared with, as the entry was just removed.
 * Its bytes stay as long as the epoch-protected section, but as an object it is no more. If that stands in the way, {@link RetrySignal}
 * is thrown, and the look-up begins anew. What the calling thread's open block has removed and freed others still see,
 * so it is compared with. A key that another block has locked is compared with as it is: a conflict in the middle of a change
 * of the index would leave that undone.
 */
final class LookupKey {
    /** By the natural order of the keys; nodes with equal keys by what they are. */
    static final Comparator<Object> ORDER = LookupKey::compare;

    private final Object key;
    private final int hash;

    LookupKey(Object key) {
        this.key = key;
        this.hash = key.hashCode(); // of a String the same as of the persistent one
    }

    /**
     * Finds the node of the key, in an epoch-protected section.
     *
     * @param nodes the map of an index, or a range of it
     * @return the node, or null
     */
    IndexNode findIn(Map<Object, IndexNode> nodes) {
        while (true) {
            try {
                return nodes.get(this);
            } catch (RetrySignal e) {
                // another thread removed a node on the way
            }
        }
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IndexNode node && node.hash() == hash && matches(node);
    }

    private boolean matches(IndexNode node) {
        while (true) {
            Object found = node.key();
            try {
                return Values.matches(key, found);
            } catch (StaleObjectException e) {
                if (node.isChangedHere()) {
                    return readingFreed(() -> Values.matches(key, node.key()));
                }
                node.keyFailed(found, e);
            } catch (ConflictException e) {
                return readingFreed(() -> Values.matches(key, node.key()));
            }
        }
    }

    private static int compare(Object left, Object right) {
        if (left instanceof LookupKey wanted) {
            return right instanceof IndexNode node
                    ? compare(wanted.key, node)
                    : Values.compare(wanted.key, ((LookupKey) right).key);
        }
        IndexNode node = (IndexNode) left;
        if (right instanceof LookupKey wanted) {
            return -Integer.signum(compare(wanted.key, node));
        }
        IndexNode other = (IndexNode) right;
        if (node.id() == other.id()) {
            return 0;
        }
        int byKey = compareNodes(node, other);
        return byKey != 0 ? byKey : Long.compare(node.id(), other.id());
    }

    private static int compareNodes(IndexNode node, IndexNode other) {
        while (true) {
            Object wanted = node.key();
            try {
                return compare(wanted, other);
            } catch (StaleObjectException e) {
                node.keyFailed(wanted, e);
            }
        }
    }

    private static int compare(Object wanted, IndexNode node) {
        while (true) {
            Object found = node.key();
            try {
                return Values.compare(wanted, found);
            } catch (StaleObjectException e) {
                if (node.isChangedHere()) {
                    return readingFreed(() -> Values.compare(wanted, node.key()));
                }
                node.keyFailed(found, e);
            } catch (ConflictException e) {
                return readingFreed(() -> Values.compare(wanted, node.key()));
            }
        }
    }

    /**
     * Runs a comparison that may read what the calling thread's open failure-atomic block has freed, and locks nothing, if
     * that is a retrying one.
     */
    static <T> T readingFreed(Supplier<T> comparison) {
        boolean before = Transactions.readFreed(true);
        try {
            return comparison.get();
        } finally {
            Transactions.readFreed(before);
        }
    }
}
