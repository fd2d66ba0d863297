package org.jnvm.internal.tree;

import java.util.function.Supplier;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.TreeLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.Texts;
import org.jnvm.internal.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * The order of the keys of a tree, and their units: bytes that have that order, too, and are compared instead of the keys where they
 * differ. Behind the last unit come zeros. Keys of one <em>kind</em> have units of one kind.
 */
abstract class Keys {
    /** The kind of keys that have no units. */
    static final int PLAIN = 0;
    /** The kind whose units are characters: nothing behind one that is {@link #CUT} counts. */
    static final int TEXT = 1;
    /** The unit of all characters from 255 on. */
    private static final int CUT = 0xFF;

    /** What {@link #order} returns for a key that is no one's. */
    static final int DEAD = 2;

    private final PersistentHeap heap;
    private final ObjectSpace space;

    Keys(PersistentHeap heap) {
        this.heap = heap;
        this.space = heap.space();
    }

    /** Returns the kind of a key, 0 to 127. */
    abstract int kind(Object key);

    /** Returns eight units of a key of another kind than {@link #PLAIN}, the first in the highest byte. */
    abstract long units(Object key, int from);

    /** Compares by the order of the tree. */
    abstract int compare(Object wanted, Object key);

    final Object object(long key) {
        return heap.references().key(key);
    }

    // ---- what is in an entry ----

    /** Tells whether some thread sees an entry, or is going to if its block commits. */
    final boolean isAlive(MappedChunk chunk, long leaf, long entry) {
        return chunk.loadLongAcquire(entry) != Reference.NULL
                || isPending(leaf, entry)
                || isLocked(entry)
                || chunk.loadLongAcquire(entry) != Reference.NULL; // a commit stores it, and then gives up its lock
    }

    /** Tells whether the value of an entry of a leaf is not durable yet, and the one before it counts. */
    abstract boolean isPending(long leaf, long entry);

    final boolean isLocked(long entry) {
        return heap.guardsChanges() && heap.transactions().isLocked(entry);
    }

    /** Compares with the key of an entry; returns -1, 0, 1 or {@link #DEAD}. */
    final int order(Object wanted, MappedChunk chunk, long leaf, long entry) {
        if (!isAlive(chunk, leaf, entry)) {
            return DEAD;
        }
        long key = chunk.loadLong(keyOf(entry));
        if (key == Reference.NULL) {
            return DEAD;
        }
        Integer found = looking(chunk, entry, () -> Integer.signum(compare(wanted, object(key))));
        return found == null ? DEAD : found;
    }

    /** Looks at the key of an entry; returns null if it was freed, and the entry is no one's. */
    final <T> @Nullable T looking(MappedChunk chunk, long entry, Supplier<T> look) {
        try {
            return look.get();
        } catch (StaleObjectException e) {
            Transaction transaction = heap.fa();
            if (transaction != null && transaction.memory().hasWord(entry)) { // freed here, where others still see it
                return readingFreed(look);
            }
            if (chunk.loadLongAcquire(entry) != Reference.NULL) {
                throw e;
            }
            return null; // or of a block that was undone just now
        }
    }

    /** Runs what may read keys that the open block of the calling thread has freed, as others still see them. */
    final <T> T readingFreed(Supplier<T> action) {
        Transaction transaction = heap.fa();
        if (transaction == null) {
            return action.get();
        }
        boolean before = transaction.memory().readFreed(true);
        try {
            return action.get();
        } finally {
            transaction.memory().readFreed(before);
        }
    }

    /** Tells whether the key of an entry, of the same kind, is the one that is wanted. */
    final boolean isKey(Object wanted, MappedChunk chunk, long leaf, long entry) {
        if (!(wanted instanceof String text)) {
            return isAlive(chunk, leaf, entry) && heap.references().isEqual(chunk.loadLong(keyOf(entry)), wanted)
                    || order(wanted, chunk, leaf, entry) == 0;
        }
        if (!isAlive(chunk, leaf, entry)) {
            return false;
        }
        long key = chunk.loadLong(keyOf(entry));
        return key != Reference.NULL && Boolean.TRUE.equals(looking(chunk, entry, () -> Texts.equal(space, key, text)));
    }

    /** Returns where the key of an entry is. */
    static long keyOf(long entry) {
        return entry - Long.BYTES;
    }

    // ---- words ----

