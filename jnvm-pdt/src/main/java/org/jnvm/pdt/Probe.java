package org.jnvm.pdt;

import java.util.Comparator;
import org.jnvm.InvalidObjectException;

/**
 * A key that is looked up in a mirror: equal to the node whose key is found by it, and in its place in the order.
 *
 * <p>In concurrent collections a key may be freed while it is compared with, as its entry was just removed. The node
 * then has another proxy of it, and the read section keeps its bytes.
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
        if (!(other instanceof Node node) || node.hash() != hash) {
            return false;
        }
        while (true) {
            Object found = node.key();
            try {
                return Lookup.matches(key, found);
            } catch (InvalidObjectException e) {
                if (node.key() == found) {
                    throw e;
                }
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
        int byKey = compare(node.key(), other);
        return byKey != 0 ? byKey : Long.compare(node.id(), other.id());
    }

    private static int compare(Object wanted, Node node) {
        while (true) {
            Object found = node.key();
            try {
                return order(wanted, found);
            } catch (InvalidObjectException e) {
                if (node.key() == found) {
                    throw e;
                }
            }
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
