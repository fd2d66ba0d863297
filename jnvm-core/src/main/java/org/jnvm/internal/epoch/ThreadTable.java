package org.jnvm.internal.epoch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The records of all threads that use J-NVM, in an open-addressed table. The common look-up is one load from an array
 * and a comparison, several times as fast as a {@code ThreadLocal}; it allocates nothing.
 *
 * <p>Keyed by the thread itself, virtual or not, never by its carrier; the id only says where to look, so two threads
 * that claim the same id do no harm. A record lives until its thread has ended, or was collected, and the table is
 * copied next: when it is half full, when {@link EpochSections} finds that most of it is dead, or when a heap is closed, to
 * which such a record may lead. So the table has room for the threads that are alive, times a constant.
 */
public final class ThreadTable {
    private static final int START = 64;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(ThreadRecord[].class);

    private static volatile ThreadRecord[] table = new ThreadRecord[START];
    /** Records in the table, dead ones included; guarded by the class. */
    private static int used;

    private ThreadTable() {}

    /** Returns the record of the calling thread; makes it at the first call. */
    @SuppressWarnings("deprecation") // getId: may be overridden, which costs a probe; threadId is not there on JDK 17
    public static ThreadRecord current() {
        Thread self = Thread.currentThread();
        ThreadRecord[] records = table;
        ThreadRecord record = records[(int) self.getId() & records.length - 1];
        return record != null && record.refersTo(self) ? record : find(self);
    }

    /** Returns the low bits of the calling thread's id, by which threads are spread over stripes. */
    @SuppressWarnings("deprecation") // see current
    public static int idBits() {
        return (int) Thread.currentThread().getId();
    }

    private static ThreadRecord find(Thread self) {
        ThreadRecord record = probe(table, self);
        return record != null ? record : add(self);
    }

    @SuppressWarnings("deprecation") // see current
    private static int home(Thread thread, ThreadRecord[] records) {
        return (int) thread.getId() & records.length - 1;
    }

    private static ThreadRecord probe(ThreadRecord[] records, Thread self) {
        int slot = home(self, records);
        for (int looked = 0; looked < records.length; looked++) {
            ThreadRecord at = records[slot];
            if (at == null) {
                return null;
            }
            if (at.refersTo(self)) {
                return at;
            }
            slot = slot + 1 & records.length - 1;
        }
        return null;
    }

    private static synchronized ThreadRecord add(Thread self) {
        if (used * 2 >= table.length) {
            copyLive();
        }
        ThreadRecord record = new PaddedThreadRecord(self);
        used++; // first: after an error it is too many, which the next copy puts right, never too few
        put(table, self, record);
        return record;
    }

    private static void put(ThreadRecord[] records, Thread thread, ThreadRecord record) {
        int slot = home(thread, records);
        while (records[slot] != null) {
            slot = slot + 1 & records.length - 1;
        }
        ELEMENT.setRelease(records, slot, record);
    }

    /** Drops the records of threads that have ended; a section that such a thread left open ends with it. */
    public static synchronized void copyLive() {
        int live = 0;
        for (ThreadRecord record : table) {
            live += record != null && record.isLive() ? 1 : 0;
        }
        int length = START;
        while (length < live * 4 + 4) {
            length *= 2;
        }
        ThreadRecord[] copy = new ThreadRecord[length];
        int copied = 0;
        for (ThreadRecord record : table) {
            Thread thread = record == null ? null : record.get();
            if (thread != null && thread.isAlive()) {
                put(copy, thread, record);
                copied++;
            }
        }
        used = copied; // an error before this leaves the table as it was
        table = copy;
    }

    /** Returns the table as it is now: records and nulls; others may be added meanwhile. */
    static ThreadRecord[] records() {
        return table;
    }

    /** Returns a record of {@link #records}, with all that its thread wrote before it was added. */
    static ThreadRecord recordAcquire(ThreadRecord[] records, int slot) {
        return (ThreadRecord) ELEMENT.getAcquire(records, slot);
    }

    /** Returns how many records there are, dead ones included. */
    static synchronized int size() {
        return used;
    }

    /** Returns how many records the table has room for. */
    static int capacity() {
        return table.length;
    }
}
