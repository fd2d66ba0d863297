package org.jnvm.pdt.internal.secondary;

import java.time.LocalDate;
import java.util.Objects;
import java.util.function.Function;
import org.jnvm.pdt.internal.value.Members;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.HeapObjects;
import org.jnvm.spi.Proxy;

/**
 * The keys of one index: how they are taken from values, and what they are compared as.
 *
 * @param <V> the values
 */
public final class IndexKeys<V> {
    private final Proxy owner;
    private final String name;
    private final boolean unique;
    private final Function<? super V, ?> function;

    IndexKeys(Proxy owner, String name, boolean unique, Function<? super V, ?> function) {
        this.owner = owner;
        this.name = Objects.requireNonNull(name, "name");
        this.unique = unique;
        this.function = Objects.requireNonNull(function, "key");
    }

    /** Returns the name of the index. */
    public String name() {
        return name;
    }

    /** Tells whether each index key has one value at most. */
    public boolean isUnique() {
        return unique;
    }

    /** Returns the index key of a value, as it is compared; null if it has none. */
    Object of(V value) {
        Object key = function.apply(value);
        return key == null ? null : comparable(key);
    }

    /** Returns what an index key is compared as: volatile, if it is a value. */
    public Object comparable(Object key) {
        if (key instanceof LocalDate date) {
            return date.toEpochDay();
        }
        Object lasting = Values.lasting(key);
        if (lasting instanceof Comparable && HeapObjects.isValue(owner, lasting)) {
            return lasting;
        }
        if (lasting instanceof Proxy object && lasting instanceof Comparable) {
            Members.require(owner, object);
            return lasting;
        }
        throw new IllegalArgumentException("no key of an index: index=" + name + ", class="
                + key.getClass().getName()
                + ", expected a value or a persistent object that is comparable");
    }
}
