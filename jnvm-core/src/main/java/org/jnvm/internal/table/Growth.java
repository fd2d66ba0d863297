package org.jnvm.internal.table;

import java.util.function.IntPredicate;
import java.util.function.LongToIntFunction;
import org.jnvm.HeapFullException;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.LongStack;
import org.jspecify.annotations.Nullable;

/**
 * Makes room in a hash table: a larger segment in the place of the only one, one segment more, a segment behind one that is full;
 * and one segment less where much was removed.
 * What is in the table stays as it is, so none of that is undone with a failure-atomic block.
 *
 * <p>A word of the heap that leads elsewhere and the {@link Directory} change together: all memory that both need is allocated
 * before the word is stored. Else a thread that finds none would leave a heap that leads to the new segment, and a directory
 * that leads to the old one: what is added there later would be gone when the heap is opened again.
 */
final class Growth {
    /** By which factor the blocks of a small segment grow. */
    private static final int GROWTH = 4;
    /** How full the one segment of a small table gets, of 100. */
    private static final int FULLEST = 80;
    /** How full a segment is when the next one is split, of 1: at the beginning of a round of splits, and at its end. */
    private static final double EARLY = 0.75;

    private static final double LATE = 0.9;
    /** How full a new segment is made, of 1. */
    private static final double NEW = 0.6;

    /** How full a segment is at most that takes back what it has given to the last one, of 1. */
    private static final double SPARSE = 0.45;
    /** How many times that is looked at while all entries of a full segment are removed. */
    private static final int LOOKS = 8;

    private final PersistentHeap heap;
    private final ObjectSpace space;
    private final Segments segments;
    private final Places places;
    /** The heap offset of the word that leads to the table. */
    private final long field;
    /** How many lines a segment has of a table that has several. */
    private final int fullLines;

    /** Whether a segment is too full. */
    private volatile boolean crowded;
    /** Whether so much was removed that the last segment may not be needed any more. */
    private volatile boolean sparse;

    Growth(PersistentHeap heap, Segments segments, Places places, long field, int fullBlocks) {
        this.heap = heap;
        this.space = heap.space();
        this.segments = segments;
        this.places = places;
        this.field = field;
        this.fullLines = TableLayout.linesIn(fullBlocks);
    }

    /** Tells whether the next segment is to be split. */
    boolean isCrowded() {
        return crowded;
    }

    /** Tells whether the last segment is to be merged with the one that it was split from, if they have few entries. */
    boolean isSparse() {
        return sparse;
    }

    /** Notes that an entry is removed from a segment, also by a block that may be undone. */
    void removing(Segment head) {
        if (++head.removed >= fullLines * TableLayout.LINE_ENTRIES / LOOKS) {
            head.removed = 0;
            sparse = true;
        }
    }

    /** Returns the segment for an entry, in which or behind which there is room. */
    Segment roomFor(int hash) {
        Directory known = segments.directory();
        if (known.count == 0) {
            return addFirst(TableLayout.LEAST_LINES, false);
        }
        int number = known.number(hash);
        Segment head = segments.segment(known, number);
        if (head.used == Segment.UNKNOWN) {
            head.used = places.occupied(head);
        }
        boolean own = isOwn(head.ref);
        if (!own
                && known.table == 0
                && (head.next() != null || head.lines < fullLines && head.used * 100L >= head.capacity() * FULLEST)) {
            head = rebuild(known, number, head);
        }
        if (head.used >= head.capacity()) {
            head.used = places.occupied(head); // blocks that were undone have counted, too
            if (head.used >= head.capacity()) {
                append(head, false);
            }
        }
        if (!own && head.used > (EARLY + (LATE - EARLY) * known.progress()) * fullLines * TableLayout.LINE_ENTRIES) {
            crowded = true;
        }
        return head;
    }

    /** Returns how many lines are to have room for so many entries, and some more. */
    static int linesFor(int entries) {
        int lines = TableLayout.LEAST_LINES;
        for (int blocks = GROWTH; lines * TableLayout.LINE_ENTRIES * NEW < entries; blocks *= GROWTH) {
            lines = TableLayout.linesIn(blocks);
        }
        return lines;
    }

    /** Makes an empty segment: invalid, not written back. */
    private ObjectView create(int lines) {
        while (true) {
            long bytes = TableLayout.FIRST_LINE_OFFSET + (long) lines * TableLayout.LINE_BYTES;
            ObjectView made = space.create(ReservedClass.TABLE_SEGMENT, bytes);
            if (made.blocks() == null) {
                made.store(TableLayout.LINES_OFFSET, lines);
                return made;
            }
            space.free(made.ref()); // linked blocks, as there was no run of free ones: a smaller one will do
            lines = TableLayout.LEAST_LINES;
        }
    }

