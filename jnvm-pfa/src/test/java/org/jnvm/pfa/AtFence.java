package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import org.jnvm.spi.Recorder;

/** Does something at one of the fences of the heaps that it is the recorder of, once they are counted. */
final class AtFence implements Recorder {
    private final Runnable action;
    private int fences = Integer.MIN_VALUE;
    private int wanted;

    AtFence(Runnable action) {
        this.action = action;
    }

    /** Counts from now on: the fence with a number, from 0, is the one. */
    void countTo(int fence) {
        wanted = fence;
        fences = 0;
    }

    @Override
    public boolean wantsImage() {
        return false;
    }

    @Override
    public void started(byte[] image) {
        assertThat(image).isEmpty();
    }

    @Override
    public void stored(long offset, byte[] bytes) {
        assertThat(bytes).isNotEmpty();
    }

    @Override
    public void writtenBack(long offset) {
        assertThat(offset).isNotNegative();
    }

    @Override
    public void fenced() {
        if (fences++ == wanted) {
            action.run();
        }
    }
}
