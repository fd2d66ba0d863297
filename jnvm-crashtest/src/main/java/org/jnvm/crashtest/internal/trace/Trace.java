package org.jnvm.crashtest.internal.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jnvm.spi.Recorder;

/**
 * Records stores, write-backs, fences and operations in their order. One thread acts at a time; after each event, and
 * before each load, a listener may have another one go on.
 */
public final class Trace implements Recorder {
    private static final int WORD_BYTES = 8;
    private static final int PAGE_BYTES = 4096;
    /** Frames that tell one fence or write-back from another. */
    private static final int FRAMES = 6;
    /** Frames of a store, among them, it is hoped, one of the program. */
    private static final int STORE_FRAMES = 10;

    private final List<TraceEvent> events = new ArrayList<>();
    private final StepListener listener;
    private final boolean observesLoads;
    private Consumer<Runnable> recoveries = Runnable::run;
    private byte[] image = {};

    /** Makes an empty trace. */
    public Trace() {
        this(StepListener.none(), false);
    }

    /** Makes an empty trace that tells a listener of each event, after it was recorded, and of each load. */
    public Trace(StepListener listener) {
        this(listener, true);
    }

    private Trace(StepListener listener, boolean observesLoads) {
        this.listener = listener;
        this.observesLoads = observesLoads;
    }

    @Override
    public boolean observesLoads() {
        return observesLoads;
    }

    @Override
    public void loading(long offset, int bytes) {
        listener.accessing();
    }

    @Override
    public void storing() {
        listener.accessing();
    }

    @Override
    public synchronized void started(byte[] start) {
        image = start;
    }

    @Override
    public void stored(long offset, byte[] bytes) {
        Site site = Site.here(STORE_FRAMES);
        extend(offset + bytes.length);
        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + WORD_BYTES - (int) ((offset + from) % WORD_BYTES));
            add(EventKind.STORE, offset + from, to - from, Arrays.copyOfRange(bytes, from, to), false, site);
            from = to;
        }
        listener.recorded(EventKind.STORE); // memory has all of them already
    }

    @Override
    public void storedRelease(long offset, byte[] bytes) {
        add(EventKind.STORE, offset, bytes.length, bytes, true, Site.here(STORE_FRAMES));
        listener.recorded(EventKind.STORE);
    }

    @Override
    public void writtenBack(long offset) {
        add(EventKind.PWB, offset, 0, null, false, Site.here(FRAMES));
        listener.recorded(EventKind.PWB);
    }

    @Override
    public void fenced() {
        add(EventKind.FENCE, -1, 0, null, false, Site.here(FRAMES));
        listener.recorded(EventKind.FENCE);
    }

    @Override
    public void forced(long offset, long bytes) {
        add(EventKind.FORCE, offset, (int) bytes, null, false, Site.here(FRAMES));
        listener.recorded(EventKind.FORCE);
    }

    /** Sets who runs the recovery of the heap beside the program; without that it runs while the heap is opened. */
    public void recoveries(Consumer<Runnable> taker) {
        recoveries = taker;
    }

    @Override
    public boolean takesRecovery(Runnable recovery) {
        recoveries.accept(recovery);
        return true;
    }

    /** Makes room for what lies behind the end of memory: the file has grown. */
    private synchronized void extend(long end) {
        if (end > image.length) {
            image = Arrays.copyOf(image, (int) (end + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
        }
    }

    /** Notes that an operation begins. */
    public void start(String name) {
        add(EventKind.START, -1, 0, null, false, new Site(name, true));
        listener.recorded(EventKind.START);
    }

    /** Notes that the operation was acknowledged. */
    public void ack(String name) {
        add(EventKind.ACK, -1, 0, null, false, new Site(name, true));
        listener.recorded(EventKind.ACK);
    }

    private synchronized void add(EventKind kind, long offset, int length, byte[] bytes, boolean ordered, Site site) {
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

    /**
     * Returns a trace with events moved before an earlier one or behind a later one, to which none are added.
     *
     * @param from index of the first of them
     * @param count how many
     * @param to index of the other
     */
    public Trace moved(int from, int count, int to) {
        Trace moved = copy();
        List<TraceEvent> those = moved.events.subList(from, from + count);
        List<TraceEvent> taken = List.copyOf(those);
        those.clear();
        moved.events.addAll(to < from ? to : to - count + 1, taken);
        for (int i = 0; i < moved.events.size(); i++) {
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
