package org.jnvm.pdt;

import java.util.Collection;
import java.util.Map;

/** A map or set on its way. Its counterpart has a mirror, which needs the hash codes of the keys, or their order. */
final class MirroredMigrant extends Migrant {
    /** Volatile until {@link #fill}, persistent from then on. */
    private final Object[] keys;
    /** Likewise; null of a set. */
    private final Object[] values;

    MirroredMigrant(Migrant parent, Object step, Mirrored counterpart, Object[] elements) {
        super(parent, step, counterpart);
        keys = elements;
        values = null;
    }

    MirroredMigrant(Migrant parent, Object step, Mirrored counterpart, Collection<? extends Map.Entry<?, ?>> mappings) {
        super(parent, step, counterpart);
        Object[] all = mappings.toArray();
        keys = new Object[all.length];
        values = new Object[all.length];
        for (int i = 0; i < all.length; i++) {
            Map.Entry<?, ?> mapping = (Map.Entry<?, ?>) all[i];
            keys[i] = mapping.getKey();
            values[i] = mapping.getValue();
        }
    }

    @Override
    boolean isOrdered() {
        return true;
    }

    @Override
    void fill(Conversion conversion) {
        for (int i = 0; i < keys.length; i++) {
            Object key = keys[i];
            keys[i] = member(conversion, step(key), key);
            if (values != null) {
                values[i] = member(conversion, new KeyStep(key, false), values[i]);
            }
        }
    }

    private Object step(Object key) {
        return values == null ? "element" : new KeyStep(key, true);
    }

    private static Object member(Conversion conversion, Object step, Object member) {
        if (member == null) {
            throw conversion.refused(step, null, "persistent maps and sets hold no null: leave it out");
        }
        return conversion.counterpart(step, member);
    }

    @Override
    void finish(Conversion conversion) {
        Entries<Object, Object> entries = entries();
        entries.prepare(keys.length);
        for (int i = 0; i < keys.length; i++) {
            boolean added;
            try {
                added = entries.initialise(keys[i], values == null ? keys[i] : values[i]);
            } catch (ClassCastException e) {
                throw conversion.refused(step(keys[i]), keys[i], "its counterpart is not comparable with the others");
            }
            if (!added) {
                throw conversion.refused(
                        step(keys[i]), keys[i], "when persistent it is equal to another one; leave one of them out");
            }
        }
    }

    @Override
    void check(Conversion conversion) {
        Entries<Object, Object> entries = entries();
        for (Object key : keys) {
            if (!isLeaf(key) && !entries.holds(key)) {
                throw conversion.refused(
                        step(key),
                        key,
                        "its hash code or order depends on the collection that holds it; let these depend on less");
            }
        }
    }

    /** Tells whether a key never changes, so that it is found if it was added. */
    private static boolean isLeaf(Object key) {
        return key instanceof PString || key instanceof PBox;
    }

    @SuppressWarnings("unchecked")
    private Entries<Object, Object> entries() {
        return (Entries<Object, Object>) ((Mirrored) counterpart()).$jnvm$entries();
    }
}