    /** Tells whether the calling thread's block has made an object, so that its commit validates it. */
    private boolean isOwn(long ref) {
        Transaction transaction = heap.fa();
        return transaction != null && transaction.memory().isOwn(ref);
    }

    Segment addFirst(int lines, boolean toNew) {
        ObjectView made = create(lines);
        Segment first = segments.attached(made.ref());
        first.used = 0;
        Directory next = segments.next(1, 0);
        link(made, field, toNew);
        segments.publish(next, 0, first);
        return first;
    }

    // persist-order: none for a new collection: whatever makes it reachable writes back and validates what it leads to
    private void link(ObjectView made, long word, boolean toNew) {
        if (!toNew) {
            link(made, word);
            return;
        }
        Transaction transaction = heap.fa();
        if (transaction != null) {
            transaction.allocated(made, null);
        }
        space.overwritingAt(word);
        space.chunk(word).storeLong(word, made.ref());
    }

    // persist-order: [contents, valid] < pfence < [the word that leads there] < pfence
    private void link(ObjectView made, long word) {
        made.setValid();
        made.pwb();
        space.pfence();
        publish(word, made.ref());
    }

    /** Adds a segment behind the last one, twice as large. */
    void append(Segment head, boolean toNew) {
        Segment last = head;
        while (last.next() != null) {
            last = last.next();
        }
        ObjectView made = create(TableLayout.linesIn((last.lines + 1 >>> 2) * 2));
        Segment added = segments.attached(made.ref());
        link(made, Reference.offset(last.ref) + TableLayout.NEXT_OFFSET, toNew);
        last.next(added);
    }

    /** Copies entries to a new segment, each into its line or one behind it. */
    private static void fill(Segment target, Segment head, IntPredicate which) {
        fill(target, head, which, null);
    }

    private static void fill(Segment target, Segment head, IntPredicate which, @Nullable LongToIntFunction hashOf) {
        head.forEach((segment, entry) -> {
            int hash = segment.chunk.loadInt(Segment.hashOf(entry));
            long value = segment.chunk.loadLong(entry);
            long key = segment.chunk.loadLong(Segment.keyOf(entry));
            if (value != Reference.NULL && key != Reference.NULL && which.test(hash)) {
                add(target, hashOf == null ? hash : hashOf.applyAsInt(key), key, value);
            }
        });
    }

    private static void add(Segment target, int hash, long key, long value) {
        MappedChunk chunk = target.chunk;
        for (int line = target.line(hash); ; line = target.after(line)) {
            long at = target.at(line);
            for (long place = at + TableLayout.VALUES_OFFSET;
                    place < at + TableLayout.LINE_BYTES;
                    place += TableLayout.ENTRY_BYTES) {
                if (chunk.loadLong(place) == Reference.NULL) {
                    chunk.storeLong(place, value);
                    chunk.storeLong(Segment.keyOf(place), key);
                    chunk.storeInt(Segment.hashOf(place), hash);
                    return;
                }
            }
            chunk.storeInt(at + TableLayout.FLAGS_OFFSET, TableLayout.OVERFLOWED);
        }
    }

    // persist-order: [new segment with all entries] < pfence < [the field] < pfence < the old ones are freed
    /**
     * Puts one segment in the place of all, with other hashes.
     *
     * @param hashOf gives the hash of a key
     */
    void rehash(LongToIntFunction hashOf) {
        Directory known = segments.directory();
        int count = 0;
        for (int i = 0; i < known.count; i++) {
            int number = i;
            count += countOf(segments.segment(known, i), hash -> known.number(hash) == number);
        }
        ObjectView made = create(linesFor(count + 1));
        if (roomIn(made) < count) {
            space.free(made.ref());
            throw new HeapFullException("no run of free blocks for the hash table of a copied collection: heap="
                    + space.file().path() + ", entries=" + count + "; open the heap with a larger size");
        }
        Segment fresh = segments.attached(made.ref());
        for (int i = 0; i < known.count; i++) {
            int number = i;
            fill(fresh, segments.segment(known, i), hash -> known.number(hash) == number, hashOf);
        }
        LongStack old = new LongStack();
        for (int i = 0; i < known.count; i++) {
            for (Segment each = segments.segment(known, i); each != null; each = each.next()) {
                old.push(each.ref);
            }
        }
        if (known.table != 0) {
            old.push(space.load(field));
            for (int page = 0; page < TableLayout.PAGES; page++) {
                long ref = space.load(known.table + TableLayout.PAGES_OFFSET + 8L * page);
                if (ref != Reference.NULL) {
                    old.push(ref);
                }
            }
        }
        Directory next = segments.next(1, 0);
        link(made, field);
        segments.publish(next, 0, fresh);
        while (!old.isEmpty()) {
            space.free(old.pop());
        }
    }

