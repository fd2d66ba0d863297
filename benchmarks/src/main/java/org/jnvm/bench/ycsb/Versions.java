package org.jnvm.bench.ycsb;

import java.util.Arrays;
import java.util.List;

/**
 * What one client wrote last to each field. A version says who wrote it, and as his how-manieth.
 */
final class Versions {
    /** The version of a field that was inserted, and not updated since. */
    static final long INSERTED = 0;

    private static final int WRITER_SHIFT = 32;

    private final int writer;
    private final int fields;
    private final boolean alone;
    private int written;
    private int[] last;

    /**
     * Makes a table of nothing written.
     *
     * @param writer from 1 on
     * @param alone whether nobody else writes
     */
    Versions(int writer, long records, int fields, boolean alone) {
        this.writer = writer;
        this.fields = fields;
        this.alone = alone;
        last = new int[Math.toIntExact(records * fields)];
    }

    /** Returns the version of what is written next. */
    long next() {
        return (long) writer << WRITER_SHIFT | ++written;
    }

    /** Notes that the version that was made last has been written. */
    void wrote(long record, int field) {
        int at = at(record, field);
        if (at >= last.length) {
            last = Arrays.copyOf(last, Math.max(at + 1, last.length * 2));
        }
        last[at] = written;
    }

    private int at(long record, int field) {
        return Math.toIntExact(record * fields + field);
    }

    /**
     * Checks a version that the client read: what it wrote itself must not be older than what it wrote last.
     *
     * @throws WrongDataException if a write was lost
     */
    void check(long record, int field, long version) {
        int at = at(record, field);
        int mine = at < last.length ? last[at] : 0;
        long wanted = mine == 0 ? INSERTED : (long) writer << WRITER_SHIFT | mine;
        boolean others = version != INSERTED && version >>> WRITER_SHIFT != writer;
        if (others ? alone : version != wanted) {
            throw lost(record, field, version, "wanted=" + text(wanted));
        }
    }

    /**
     * Checks a version that was read after all clients had ended.
     *
     * @throws WrongDataException if a write was lost
     */
    static void checkLast(List<Versions> all, long record, int field, long version) {
        int written = 0;
        for (Versions each : all) {
            int at = each.at(record, field);
            int last = at < each.last.length ? each.last[at] : 0;
            if (last != 0 && version == ((long) each.writer << WRITER_SHIFT | last)) {
                return;
            }
            written += last == 0 ? 0 : 1;
        }
        if (version != INSERTED || written > 0) {
            throw lost(record, field, version, "wanted=that of the last write of one of " + written + " clients");
        }
    }

    private static WrongDataException lost(long record, int field, long version, String wanted) {
        return new WrongDataException(
                "field is not as it was written last", record, field, "version=" + text(version) + ", " + wanted);
    }

    private static String text(long version) {
        return (version >>> WRITER_SHIFT) + "." + (int) version;
    }
}
