package org.jnvm.crashtest.internal.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jnvm.spi.Recorder;

/** Records stores, write-backs, fences and operations in their order. One thread acts at a time. */
public final class Trace implements Recorder {
    private static final int WORD_BYTES = 8;
    private static final int PAGE_BYTES = 4096;
    /** Frames that tell one fence or write-back from another. */
    private static final int FRAMES = 6;
    /** Frames of a store, among them, it is hoped, one of the program. */
    private static final int STORE_FRAMES = 10;

    private final List<TraceEvent> events = new ArrayList<>();
    private byte[] image = {};

    /** Makes an empty trace. */
    public Trace() {}

    @Override
    public synchronized void started(byte[] start) {
        image = start;
    }

    @Override
    public synchronized void stored(long offset, byte[] bytes) {
        Site site = Site.here(STORE_FRAMES);
        extend(offset + bytes.length);
        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + WORD_BYTES - (int) ((offset + from) % WORD_BYTES));
            add(EventKind.STORE, offset + from, to - from, Arrays.copyOfRange(bytes, from, to), false, site);
            from = to;
        }
    }

    @Override
    public synchronized void storedRelease(long offset, byte[] bytes) {
        add(EventKind.STORE, offset, bytes.length, bytes, true, Site.here(STORE_FRAMES));
    }

    @Override
    public synchronized void writtenBack(long offset) {
        add(EventKind.PWB, offset, 0, null, false, Site.here(FRAMES));
    }

    @Override
    public synchronized void fenced() {
        add(EventKind.FENCE, -1, 0, null, false, Site.here(FRAMES));
    }

    @Override
    public synchronized void forced(long offset, long bytes) {
        add(EventKind.FORCE, offset, (int) bytes, null, false, Site.here(FRAMES));
    }

    /** Makes room for what lies behind the end of memory: the file has grown. */
    private void extend(long end) {
        if (end > image.length) {
            image = Arrays.copyOf(image, (int) (end + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
        }
    }

    /** Notes that an operation begins. */
    public synchronized void start(String name) {
        add(EventKind.START, -1, 0, null, false, new Site(name, true));
    }

    /** Notes that the operation was acknowledged. */
    public synchronized void ack(String name) {
        add(EventKind.ACK, -1, 0, null, false, new Site(name, true));
    }

    private void add(EventKind kind, long offset, int length, byte[] bytes, boolean ordered, Site site) {
        long thread = Thread.currentThread().getId();
        events.add(new TraceEvent(
                events.size(), kind, thread, offset, length, bytes, ordered, site.program(), site.text()));
    }

    /** Returns memory before the first event; with zeros where the file had not yet grown. */
    public byte[] image() {
        return image;
    }

    /** Returns the events so far; a copy. */
    public synchronized List<TraceEvent> events() {
        return List.copyOf(events);
    }

    /** Returns a trace with the events so far, to which none are added. */
    public synchronized Trace copy() {
        Trace copy = new Trace();
        copy.image = image;
        copy.events.addAll(events);
        return copy;
    }

    /** Returns a trace with one event moved to the place of another, to which none are added. */
    public Trace moved(int from, int to) {
        Trace moved = copy();
        moved.events.add(to, moved.events.remove(from));
        for (int i = Math.min(from, to); i <= Math.max(from, to); i++) {
            moved.events.set(i, moved.events.get(i).numbered(i));
        }
        return moved;
    }

    /** Returns memory after all events. */
    public byte[] finalImage() {
        byte[] memory = image.clone();
        for (TraceEvent event : events()) {
            if (event.kind() == EventKind.STORE) {
                System.arraycopy(event.bytes(), 0, memory, (int) event.offset(), event.bytes().length);
            }
        }
        return memory;
    }
}