    private static long roomIn(ObjectView made) {
        return made.load(TableLayout.LINES_OFFSET) * TableLayout.LINE_ENTRIES;
    }

    private int countOf(Segment head, IntPredicate which) {
        int[] count = {0};
        head.forEach((segment, entry) -> {
            if (segment.chunk.loadLong(entry) != Reference.NULL
                    && which.test(segment.chunk.loadInt(Segment.hashOf(entry)))) {
                count[0]++;
            }
        });
        return count[0];
    }

    // persist-order: [new segment with all entries] < pfence < [the word that leads there] < pfence < the old one is
    // freed
    //   crash before that: the old segment is there, or the new one, with the same entries
    /** Puts a new segment, with room, in the place of one and those behind it; unless something there is in flight. */
    private Segment rebuild(Directory known, int number, Segment head) {
        if (places.isPinned(head)) {
            return head;
        }
        IntPredicate own = hash -> known.number(hash) == number;
        int count = countOf(head, own);
        int lines = linesFor(count + 1);
        ObjectView made;
        try {
            made = create(lines);
        } catch (HeapFullException e) {
            return head; // may have room still
        }
        if (roomIn(made) <= count) {
            space.free(made.ref());
            return head; // no run of free blocks for a larger one
        }
        Segment fresh = segments.attached(made.ref());
        fill(fresh, head, own);
        fresh.used = count;
        Directory next = segments.next(known.count, known.table);
        link(made, segments.linkTo(known.table, number));
        head.beginChange();
        segments.publish(next, number, fresh);
        head.endChange();
        freeChain(head);
        return fresh;
    }

