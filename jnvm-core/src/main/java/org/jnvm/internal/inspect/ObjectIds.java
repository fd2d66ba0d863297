package org.jnvm.internal.inspect;

import org.jnvm.internal.layout.Reference;

/** Which object of a heap that is built an id stands for. Memory: 32 bytes for each. */
final class ObjectIds {
    private static final int FIRST_CAPACITY = 1 << 10;

    /** Ids and references, side by side; the reference is null where there is no id. */
    private long[] table = new long[2 * FIRST_CAPACITY];

    private int size;

    /** Returns the object of an id, {@link Reference#NULL} if there is none. */
    long get(long id) {
        return table[place(table, id) + 1];
    }

    /** Adds an id; returns whether it is new. */
    boolean add(long id, long ref) {
        int place = place(table, id);
        if (table[place + 1] != Reference.NULL) {
            return false;
        }
        table[place] = id;
        table[place + 1] = ref;
        if (++size > table.length / 4) {
            grow();
        }
        return true;
    }

    private void grow() {
        long[] larger = new long[Math.multiplyExact(table.length, 2)];
        for (int i = 0; i < table.length; i += 2) {
            if (table[i + 1] != Reference.NULL) {
                int place = place(larger, table[i]);
                larger[place] = table[i];
                larger[place + 1] = table[i + 1];
            }
        }
        table = larger;
    }

    private static int place(long[] table, long id) {
        long mixed = id * 0x9E3779B97F4A7C15L;
        int mask = table.length - 1;
        int place = (int) (mixed >>> Integer.SIZE) << 1 & mask;
        while (table[place + 1] != Reference.NULL && table[place] != id) {
            place = place + 2 & mask;
        }
        return place;
    }
}
