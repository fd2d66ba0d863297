package org.jnvm.crashtest.internal.oracle;

import org.jnvm.spi.Recorder;

/** Listens while a crash image is opened: has the recovery that runs beside a program end before the heap is open; to all else it is deaf. */
class OpeningRecorder implements Recorder {
    @Override
    public boolean wantsImage() {
        return false;
    }

    @Override
    public void started(byte[] image) {
        // it is known
    }

    @Override
    public void stored(long offset, byte[] bytes) {
        // what happens after the crash does not matter
    }

    @Override
    public void writtenBack(long offset) {
        // as above
    }

    @Override
    public void fenced() {
        // as above
    }

    @Override
    public boolean takesRecovery(Runnable recovery) {
        recovery.run(); // by one thread, which decides what is undecided
        return true;
    }
}
