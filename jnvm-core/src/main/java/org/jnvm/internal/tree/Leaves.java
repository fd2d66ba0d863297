package org.jnvm.internal.tree;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.TreeLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jspecify.annotations.Nullable;

/**
 * The leaves of a tree, by heap offset: where in one an entry is, and the words that say in which order its entries are.
 *
 * <p>An entry is named by the heap offset of its value. The places of a leaf are filled in any order; a word for each entry, in the
 * order of the keys, has the number of its place and what tells most keys apart. An entry that nobody sees any more may have a
 * word still: its key must not be looked at, and its units are in order.
 *
 * <p>Where a leaf was full, and blocks in flight kept it from being split, the first places are in the next one, to which
 * nothing else leads.
 *
 * <p>Words are no part of what is durable: they are right if they have the order number of the heap, which is another one after each
 * crash.
 */
final class Leaves {
    /** The version of a leaf that is not in use any more. */
    static final int GONE = -1;

    /** Of a leaf that is not sparse at least one of so many places is in use. */
    private static final int SPARSE = 5;

    private static final long PREFIX = ~TreeLayout.PLACE_MASK;

    private final ObjectSpace space;
    private final Keys keys;
    private final long order;

    /**
     * Makes ready.
     *
     * @param order the order number of the heap
     */
    Leaves(ObjectSpace space, Keys keys, long order) {
        this.space = space;
        this.keys = keys;
        this.order = order;
    }

    // ---- parts ----

    static int places(MappedChunk chunk, long leaf) {
        return (int) chunk.loadLong(leaf + TreeLayout.PLACES_OFFSET);
    }

    /** Tells whether so few of the places of a leaf are in use that it is looked whether it may be merged. */
    static boolean isSparse(int entries, int places) {
        return entries * SPARSE < places;
    }

    static int count(MappedChunk chunk, long leaf) {
        return chunk.loadShort(leaf + TreeLayout.COUNT_OFFSET) & 0xFFFF;
    }

    private static int kind(MappedChunk chunk, long leaf) {
        return chunk.loadByte(leaf + TreeLayout.LEAF_KIND_OFFSET);
    }

    private static int skip(MappedChunk chunk, long leaf) {
        return chunk.loadByte(leaf + TreeLayout.LEAF_SKIP_OFFSET);
    }

    private static long words(MappedChunk chunk, long leaf) {
        return leaf + TreeLayout.PAIRS_OFFSET + (long) TreeLayout.PAIR_BYTES * places(chunk, leaf);
    }

    static int version(MappedChunk chunk, long leaf) {
        int version = chunk.loadInt(leaf + TreeLayout.VERSION_OFFSET);
        VarHandle.acquireFence();
        return version;
    }

    /** Returns the number of the first place of a leaf that is not in the next one. */
    int base(MappedChunk chunk, long leaf) {
        long next = chunk.loadLong(leaf + TreeLayout.NEXT_OFFSET);
        return next == Reference.NULL ? 0 : places(space.chunk(Reference.offset(next)), Reference.offset(next));
    }

    /** Returns the offset of the leaf that has the first places of one, 0 if it has them itself. */
    long next(MappedChunk chunk, long leaf) {
        long next = chunk.loadLong(leaf + TreeLayout.NEXT_OFFSET);
        if (next == Reference.NULL) {
            return 0;
        }
        int base = base(chunk, leaf);
        if (base >= places(chunk, leaf)) { // each has fewer places than the one before: no chain leads back to itself
            throw damaged(chunk, leaf, "places=" + places(chunk, leaf) + ", of its next leaf=" + base);
        }
        return Reference.offset(next);
    }

    /** Returns the entry of a word. */
    private long entry(MappedChunk chunk, long leaf, long word) {
        return entryAt(chunk, leaf, (int) (word & TreeLayout.PLACE_MASK));
    }

    /** Returns the entry of a place. */
    long entryAt(MappedChunk chunk, long leaf, int place) {
        if (place >= places(chunk, leaf)) {
            throw damaged(chunk, leaf, "place=" + place);
        }
        long at = leaf;
        for (MappedChunk its = chunk; place < base(its, at); its = space.chunk(at)) {
            at = next(its, at);
        }
        return at + TreeLayout.PAIRS_OFFSET + (long) TreeLayout.PAIR_BYTES * place + Long.BYTES;
    }

