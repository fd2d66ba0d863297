package org.jnvm.pdt;

import java.util.Arrays;
import org.jnvm.runtime.CellTable;

/**
 * What an open failure-atomic block changes under one key of a concurrent collection: its own thread sees the one, all
 * others the other. So the volatile overlay of the block lies where the mirror has the key.
 *
 * <p>The mirror has one node of the key all the time, the <em>home</em>: what the block puts in the place of the member
 * that it removed is a node aside, as which the home goes on after the commit. So iterators find the key once.
 */
final class Change {
    /** Of a node that was removed outside failure-atomic blocks: nobody sees it any more. */
    static final Change REMOVED = new Change(null, null, null, null);
    /** The same; and the mirror has it no more. */
    static final Change GONE = new Change(null, null, null, null);

    static {
        REMOVED.over = true;
        GONE.over = true;
        GONE.unlinked = true;
    }

    private final Thread thread;
    private final Node home;
    private final Node before;
    private volatile Node after;
    /** Whether the block has ended. */
    private volatile boolean over;
    /** Whether the mirror has the home no more. */
    private volatile boolean unlinked;
    /** Of the home and of what was to take its place; used by the block's thread. */
    private long[] cells = {};

    /**
     * Makes a change.
     *
     * @param home the node in the mirror
     * @param before what others see: the home, or null if the block added it
     */
    Change(Node home, Node before) {
        this(Thread.currentThread(), home, before, home);
        addCell(home.cell());
    }

    private Change(Thread thread, Node home, Node before, Node after) {
        this.thread = thread;
        this.home = home;
        this.before = before;
        this.after = after;
    }

    /** Tells whether the calling thread's open block made it. */
    boolean isMine() {
        return !over && thread == Thread.currentThread();
    }

    /** Tells whether the block is open, and its thread has ended. */
    boolean isAbandoned() {
        return !over && !thread.isAlive();
    }

    boolean isOver() {
        return over;
    }

    String threadName() {
        return thread.getName();
    }

    Node home() {
        return home;
    }

    Node before() {
        return before;
    }

    /** Returns what the block's thread sees, or null. */
    Node after() {
        return after;
    }

    void after(Node now) {
        after = now;
    }

    /** Returns the member as the calling thread sees it, null if it sees none. */
    Node seen() {
        if (!over) {
            return isMine() ? after : before;
        }
        if (after == null) {
            return null;
        }
        return home.change() == this ? home : Node.seen(home);
    }

    // ---- the mirror ----

    /** Tells whether the mirror has the home no more, so that its key may be unreadable. */
    boolean isUnlinked() {
        return unlinked;
    }

    void unlinked() {
        unlinked = true;
    }

    /** Shows everybody what the block's thread sees; after an abort that is what was there before. */
    void end() {
        over = true;
        if (after != null) {
            home.change(null);
        }
    }

    /** Returns how many members more there are after the change. */
    int difference() {
        return (after == null ? 0 : 1) - (before == null ? 0 : 1);
    }

    // ---- cells ----

    void addCell(long cell) {
        cells = Arrays.copyOf(cells, cells.length + 1);
        cells[cells.length - 1] = cell;
    }

    int cells() {
        return cells.length;
    }

    /** Forgets the cells that came after the first ones. */
    void keepCells(int count) {
        if (cells.length > count) {
            cells = Arrays.copyOf(cells, count);
        }
    }

    /** Gives back all cells but that of the member that stays. */
    void giveBackCells(CellTable table) {
        for (long cell : cells) {
            if (after == null || cell != after.cell()) {
                table.giveBack(cell);
            }
        }
    }
}
