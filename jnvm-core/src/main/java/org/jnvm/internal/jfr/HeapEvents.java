package org.jnvm.internal.jfr;

import java.nio.file.Path;
import jdk.jfr.FlightRecorder;

/**
 * Events for the JDK's Flight Recorder. Where the run-time image has no {@code jdk.jfr}, or nothing records, every
 * method is a test of a constant or flag and allocates nothing; only then are the event classes loaded.
 */
public final class HeapEvents {
    private static final boolean PRESENT = isPresent();

    private HeapEvents() {}

    private static boolean isPresent() {
        try {
            Class.forName("jdk.jfr.Event", false, HeapEvents.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) { // not in the image, or not resolved: jdk.jfr is optional
            return false;
        }
    }

    /** Tells whether anything can record. Loading an event class before starts the Flight Recorder: half a heap's opening. */
    private static boolean recorderRuns() {
        return PRESENT && FlightRecorder.isInitialized();
    }

    /**
     * Notes that something begins that an event will tell of.
     *
     * @return what the method that ends it wants, null if nothing records
     */
    public static Object heapOpens() {
        return recorderRuns() && HeapOpenEvent.IDLE.isEnabled() ? HeapOpenEvent.begun() : null;
    }

    /** Tells that a heap was opened. */
    public static void heapOpened(
            Object begun, Path heap, String domain, String access, long bytes, long maxBytes, int replayedLogs) {
        if (begun != null) {
            ((HeapOpenEvent) begun).commit(heap, domain, access, bytes, maxBytes, replayedLogs);
        }
    }

    /** Like {@link #heapOpens}. */
    public static Object recoveryStarts() {
        return recorderRuns() && RecoveryEvent.IDLE.isEnabled() ? RecoveryEvent.begun() : null;
    }

    /** Like {@link #heapOpens}. */
    public static Object collectionStarts() {
        return recorderRuns() && CollectionEvent.IDLE.isEnabled() ? CollectionEvent.begun() : null;
    }

    /** Tells that a collection has ended. */
    public static void collected(Object begun, Path heap, long marked, long freed, int tokens) {
        if (begun != null) {
            ((CollectionEvent) begun).commit(heap, marked, freed, tokens);
        }
    }

    /** Tells that the recovery pass is over. */
    public static void recovered(
            Object begun,
            Path heap,
            int replayedLogs,
            long liveObjects,
            long liveBlocks,
            long freeBlocks,
            long nullified) {
        if (begun != null) {
            ((RecoveryEvent) begun).commit(heap, replayedLogs, liveObjects, liveBlocks, freeBlocks, nullified);
        }
    }

    /** Like {@link #heapOpens}. */
    public static Object commitStarts() {
        return recorderRuns() && FaCommitEvent.IDLE.isEnabled() ? FaCommitEvent.begun() : null;
    }

    /** Tells that an outermost failure-atomic block was committed. */
    public static void committed(Object begun, Path heap, int entries) {
        if (begun != null) {
            ((FaCommitEvent) begun).commit(heap, entries);
        }
    }

    /** Like {@link #heapOpens}. */
    public static Object growthStarts() {
        return recorderRuns() && GrowthEvent.IDLE.isEnabled() ? GrowthEvent.begun() : null;
    }

    /** Tells that a heap file has grown. */
    public static void grown(Object begun, Path heap, long before, long after, long maxBytes) {
        if (begun != null) {
            ((GrowthEvent) begun).commit(heap, before, after, maxBytes);
        }
    }

    /** Like {@link #heapOpens}. */
    public static Object trimStarts() {
        return recorderRuns() && TrimEvent.IDLE.isEnabled() ? TrimEvent.begun() : null;
    }

    /** Tells that free space was given back to the file system. */
    public static void trimmed(Object begun, Path heap, long bytes, long holeBytes) {
        if (begun != null) {
            ((TrimEvent) begun).commit(heap, bytes, holeBytes);
        }
    }

    /** Like {@link #heapOpens}. */
    public static Object groupCommitStarts() {
        return recorderRuns() && GroupCommitEvent.IDLE.isEnabled() ? GroupCommitEvent.begun() : null;
    }

    /** Tells that a group commit is on the device. */
    public static void groupCommitted(Object begun, Path heap, long lines, long walBytes) {
        if (begun != null) {
            ((GroupCommitEvent) begun).commit(heap, lines, walBytes);
        }
    }

    /** Tells that an allocation failed because the heap is full. */
    public static void heapFull(Path heap, long bytes, long maxBytes) {
        if (recorderRuns() && HeapFullEvent.IDLE.isEnabled()) {
            HeapFullEvent.commit(heap, bytes, maxBytes);
        }
    }

    /** Like {@link #heapOpens}. */
    public static Object heapCloses() {
        return recorderRuns() && HeapCloseEvent.IDLE.isEnabled() ? HeapCloseEvent.begun() : null;
    }

    /** Tells that a heap was closed. */
    public static void heapClosed(Object begun, Path heap, boolean clean) {
        if (begun != null) {
            ((HeapCloseEvent) begun).commit(heap, clean);
        }
    }
}
