package org.jnvm.bench.micro;

import org.jnvm.runtime.Epochs;

/** A thread that was in a read section, and then sleeps until it is interrupted. */
final class SleepingReader extends Thread {
    SleepingReader() {
        super("sleeping reader");
    }

    @Override
    public void run() {
        Epochs.enterRead();
        Epochs.exitRead();
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            interrupt(); // the benchmark has ended
        }
    }
}
