package org.jnvm.crashtest;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.spi.Recorder;

/** Records stores, write-backs, fences and acknowledgements in their order. One thread acts at a time. */
public final class PersistTrace implements Recorder {
    /** What happened. */
    public enum Kind {
        /** A store of at most 8 bytes. */
        STORE,
        /** A write-back of a line. */
        PWB,
        /** A fence. */
        FENCE,
        /** An operation begins. */
        START,
        /** An operation was acknowledged. */
        ACK
    }

    /**
     * An event.
     *
     * @param kind what happened
     * @param thread the thread that acted
     * @param offset where: of a store, or of the line
     * @param bytes what was stored
     * @param site the methods on the stack, innermost first, for messages
     */
    public record Event(Kind kind, long thread, long offset, byte[] bytes, String site) {}

    private static final int WORD_BYTES = 8;
    private static final int FRAMES = 6;

    private final List<Event> events = new ArrayList<>();
    private byte[] image;

    /** Makes an empty trace. */
    public PersistTrace() {}

    @Override
    public synchronized void started(byte[] start) {
        image = start;
    }

    @Override
    public synchronized void stored(long offset, byte[] bytes) {
        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + WORD_BYTES - (int) ((offset + from) % WORD_BYTES));
            byte[] word = java.util.Arrays.copyOfRange(bytes, from, to);
            add(Kind.STORE, offset + from, word);
            from = to;
        }
    }

    @Override
    public synchronized void writtenBack(long offset) {
        add(Kind.PWB, offset, null);
    }

    @Override
    public synchronized void fenced() {
        add(Kind.FENCE, -1, null);
    }

    /** Notes that an operation begins. */
    public synchronized void start() {
        add(Kind.START, -1, null);
    }

    /** Notes that the operation was acknowledged. */
    public synchronized void ack() {
        add(Kind.ACK, -1, null);
    }

    private void add(Kind kind, long offset, byte[] bytes) {
        String site = kind == Kind.PWB || kind == Kind.FENCE ? site() : "";
        events.add(new Event(kind, Thread.currentThread().getId(), offset, bytes, site));
    }

    private static String site() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !frame.getClassName().contains("PersistTrace")
                                && !frame.getClassName().contains(".memory."))
                        .limit(FRAMES)
                        .map(frame -> frame.getClassName().replaceAll(".*\\.", "") + "." + frame.getMethodName() + ":"
                                + frame.getLineNumber())
                        .reduce((a, b) -> a + " < " + b)
                        .orElse(""));
    }

    /** Returns the heap file before the first event. */
    public byte[] image() {
        return image;
    }

    /** Returns the events so far. */
    public List<Event> events() {
        return events;
    }
}
