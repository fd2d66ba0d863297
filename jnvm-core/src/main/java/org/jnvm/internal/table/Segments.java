package org.jnvm.internal.table;

import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jspecify.annotations.Nullable;

/** The segments of a hash table, attached to as they are needed: each once, so that all threads know the same of it. */
final class Segments {
    private final ObjectSpace space;
    /** The heap offset of the word that leads to the table. */
    private final long field;

    private volatile @Nullable Directory directory;
    /** How many times segments were published; in a segment that stays, entries stay where they are. */
    private volatile long changes;

    /**
     * Makes ready for a table.
     *
     * @param field the heap offset of the word that leads to it
     */
    Segments(ObjectSpace space, long field) {
        this.space = space;
        this.field = field;
    }

    /** Tells whether the directory is still what it was. */
    boolean is(Directory known) {
        return directory == known;
    }

    /** Returns a number that is another one when segments have been published since. */
    long changes() {
        return changes;
    }

    Directory directory() {
        Directory known = directory;
        return known != null ? known : attach();
    }

    private synchronized Directory attach() {
        if (directory == null) {
            long ref = space.load(field);
            directory = ref == Reference.NULL ? Directory.EMPTY : attach(ref);
        }
        return directory;
    }

    private Directory attach(long ref) {
        if (space.classIdAt(ref) == ReservedClass.TABLE_SEGMENT) {
            return new Directory(1, new Segment[] {attached(ref)}, 0);
        }
        if (space.viewChecked(ref, ReservedClass.HASH_TABLE) == null) {
            throw damaged(ref, "no hash table");
        }
        long table = Reference.offset(ref);
        long count = space.load(table + TableLayout.SEGMENTS_OFFSET);
        if (count < 1 || count > 1 << TableLayout.PAGES - 2) {
            throw damaged(ref, "segments=" + count);
        }
        linkTo(table, (int) count - 1); // refuses a number that there are no pages for
        return new Directory((int) count, new Segment[Integer.highestOneBit((int) count) * 2], table);
    }

    /**
     * Returns a segment.
     *
     * @param known the directory
     * @param number the number of the segment in there
     * @return the segment; null if the directory is an older one, and there is no such segment any more
     */
    Segment segment(Directory known, int number) {
        Segment segment = known.get(number);
        return segment != null ? segment : attachSegment(number);
    }

    /** Attaches to a segment: once, so that all threads know the same of it. */
    private synchronized Segment attachSegment(int number) {
        Directory known = directory;
        if (number >= known.count) {
            return null;
        }
        Segment segment = known.get(number);
        if (segment == null) {
            segment = attached(space.load(linkTo(known.table, number)));
            known.set(number, segment);
        }
        return segment;
    }

    /**
     * Returns a directory that is to take the place of this one. {@link #publish} allocates nothing, so that it can follow
     * what is stored in the heap, whatever memory there is.
     *
     * @param count how many segments it has: as many as now, one more, one less, or one
     * @param table the heap offset of the table's block, 0 if there is none
     */
    Directory next(int count, long table) {
        Directory known = directory();
        boolean fits = count == known.count + 1 && count <= known.segments.length; // nobody looks there yet
        return new Directory(
                count,
                fits ? known.segments : new Segment[Math.max(known.segments.length, Integer.highestOneBit(count) * 2)],
                table);
    }

    /**
     * Puts a directory in the place of the one from before.
     *
     * @param next made by {@link #next} since another one was published last
     * @param number the number of a segment that is another one in it
     * @param segment that segment
     */
    synchronized void publish(Directory next, int number, Segment segment) {
        changes++;
        Directory known = directory;
        if (next.segments != known.segments) {
            System.arraycopy(known.segments, 0, next.segments, 0, Math.min(known.count, next.count));
        }
        next.set(number, segment);
        directory = next;
    }

    /**
     * Returns the heap offset of the word that leads to a segment.
     *
     * @param table the heap offset of the table's block, 0 if there is none
     */
    long linkTo(long table, int number) {
        if (table == 0) {
            return field;
        }
        int page = TableLayout.pageOf(number);
        long ref = space.load(table + TableLayout.PAGES_OFFSET + 8L * page);
        ObjectView view = space.viewChecked(ref, ReservedClass.TABLE_PAGE);
        if (view == null || view.load(TableLayout.PAGE_LENGTH_OFFSET) != TableLayout.lengthOf(page)) {
            throw damaged(ref, "page=" + page);
        }
        return view.heapOffset(TableLayout.PAGE_SEGMENTS_OFFSET + 8L * (number - TableLayout.firstOf(page)));
    }

    /** Attaches to a segment and those behind it. */
    Segment attached(long ref) {
        Segment segment = one(ref);
        Segment last = segment;
        long limit = space.file().bytes() >>> BlockLayout.BLOCK_SHIFT; // damaged ones may form a cycle
        for (long next = nextOf(last); next != Reference.NULL; next = nextOf(last)) {
            if (limit-- == 0) {
                throw damaged(ref, "segments form a cycle");
            }
            Segment more = one(next);
            last.next(more);
            last = more;
        }
        return segment;
    }

    /** Tells whether a tool has copied the table. */
    boolean areCopied() {
        Directory known = directory();
        return known.count > 0 && space.load(Reference.offset(segment(known, 0).ref) + TableLayout.COPIED_OFFSET) != 0;
    }

    private long nextOf(Segment segment) {
        return space.load(Reference.offset(segment.ref) + TableLayout.NEXT_OFFSET);
    }

    private Segment one(long ref) {
        ObjectView view = space.viewChecked(ref, ReservedClass.TABLE_SEGMENT);
        if (view == null
                && space.classIdAt(ref) == ReservedClass.TABLE_SEGMENT
                && !BlockLayout.isValid(space.header(ref))) {
            view = space.view(ref); // of a new collection
        }
        long lines = view == null ? 0 : view.load(TableLayout.LINES_OFFSET);
        if (lines < 1
                || view.blocks() != null
                || lines > view.room() - TableLayout.FIRST_LINE_OFFSET >>> TableLayout.LINE_SHIFT
                || lines > Integer.MAX_VALUE) {
            throw damaged(ref, "segment with lines=" + lines);
        }
        long first = Reference.offset(ref) + TableLayout.FIRST_LINE_OFFSET;
        return new Segment(space.chunk(first), ref, first, (int) lines);
    }

    private HeapFormatException damaged(long ref, String what) {
        return new HeapFormatException(
                "hash table damaged: heap=" + space.file().path() + ", object=" + Reference.describe(ref) + ", " + what
                        + "; restore the file from a copy");
    }
}
