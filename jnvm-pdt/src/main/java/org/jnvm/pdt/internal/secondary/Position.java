package org.jnvm.pdt.internal.secondary;

import org.jnvm.pdt.internal.value.Values;

/** A place in the order of an index that is not unique: that of an entry, or one before or behind entries. */
public interface Position extends Comparable<Position> {
    /** Returns the index key: volatile, or of a class of the program. */
    Object key();

    /** Returns the key in the map; of no meaning beside all entries of an index key. */
    Object primary();

    /** Returns where it is to the entries of its index key: -1 before them all, 1 behind them all, 0 among them. */
    int side();

    /** Orders by index key, then by the key in the map. */
    @Override
    default int compareTo(Position other) {
        int order = Values.compare(key(), other.key());
        if (order != 0) {
            return order;
        }
        return side() != 0 || other.side() != 0
                ? Integer.compare(side(), other.side())
                : Values.compare(primary(), other.primary());
    }
}