    /** Returns the entry at a position in the order. */
    long entryIn(MappedChunk chunk, long leaf, int position) {
        return entry(chunk, leaf, chunk.loadLong(words(chunk, leaf) + 8L * position));
    }

    private HeapFormatException damaged(MappedChunk chunk, long leaf, String what) {
        long ref = Reference.toBlock(leaf, BlockLayout.generation(chunk.loadLong(leaf)));
        return space.damaged(ref, "tree damaged", what);
    }

    /** Returns the chunk in which an entry is, mostly that of its leaf. */
    MappedChunk chunkOf(MappedChunk chunk, long entry) {
        return chunk.holds(entry) ? chunk : space.chunk(entry);
    }

    /** Tells whether all places have a word. */
    static boolean isFull(MappedChunk chunk, long leaf) {
        return count(chunk, leaf) >= places(chunk, leaf);
    }

    // ---- search ----

    /** Tells whether a {@link #search} has found the key. */
    static boolean isFound(int result) {
        return (result & 1) != 0;
    }

    /** Returns the position that a {@link #search} has found. */
    static int positionOf(int result) {
        return result >>> 1;
    }

    /**
     * Finds the position of a key in the order.
     *
     * @param kind its kind
     * @param exact whether it does not matter where the key is if it is not there
     * @return for {@link #isFound} and {@link #positionOf}: that of an entry with the key that some thread sees, or of the first
     *     one behind it
     */
    int search(MappedChunk chunk, long leaf, Object wanted, int kind, boolean exact) {
        long first = keys.firstUnits(wanted, kind);
        return search(chunk, leaf, wanted, kind, first, keys.secondUnits(wanted, kind, first), exact);
    }

    /** The same with the first units of the key. */
    int search(MappedChunk chunk, long leaf, Object wanted, int kind, long first, long second, boolean exact) {
        int count = Math.min(count(chunk, leaf), places(chunk, leaf));
        if (kind == Keys.PLAIN || kind != kind(chunk, leaf)) {
            return search(chunk, leaf, wanted, 0, count);
        }
        int skip = skip(chunk, leaf);
        int common = keys.compareCommon(wanted, first, second, chunk, leaf + TreeLayout.LEAF_COMMON_OFFSET, skip);
        if (common != 0) {
            return common < 0 ? 0 : count << 1;
        }
        long words = words(chunk, leaf);
        long prefix = keys.units(wanted, skip, first, second) & PREFIX;
        int from = Keys.lower(chunk, words, 0, count, prefix);
        if (from == count || (chunk.loadLong(words + 8L * from) & PREFIX) != prefix) {
            return from << 1;
        }
        if (exact && (from + 1 == count || (chunk.loadLong(words + 8L * from + 8) & PREFIX) != prefix)) {
            long entry = entry(chunk, leaf, chunk.loadLong(words + 8L * from));
            MappedChunk its = chunkOf(chunk, entry);
            return keys.isKey(wanted, its, leaf, entry) ? from << 1 | 1 : from << 1;
        }
        int to = prefix == PREFIX ? count : Keys.lower(chunk, words, from, count, prefix + TreeLayout.PLACE_MASK + 1);
        return search(chunk, leaf, wanted, from, to);
    }