    /** Splits the next segment, if nothing in it is in flight. The caller keeps out other splits, and changes of that segment. */
    // persist-order: [new segment, with copies of what it takes] < pfence < [page] < pfence < [number of segments] <
    // pfence
    //   < [entries that it took = null, in the old segment]
    //   crash before the number is durable: nothing leads to the new segment, and the old one has all
    //   crash after it: what the old one still has of those entries is not looked for there
    void split() {
        heap.enterOperation();
        try {
            splitOpen();
        } catch (HeapFullException e) {
            // without harm: the table goes on as it is, and tries again with the next entry
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    // persist-order: see split
    private void splitOpen() {
        crowded = false;
        Directory before = segments.directory();
        int number = before.splitNext();
        int added = before.count;
        Segment head = segments.segment(before, number);
        if (places.isPinned(head) || isOwn(head.ref)) {
            return;
        }
        long table = before.table != 0 ? before.table : makeTable(head);
        addPage(table, added);
        Directory after = segments.next(added + 1, table);
        IntPredicate moves = hash -> after.number(hash) == added;
        int count = countOf(head, moves);
        ObjectView made = create(Math.max(fullLines, linesFor(count)));
        if (roomIn(made) < count) {
            space.free(made.ref());
            return;
        }
        Segment fresh = segments.attached(made.ref());
        fill(fresh, head, moves);
        fresh.used = count;
        link(made, segments.linkTo(table, added));
        head.beginChange();
        publishCount(table, added + 1);
        segments.publish(after, added, fresh);
        head.endChange();
        if (head.next() != null) {
            rebuild(after, number, head);
        } else {
            clean(after, number, head);
        }
    }

    /**
     * Merges the last segment with the one that it was split from, if both are nearly empty, and nothing in them is in flight. The
     * caller keeps out splits, and changes of both.
     */
    // persist-order: [new segment, with the entries of both] < pfence < [the word that leads to the first] < pfence
    //   < [number of segments] < pfence < [the word that leads to the last = null] < pfence < the old ones are freed
    //   crash before the number is durable: the last segment has its entries, and what the new one has of them is not
    //     looked for there
    //   crash after it: nothing is looked for in the last one
    void merge() {
        heap.enterOperation();
        try {
            mergeOpen();
        } catch (HeapFullException e) {
            // without harm: the table stays as large as it is
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    // persist-order: see merge
    private void mergeOpen() {
        sparse = false;
        Directory before = segments.directory();
        int last = before.count - 1;
        if (last < 1) {
            return;
        }
        int number = before.mergeNext();
        Segment first = segments.segment(before, number);
        Segment second = segments.segment(before, last);
        if (isOwn(first.ref) || isOwn(second.ref) || places.isPinned(first) || places.isPinned(second)) {
            return;
        }
        IntPredicate ofFirst = hash -> before.number(hash) == number;
        IntPredicate ofSecond = hash -> before.number(hash) == last;
        int count = countOf(first, ofFirst) + countOf(second, ofSecond);
        if (count > SPARSE * fullLines * TableLayout.LINE_ENTRIES) {
            return;
        }
        ObjectView made = create(fullLines);
        if (roomIn(made) <= count) {
            space.free(made.ref());
            return;
        }
        Segment fresh = segments.attached(made.ref());
        fill(fresh, first, ofFirst);
        fill(fresh, second, ofSecond);
        fresh.used = count;
        Directory next = segments.next(last, before.table);
        long linkToLast = segments.linkTo(before.table, last);
        link(made, segments.linkTo(before.table, number));
        first.beginChange();
        second.beginChange();
        publishCount(before.table, last);
        segments.publish(next, number, fresh);
        second.endChange();
        first.endChange();
        unlink(linkToLast);
        freeChain(first);
        freeChain(second);
        sparse = true; // maybe still
    }

    // persist-order: [what the caller has fenced] < [the word] < pfence; see link, split and merge
    //   no psync: nothing of it is acknowledged, and what comes behind it must not be durable before it, that is all
    private void publish(long word, long ref) {
        space.overwritingAt(word); // maybe what the new segment or page leads to
        publishUntold(word, ref);
    }

    // persist-order: see split and merge; a collection is not told, as it is no reference: which may need memory
    private void publishCount(long table, int count) {
        publishUntold(table + TableLayout.SEGMENTS_OFFSET, count);
    }

    // persist-order: see publish
    private void publishUntold(long word, long value) {
        MappedChunk chunk = space.chunk(word);
        chunk.storeLongRelease(word, value);
        chunk.pwb(word);
        space.pfence();
    }

    // persist-order: see merge; nobody goes by the word, but recovery would say that what it leads to is gone
    private void unlink(long word) {
        publish(word, Reference.NULL);
    }

    private void freeChain(Segment head) {
        for (Segment old = head; old != null; old = old.next()) {
            space.free(old.ref);
        }
    }

    /** Makes the block of a table that had one segment so far, and has one still. */
    private long makeTable(Segment only) {
        ObjectView table = space.create(ReservedClass.HASH_TABLE, BlockLayout.BLOCK_BYTES);
        table.store(TableLayout.SEGMENTS_OFFSET, 1);
        table.store(TableLayout.PAGE_COUNT_OFFSET, TableLayout.PAGES);
        ObjectView page = page(0);
        page.store(TableLayout.PAGE_SEGMENTS_OFFSET, only.ref);
        page.setValid();
        page.pwb();
        table.store(TableLayout.PAGES_OFFSET, page.ref());
        long offset = Reference.offset(table.ref());
        Directory next = segments.next(1, offset);
        link(table, field);
        segments.publish(next, 0, only);
        return offset;
    }

    private ObjectView page(int number) {
        long bytes = TableLayout.PAGE_SEGMENTS_OFFSET + 8L * TableLayout.lengthOf(number);
        ObjectView page = space.create(ReservedClass.TABLE_PAGE, bytes);
        page.store(TableLayout.PAGE_LENGTH_OFFSET, TableLayout.lengthOf(number));
        return page;
    }

    private void addPage(long table, int segment) {
        int page = TableLayout.pageOf(segment);
        long word = table + TableLayout.PAGES_OFFSET + 8L * page;
        if (space.load(word) == Reference.NULL) {
            link(page(page), word);
        }
    }

    // persist-order: none; see split
    /** Removes what was moved elsewhere from a segment, and the flags that only that needed. */
    private void clean(Directory known, int number, Segment segment) {
        boolean[] needed = new boolean[segment.lines];
        segment.beginChange();
        try {
            segment.used = clean(known, number, segment, needed);
        } finally {
            segment.endChange();
        }
    }

    // persist-order: none; see split
    /** Returns how many entries are left. */
    private int clean(Directory known, int number, Segment segment, boolean[] needed) {
        MappedChunk chunk = segment.chunk;
        int left = 0;
        for (int line = 0; line < segment.lines; line++) {
            long at = segment.at(line);
            for (long entry = at + TableLayout.VALUES_OFFSET;
                    entry < at + TableLayout.LINE_BYTES;
                    entry += TableLayout.ENTRY_BYTES) {
                if (chunk.loadLong(entry) == Reference.NULL) {
                    continue;
                }
                int hash = chunk.loadInt(Segment.hashOf(entry));
                if (known.number(hash) != number) {
                    space.overwritingAt(entry);
                    space.overwritingAt(Segment.keyOf(entry));
                    chunk.storeLong(entry, Reference.NULL);
                    chunk.pwb(entry);
                    continue;
                }
                left++;
                for (int passed = segment.line(hash); passed != line; passed = segment.after(passed)) {
                    needed[passed] = true;
                }
            }
        }
        for (int line = 0; line < segment.lines; line++) {
            long flags = segment.at(line) + TableLayout.FLAGS_OFFSET;
            if (!needed[line] && chunk.loadInt(flags) != 0) {
                chunk.storeInt(flags, 0);
                chunk.pwb(flags);
            }
        }
        return left;
    }
}
