package org.jnvm.crashtest;

import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.spi.Recorder;

/**
 * Records stores, write-backs, fences and acknowledgements in their order, for {@link CrashImages}. One thread acts at a
 * time. Set it with {@link org.jnvm.HeapOptions#recorder}.
 */
public final class PersistTrace implements Recorder {
    private final Trace trace = new Trace();

    /** Makes an empty trace. */
    public PersistTrace() {}

    @Override
    public void started(byte[] start) {
        trace.started(start);
    }

    @Override
    public void stored(long offset, byte[] bytes) {
        trace.stored(offset, bytes);
    }

    @Override
    public void storedRelease(long offset, byte[] bytes) {
        trace.storedRelease(offset, bytes);
    }

    @Override
    public void writtenBack(long offset) {
        trace.writtenBack(offset);
    }

    @Override
    public void fenced() {
        trace.fenced();
    }

    @Override
    public void forced(long offset, long bytes) {
        trace.forced(offset, bytes);
    }

    /** Notes that an operation begins. */
    public void start() {
        trace.start("");
    }

    /** Notes that the operation was acknowledged. */
    public void ack() {
        trace.ack("");
    }

    Trace trace() {
        return trace;
    }
}
