package org.jnvm.bench.micro;

import org.jnvm.Heap;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** {@link Cells}, while another thread writes one cell of its own in one failure-atomic block after the other. */
@State(Scope.Thread)
public class CellsWithBusy extends Cells {
    private Thread other;
    private volatile boolean stop;
    private volatile long blocks;

    @Override
    void afterOpen() {
        other = new Thread(this::work, "writes in failure-atomic blocks");
        other.start();
        while (blocks == 0) {
            Thread.onSpinWait();
        }
    }

    private void work() {
        try (Heap.Scope scope = heap.enter()) {
            Cell own = new Cell();
            own.validate();
            while (!stop) {
                heap.atomically(() -> own.setValue(own.value() + 1));
                blocks++; // only this thread writes it
            }
        }
    }

    /** Returns how many blocks the other thread has committed. */
    long blocks() {
        return blocks;
    }

    @Override
    void beforeClose() {
        stop = true;
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
