package org.jnvm.pdt;

import java.util.Comparator;
import java.util.function.Supplier;
import org.jnvm.StaleObjectException;
import org.jnvm.runtime.Transactions;

/**
 * A key that is looked up in a mirror: equal to the node whose key is found by it, and in its place in the order.
 *
 * <p>In concurrent collections the key of a node may be freed while it is compared with, as the entry was just removed.
 * Its bytes stay as long as the read section, but as an object it is no more. If that stands in the way, {@link Gone}
 * is thrown, and the look-up begins anew. What the calling thread's open block has removed and freed others still see,
 * so it is compared with.
 */
final class Probe {
    /** By the natural order of the keys; nodes with equal keys by what they are. */
    static final Comparator<Object> ORDER = Probe::compare;

    private final Object key;
    private final int hash;

    Probe(Object key) {
        this.key = key;
        this.hash = key.hashCode(); // of a String the same as of the PString
    }

    Object key() {
        return key;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Node node && node.hash() == hash && matches(node);
    }

    private boolean matches(Node node) {
        while (true) {
            Object found = node.key();
            try {
                return Lookup.matches(key, found);
            } catch (StaleObjectException e) {
                if (node.isChangedHere()) {
                    return readingFreed(() -> Lookup.matches(key, node.key()));
                }
                node.keyFailed(found, e);
            }
        }
    }

    private static int compare(Object left, Object right) {
        if (left instanceof Probe probe) {
            return right instanceof Node node ? compare(probe.key, node) : order(probe.key, ((Probe) right).key);
        }
        Node node = (Node) left;
        if (right instanceof Probe probe) {
            return -Integer.signum(compare(probe.key, node));
        }
        Node other = (Node) right;
        if (node.id() == other.id()) {
            return 0;
        }
        int byKey = compareNodes(node, other);
        return byKey != 0 ? byKey : Long.compare(node.id(), other.id());
    }

    private static int compareNodes(Node node, Node other) {
        while (true) {
            Object wanted = node.key();
            try {
                return compare(wanted, other);
            } catch (StaleObjectException e) {
                node.keyFailed(wanted, e);
            }
        }
    }

    private static int compare(Object wanted, Node node) {
        while (true) {
            Object found = node.key();
            try {
                return order(wanted, found);
            } catch (StaleObjectException e) {
                if (node.isChangedHere()) {
                    return readingFreed(() -> order(wanted, node.key()));
                }
                node.keyFailed(found, e);
            }
        }
    }

    /** Runs a comparison that may read what the calling thread's open failure-atomic block has freed. */
    static <T> T readingFreed(Supplier<T> comparison) {
        boolean before = Transactions.readFreed(true);
        try {
            return comparison.get();
        } finally {
            Transactions.readFreed(before);
        }
    }

    /** Compares two keys, each of which may be volatile: a {@code String}, a box. */
    @SuppressWarnings("unchecked")
    static int order(Object left, Object right) {
        if (left instanceof String text && right instanceof PString string) {
            return -Integer.signum(string.compareTo(text));
        }
        if (left instanceof PString string && right instanceof String text) {
            return string.compareTo(text);
        }
        return ((Comparable<Object>) Lookup.unboxed(left)).compareTo(Lookup.unboxed(right));
    }
}
