package org.jnvm.pdt.internal.tree;

import java.util.Comparator;
import org.jnvm.spi.Proxy;

/**
 * The order of a comparator that the collection keeps. That is looked for when it is first needed: a collection whose comparator is
 * missing can be reached, and freed. It sees keys as they are, as it may take no others.
 */
final class ComparatorOrder extends KeyOrder {
    private final Proxy collection;
    private final ComparatorField field;
    private volatile Comparator<Object> comparator;

    private ComparatorOrder(Proxy collection, ComparatorField field) {
        this.collection = collection;
        this.field = field;
    }

    /** As a {@link KeyOrder}, so that this class is not loaded where all orders are natural, whose calls then stay direct. */
    static KeyOrder of(Proxy collection, ComparatorField field) {
        return new ComparatorOrder(collection, field);
    }

    @Override
    Comparator<Object> comparator() {
        Comparator<Object> known = comparator;
        if (known == null) {
            known = field.comparatorOf(collection);
            comparator = known;
        }
        return known;
    }

    @Override
    int compare(Object left, Object right) {
        return comparator().compare(left, right);
    }

    @Override
    void require(Object key) {
        compare(key, key);
    }

    @Override
    Object lasting(Object key) {
        return key;
    }

    @Override
    boolean isLasting(Object key) {
        return !(key instanceof Proxy);
    }
}
