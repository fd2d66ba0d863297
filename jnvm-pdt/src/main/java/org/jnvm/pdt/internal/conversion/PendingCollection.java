package org.jnvm.pdt.internal.conversion;

import java.util.Map;
import java.util.Set;
import org.jnvm.pdt.internal.conversion.Path.KeyStep;
import org.jnvm.pdt.internal.index.CollectionIndex;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.spi.Proxy;

/** A map or set on its way. Its counterpart has an index, which needs the hash codes of the keys, or their order. */
public final class PendingCollection extends PendingConversion {
    private final CollectionIndex<Object, Object> index;
    /** Volatile until {@link #fill}, persistent from then on. */
    private final Object[] keys;
    /** Likewise; null of a set. */
    private final Object[] values;

    /**
     * Makes the pending conversion of a set.
     *
     * @param parent that of the object which led to the set, or null
     * @param step how it led there
     * @param counterpart a new persistent set
     * @param index its index
     * @param set the set
     */
    public PendingCollection(
            PendingConversion parent, Object step, Proxy counterpart, CollectionIndex<?, ?> index, Set<?> set) {
        super(parent, step, counterpart);
        this.index = any(index);
        keys = set.toArray();
        values = null;
    }

    /**
     * Makes the pending conversion of a map.
     *
     * @param parent that of the object which led to the map, or null
     * @param step how it led there
     * @param counterpart a new persistent map
     * @param index its index
     * @param map the map
     */
    public PendingCollection(
            PendingConversion parent, Object step, Proxy counterpart, CollectionIndex<?, ?> index, Map<?, ?> map) {
        super(parent, step, counterpart);
        this.index = any(index);
        Object[] all = map.entrySet().toArray();
        keys = new Object[all.length];
        values = new Object[all.length];
        for (int i = 0; i < all.length; i++) {
            Map.Entry<?, ?> mapping = (Map.Entry<?, ?>) all[i];
            keys[i] = mapping.getKey();
            values[i] = mapping.getValue();
        }
    }

    @SuppressWarnings("unchecked")
    private static CollectionIndex<Object, Object> any(CollectionIndex<?, ?> index) {
        return (CollectionIndex<Object, Object>) index;
    }

    @Override
    boolean isOrdered() {
        return true;
    }

    @Override
    protected void fill(Converter converter) {
        for (int i = 0; i < keys.length; i++) {
            Object key = keys[i];
            keys[i] = member(converter, stepTo(key), key);
            if (values != null) {
                values[i] = member(converter, new KeyStep(key, false), values[i]);
            }
        }
    }

    private Object stepTo(Object key) {
        return values == null ? "element" : new KeyStep(key, true);
    }

    private static Object member(Converter converter, Object step, Object member) {
        if (member == null) {
            throw converter.refused(step, null, "persistent maps and sets hold no null: leave it out");
        }
        return converter.counterpart(step, member);
    }

    @Override
    void finish(Converter converter) {
        index.prepare(keys.length);
        for (int i = 0; i < keys.length; i++) {
            boolean added;
            try {
                added = index.initialise(keys[i], values == null ? keys[i] : values[i]);
            } catch (ClassCastException e) {
                throw converter.refused(stepTo(keys[i]), keys[i], "its counterpart is not comparable with the others");
            }
            if (!added) {
                throw converter.refused(
                        stepTo(keys[i]), keys[i], "when persistent it is equal to another one; leave one of them out");
            }
        }
    }

    @Override
    void check(Converter converter) {
        for (Object key : keys) {
            if (!Values.isImmutable(key) && !index.holds(key)) {
                throw converter.refused(
                        stepTo(key),
                        key,
                        "its hash code or order depends on the collection that holds it; let these depend on less");
            }
        }
    }
}
