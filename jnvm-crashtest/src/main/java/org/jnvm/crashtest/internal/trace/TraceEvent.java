package org.jnvm.crashtest.internal.trace;

/**
 * An event of a trace.
 *
 * @param number when: events with smaller numbers came before
 * @param kind what happened
 * @param thread the thread that acted
 * @param offset where: of a store or force, or of the line; else -1
 * @param length how many bytes a store or force is about; else 0
 * @param bytes what was stored, within one aligned word; else null
 * @param ordered of a store: whether no earlier store of the thread may be seen after it
 * @param program whether the program itself did it, by an access to a field or the like, not J-NVM on its behalf
 * @param site the methods on the stack, innermost first; of an operation its name
 */
public record TraceEvent(
        int number,
        EventKind kind,
        long thread,
        long offset,
        int length,
        byte[] bytes,
        boolean ordered,
        boolean program,
        String site) {
    /** Returns the event at another time. */
    TraceEvent numbered(int other) {
        return new TraceEvent(other, kind, thread, offset, length, bytes, ordered, program, site);
    }
}
