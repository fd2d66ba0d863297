package org.jnvm.pdt.internal.index;

import java.util.Map;
import java.util.function.Supplier;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.Transactions;

/**
 * The index of a collection whose program keeps threads apart. It is changed at once, inside failure-atomic blocks too,
 * and put back when the block is undone.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class PlainIndex<K, V> extends Index<K, V> {
    PlainIndex(Map<Object, IndexNode> nodes, boolean ofMap) {
        super(nodes, ofMap);
    }

    @Override
    void loaded(int count) {
        // the map of java.util counts
    }

    @Override
    boolean isConcurrent() {
        return false;
    }

    @Override
    int size() {
        return nodes().size();
    }

    @Override
    <R> R exclusively(int hash, Supplier<IndexNode> finder, Step<R> step) {
        Transactions.reserveStack(); // for the index, which must follow what is stored
        Epochs.enterRead();
        try {
            return step.run(finder.get());
        } finally {
            Epochs.exitRead();
        }
    }

    @Override
    <R> R holdingBackChanges(int hash, Supplier<R> action) {
        return action.get(); // the program does
    }

    @Override
    void inserted(IndexNode indexed, IndexNode node, V value) {
        if (keepsProxies() && node instanceof MapEntry entry) {
            entry.committedValue(value);
        }
        Transactions.onAbort(
                owner, () -> nodes.remove(node)); // first, as all that is to be undone: an error may come next
        link(node);
    }

    @Override
    void link(IndexNode node) {
        nodes.put(node, node);
    }

    @Override
    void store(IndexNode indexed, IndexNode seen, V value, V before) {
        if (!(seen instanceof MapEntry entry)) {
            return;
        }
        Object committed = entry.committedValue();
        Transactions.onAbort(owner, () -> restore(entry, committed));
        storeValue(entry, value, committed);
    }

    @Override
    void remove(IndexNode indexed, IndexNode seen, boolean linked) {
        MapEntry entry = seen instanceof MapEntry found ? found : null;
        Object committed = entry == null ? null : entry.committedValue();
        if (entry != null) {
            entry.committedValue(value(entry)); // for entries that the program still has
        }
        try {
            slots().set(seen.slot(), null);
        } catch (RuntimeException | Error e) {
            if (entry != null) {
                entry.committedValue(committed);
            }
            throw e;
        }
        try {
            removed(seen, entry, committed, linked);
        } catch (Error e) {
            throw Transactions.cutShort(owner, "removal from a collection", e);
        }
    }

    /** Lets the index follow a removal. */
    private void removed(IndexNode node, MapEntry entry, Object committed, boolean linked) {
        Transactions.onAbort(owner, () -> {
            if (entry != null) {
                restore(entry, committed);
            }
            link(node);
        });
        if (linked) {
            nodes.remove(node);
        }
        discard(node);
    }

    @Override
    void keepProxy(MapEntry entry, Object value) {
        entry.committedValue(value);
    }

    @Override
    void dropProxy(MapEntry entry) {
        entry.committedValue(null);
    }
}