    /** Compares with the keys themselves. */
    private int search(MappedChunk chunk, long leaf, Object wanted, int from, int to) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = low + high >>> 1;
            int at = middle;
            int found = Keys.DEAD;
            while (at < high && (found = order(chunk, leaf, wanted, at)) == Keys.DEAD) {
                at++;
            }
            if (found == 0) {
                return at << 1 | 1;
            }
            if (found == Keys.DEAD || found < 0) {
                high = middle;
            } else {
                low = at + 1;
            }
        }
        return low << 1;
    }

    /** Compares with the key at a position; returns -1, 0, 1 or {@link Keys#DEAD}. */
    int order(MappedChunk chunk, long leaf, Object wanted, int position) {
        long entry = entryIn(chunk, leaf, position);
        return keys.order(wanted, chunkOf(chunk, entry), leaf, entry);
    }

    /** Returns the key at a position; null if that is gone. */
    @Nullable
    Object keyIn(MappedChunk chunk, long leaf, int position) {
        long entry = entryIn(chunk, leaf, position);
        MappedChunk its = chunkOf(chunk, entry);
        long key = its.loadLong(Keys.keyOf(entry));
        return key == Reference.NULL ? null : keys.looking(its, entry, () -> keys.object(key));
    }

    boolean isAliveAt(MappedChunk chunk, long leaf, int position) {
        long entry = entryIn(chunk, leaf, position);
        return keys.isAlive(chunkOf(chunk, entry), leaf, entry);
    }

    // ---- words ----

    /** Changes words; who reads them meanwhile begins anew. After an error they are made anew. */
    private static void changing(MappedChunk chunk, long leaf, Runnable change) {
        long at = leaf + TreeLayout.VERSION_OFFSET;
        try {
            chunk.storeInt(at, chunk.loadInt(at) + 1);
            VarHandle.storeStoreFence();
            change.run();
            endChange(chunk, leaf);
        } catch (RuntimeException | Error e) {
            giveUp(chunk, leaf);
            throw e;
        }
    }

    /** Has the words of a leaf made anew when it is looked at next. */
    static void giveUp(MappedChunk chunk, long leaf) {
        chunk.storeLongRelease(leaf + TreeLayout.LEAF_ORDER_OFFSET, 0);
        endChange(chunk, leaf);
    }

    /** Gives a leaf a version that is another one than those from before, and even. */
    private static void endChange(MappedChunk chunk, long leaf) {
        VarHandle.releaseFence();
        long at = leaf + TreeLayout.VERSION_OFFSET;
        chunk.storeInt(at, chunk.loadInt(at) + 2 & 0x7FFF_FFFE);
        chunk.pwb(leaf);
    }

    /** Says that a leaf is not in use any more. */
    static void leave(MappedChunk chunk, long leaf) {
        chunk.storeInt(leaf + TreeLayout.VERSION_OFFSET, GONE);
        VarHandle.storeStoreFence();
    }

    boolean isInOrder(MappedChunk chunk, long leaf) {
        return chunk.loadLongAcquire(leaf + TreeLayout.LEAF_ORDER_OFFSET) == order;
    }

    // persist-order: none: words are right only after a clean close, which is behind their write-back
    /** Adds the word of an entry at a position. */
    void addWord(MappedChunk chunk, long leaf, int position, int place, Object key, int kind) {
        int count = count(chunk, leaf);
        changing(chunk, leaf, () -> {
            long words = words(chunk, leaf);
            if (count == 0) {
                chunk.storeByte(leaf + TreeLayout.LEAF_KIND_OFFSET, (byte) kind);
                int skip = kind == Keys.PLAIN ? 0 : keys.common(key, key, kind);
                chunk.storeByte(leaf + TreeLayout.LEAF_SKIP_OFFSET, (byte) skip);
                keys.storeCommon(key, chunk, leaf + TreeLayout.LEAF_COMMON_OFFSET, skip);
            } else {
                adapt(chunk, leaf, position, key, kind, count);
            }
            for (int i = count; i > position; i--) {
                chunk.storeLong(words + 8L * i, chunk.loadLong(words + 8L * (i - 1)));
            }
            chunk.storeLong(words + 8L * position, prefix(chunk, leaf, key) | place);
            chunk.storeShort(leaf + TreeLayout.COUNT_OFFSET, (short) (count + 1));
            pwb(chunk, words + 8L * position, words + 8L * count);
        });
    }

    private long prefix(MappedChunk chunk, long leaf, Object key) {
        return kind(chunk, leaf) == Keys.PLAIN ? 0 : keys.units(key, skip(chunk, leaf)) & PREFIX;
    }

    private static void pwb(MappedChunk chunk, long first, long last) {
        for (long line = first & -BlockLayout.LINE_BYTES; line <= last; line += BlockLayout.LINE_BYTES) {
            chunk.pwb(line);
        }
    }

    /** Makes the words such that a key can be among them that has not all units in common, or is of another kind. */
    private void adapt(MappedChunk chunk, long leaf, int position, Object key, int kind, int count) {
        int before = kind(chunk, leaf);
        if (before == Keys.PLAIN) {
            return;
        }
        int skip = skip(chunk, leaf);
        long common = leaf + TreeLayout.LEAF_COMMON_OFFSET;
        int now = 0;
        if (kind == before) {
            if (keys.compareCommon(key, chunk, common, skip) == 0) {
                return;
            }
            now = keys.countCommon(key, chunk, common, skip);
        }
        chunk.storeByte(leaf + TreeLayout.LEAF_KIND_OFFSET, (byte) (kind == before ? kind : Keys.PLAIN));
        chunk.storeByte(leaf + TreeLayout.LEAF_SKIP_OFFSET, (byte) now);
        keys.storeCommon(key, chunk, common, now);
        rewrite(chunk, leaf, count, position, prefix(chunk, leaf, key));
    }

    /** Stores the words anew, with a key to come; that of an entry that nobody sees becomes that of the one before it. */
    private void rewrite(MappedChunk chunk, long leaf, int count, int position, long prefixToCome) {
        long words = words(chunk, leaf);
        long last = 0;
        for (int i = 0; i < count; i++) {
            if (i == position) {
                last = prefixToCome;
            }
            long word = chunk.loadLong(words + 8L * i);
            long entry = entry(chunk, leaf, word);
            MappedChunk its = chunkOf(chunk, entry);
            Long prefix = keys.isAlive(its, leaf, entry)
                    ? keys.looking(its, entry, () -> prefix(chunk, leaf, keys.object(its.loadLong(Keys.keyOf(entry)))))
                    : null;
            last = prefix == null ? last : prefix;
            chunk.storeLong(words + 8L * i, last | word & TreeLayout.PLACE_MASK);
        }
        pwb(chunk, words, words + 8L * count);
    }

    /** Takes the word at a position away. */
    void removeWord(MappedChunk chunk, long leaf, int position) {
        int count = count(chunk, leaf);
        long words = words(chunk, leaf);
        changing(chunk, leaf, () -> {
            for (int i = position + 1; i < count; i++) {
                chunk.storeLong(words + 8L * (i - 1), chunk.loadLong(words + 8L * i));
            }
            chunk.storeShort(leaf + TreeLayout.COUNT_OFFSET, (short) (count - 1));
            pwb(chunk, words + 8L * position, words + 8L * (count - 1));
        });
    }

    /** Takes the words away of entries that nobody sees; returns whether there were some. */
    boolean purge(MappedChunk chunk, long leaf) {
        int count = count(chunk, leaf);
        changing(chunk, leaf, () -> {
            long words = words(chunk, leaf);
            int left = 0;
            for (int i = 0; i < count; i++) {
                long word = chunk.loadLong(words + 8L * i);
                long entry = entry(chunk, leaf, word);
                if (keys.isAlive(chunkOf(chunk, entry), leaf, entry)) {
                    chunk.storeLong(words + 8L * left++, word);
                }
            }
            chunk.storeShort(leaf + TreeLayout.COUNT_OFFSET, (short) left);
            pwb(chunk, words, words + 8L * count);
        });
        return count(chunk, leaf) < count;
    }

    /** Returns a place that no word has, of a leaf that is not full. */
    int freePlace(MappedChunk chunk, long leaf) {
        int places = places(chunk, leaf);
        int count = count(chunk, leaf);
        long words = words(chunk, leaf);
        if (places <= Long.SIZE) {
            long used = 0;
            for (int i = 0; i < count; i++) {
                used |= 1L << chunk.loadLong(words + 8L * i);
            }
            return Long.numberOfTrailingZeros(~used);
        }
        long[] used = new long[(places + Long.SIZE - 1) / Long.SIZE];
        for (int i = 0; i < count; i++) {
            int place = (int) (chunk.loadLong(words + 8L * i) & TreeLayout.PLACE_MASK);
            used[place >>> 6] |= 1L << place;
        }
        int word = 0;
        while (used[word] == -1) {
            word++;
        }
        return word * Long.SIZE + Long.numberOfTrailingZeros(~used[word]);
    }

    /** Makes the words of a leaf anew if they are not right. */
    void putInOrder(MappedChunk chunk, long leaf) {
        if (!isInOrder(chunk, leaf)) {
            putInOrderAnew(chunk, leaf);
        }
    }

    private synchronized void putInOrderAnew(MappedChunk chunk, long leaf) {
        if (isInOrder(chunk, leaf)) {
            return;
        }
        int places = places(chunk, leaf);
        Object[] found = new Object[places];
        Integer[] numbers = new Integer[places];
        int count = 0;
        for (int place = 0; place < places; place++) {
            long entry = entryAt(chunk, leaf, place);
            MappedChunk its = chunkOf(chunk, entry);
            long key = its.loadLong(Keys.keyOf(entry));
            Object proxy = key != Reference.NULL && keys.isAlive(its, leaf, entry)
                    ? keys.looking(its, entry, () -> keys.object(key))
                    : null;
            if (proxy != null) {
                found[place] = proxy;
                numbers[count++] = place;
            }
        }
        try {
            Arrays.sort(numbers, 0, count, (left, right) -> keys.compare(found[left], found[right]));
        } catch (ClassCastException e) {
            // a key that damage has put there: the program's were compared when they were added
            HeapFormatException damaged = damaged(chunk, leaf, "keys that have no order");
            damaged.addSuppressed(e);
            throw damaged;
        }
        Object[] sorted = new Object[count];
        int[] sortedPlaces = new int[count];
        for (int i = 0; i < count; i++) {
            sortedPlaces[i] = numbers[i];
            sorted[i] = found[numbers[i]];
        }
        storeWords(chunk, leaf, sorted, sortedPlaces, count);
        endChange(chunk, leaf);
        chunk.storeLongRelease(leaf + TreeLayout.LEAF_ORDER_OFFSET, order);
        chunk.pwb(leaf);
    }

    /** Makes the words of a new leaf, whose places are filled in order. */
    void begin(MappedChunk chunk, long leaf, Object[] sorted, int[] places, int count) {
        storeWords(chunk, leaf, sorted, places, count);
        chunk.storeLongRelease(leaf + TreeLayout.LEAF_ORDER_OFFSET, order);
    }

    /** Makes the words of a new leaf before another one. */
    void copyWords(MappedChunk its, long from, MappedChunk chunk, long leaf) {
        for (int off = TreeLayout.COUNT_OFFSET & -Long.BYTES; off < TreeLayout.PAIRS_OFFSET; off += Long.BYTES) {
            chunk.storeLong(leaf + off, its.loadLong(from + off));
        }
        chunk.storeInt(leaf + TreeLayout.VERSION_OFFSET, 0);
        int count = count(its, from);
        long source = words(its, from);
        long target = words(chunk, leaf);
        for (int i = 0; i < count; i++) {
            chunk.storeLong(target + 8L * i, its.loadLong(source + 8L * i));
        }
        chunk.storeLongRelease(leaf + TreeLayout.LEAF_ORDER_OFFSET, order);
    }

    /** Stores the words of sorted keys. */
    void storeWords(MappedChunk chunk, long leaf, Object[] sorted, int[] places, int count) {
        int kind = keys.commonKind(sorted, count);
        int skip = kind == Keys.PLAIN ? 0 : keys.common(sorted[0], sorted[count - 1], kind);
        chunk.storeByte(leaf + TreeLayout.LEAF_KIND_OFFSET, (byte) kind);
        chunk.storeByte(leaf + TreeLayout.LEAF_SKIP_OFFSET, (byte) skip);
        if (skip > 0) {
            keys.storeCommon(sorted[0], chunk, leaf + TreeLayout.LEAF_COMMON_OFFSET, skip);
        }
        long words = words(chunk, leaf);
        for (int i = 0; i < count; i++) {
            chunk.storeLong(words + 8L * i, prefix(chunk, leaf, sorted[i]) | places[i]);
        }
        chunk.storeShort(leaf + TreeLayout.COUNT_OFFSET, (short) count);
        pwb(chunk, words, words + 8L * count);
    }

    /** Tells whether blocks that are open have something in flight in a leaf, so that nothing in it can be moved. */
    boolean isPinned(MappedChunk chunk, long leaf) {
        int count = count(chunk, leaf);
        boolean pinned = isLocked(chunk, leaf, 0, count) // first what was added last, mostly
                || isLocked(chunk, leaf, count, places(chunk, leaf));
        VarHandle.acquireFence(); // values are read behind it: a commit stores them before it gives up its locks
        return pinned;
    }

    private boolean isLocked(MappedChunk chunk, long leaf, int from, int to) {
        for (int place = to - 1; place >= from; place--) {
            if (keys.isLocked(entryAt(chunk, leaf, place))) {
                return true;
            }
        }
        return false;
    }
}
