package org.jnvm.campaign.work;

import org.jnvm.spi.Recorder;

/** Hears of each store, write-back and fence, and nothing else. */
abstract class EachEvent implements Recorder {
    /** Called at each; by the thread that does it. */
    abstract void event();

    @Override
    public final boolean wantsImage() {
        return false;
    }

    @Override
    public final void started(byte[] image) {}

    @Override
    public final void stored(long offset, byte[] bytes) {
        event();
    }

    @Override
    public final void writtenBack(long offset) {
        event();
    }

    @Override
    public final void fenced() {
        event();
    }
}