    /** Returns the first of some words in order that is not less than another one; the end if there is none. */
    static int lower(MappedChunk chunk, long words, int from, int to, long word) {
        int low = from;
        int left = to - from;
        while (left > 0) {
            int half = left >>> 1;
            boolean less = Long.compareUnsigned(chunk.loadLong(words + 8L * (low + half)), word) < 0;
            low = less ? low + half + 1 : low;
            left = less ? left - half - 1 : half;
        }
        return low;
    }

    // ---- units that a look-up has ready: the first eight, and the eight behind them ----

    /** Returns the first eight units of a key. */
    final long firstUnits(Object key, int kind) {
        return kind == PLAIN ? 0 : units(key, 0);
    }

    /**
     * Returns the next eight.
     *
     * @param first the first eight
     */
    final long secondUnits(Object key, int kind, long first) {
        return kind == PLAIN || kind == TEXT && isCut(first) ? 0 : units(key, Long.BYTES);
    }

    /** Tells whether one of eight units is {@link #CUT}. */
    private static boolean isCut(long units) {
        long others = ~units; // there, that is a zero byte
        return (others - 0x0101_0101_0101_0101L & ~others & 0x8080_8080_8080_8080L) != 0;
    }

    /** Returns eight units of a key of a kind that has some, by those that are ready. */
    final long units(Object key, int from, long first, long second) {
        if (from == 0) {
            return first;
        }
        return from < Long.BYTES
                ? first << Byte.SIZE * from | second >>> Long.SIZE - Byte.SIZE * from
                : from == Long.BYTES ? second : units(key, from);
    }

    // ---- units in common ----

    /**
     * Compares the units that all keys of a leaf or node have in common with those of a key.
     *
     * @param common where they are
     * @param count how many
     * @return as the key compares with them; 0 if it has them, too
     */
    final int compareCommon(Object key, MappedChunk chunk, long common, int count) {
        return compareCommonFrom(0, key, chunk, common, count);
    }

    /** The same with units that are ready. */
    final int compareCommon(Object key, long first, long second, MappedChunk chunk, long common, int count) {
        if (count == 0) {
            return 0;
        }
        int order = Long.compareUnsigned(first & mask(count), chunk.loadLong(common));
        if (order != 0 || count <= Long.BYTES) {
            return order;
        }
        order = Long.compareUnsigned(second & mask(count - Long.BYTES), chunk.loadLong(common + Long.BYTES));
        return order != 0 ? order : compareCommonFrom(2 * Long.BYTES, key, chunk, common, count);
    }

    private int compareCommonFrom(int begin, Object key, MappedChunk chunk, long common, int count) {
        for (int from = begin; from < count; from += Long.BYTES) {
            long mask = mask(count - from);
            int order = Long.compareUnsigned(units(key, from) & mask, chunk.loadLong(common + from));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Returns how many of the units that all keys of a leaf have in common a key has, too. */
    final int countCommon(Object key, MappedChunk chunk, long common, int count) {
        for (int from = 0; from < count; from += Long.BYTES) {
            int same = Long.numberOfLeadingZeros(units(key, from) ^ chunk.loadLong(common + from)) >>> 3;
            if (same < Math.min(Long.BYTES, count - from)) {
                return from + same;
            }
        }
        return count;
    }

    /** Returns the kind of all keys, {@link #PLAIN} if they are not of one. */
    final int commonKind(Object[] sorted, int count) {
        int kind = count == 0 ? PLAIN : kind(sorted[0]);
        for (int i = 1; i < count; i++) {
            if (kind(sorted[i]) != kind) {
                return PLAIN;
            }
        }
        return kind;
    }

    /** Stores the first units of a key. */
    final void storeCommon(Object key, MappedChunk chunk, long common, int count) {
        for (int from = 0; from < count; from += Long.BYTES) {
            chunk.storeLong(common + from, units(key, from) & mask(count - from));
        }
    }

    /** Returns which bits are the first units of eight. */
    private static long mask(int units) {
        return units >= Long.BYTES ? -1 : -1L << Long.SIZE - Byte.SIZE * units;
    }

    /** Returns how many of their first units two keys of one kind have in common, and can be left out. */
    final int common(Object first, Object last, int kind) {
        int most = TreeLayout.COMMON_UNITS;
        for (int from = 0; from < most; from += Long.BYTES) {
            long units = units(first, from);
            int same = Long.numberOfLeadingZeros(units ^ units(last, from)) >>> 3;
            for (int i = 0; kind == TEXT && i < same; i++) {
                if ((units >>> Long.SIZE - Byte.SIZE * (i + 1) & 0xFF) == CUT) {
                    return from + i;
                }
            }
            if (same < Long.BYTES) {
                return from + same;
            }
        }
        return most;
    }
}
