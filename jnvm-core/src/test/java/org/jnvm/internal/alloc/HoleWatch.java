package org.jnvm.internal.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.internal.layout.PageLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.spi.Recorder;

/**
 * Knows which pages of a heap file are holes, by what is written to it, and fails where one is read, or stored to, before it is really
 * written again. Safe for use by several threads.
 */
final class HoleWatch implements Recorder {
    private final ConcurrentHashMap<Long, Boolean> holes = new ConcurrentHashMap<>();
    private volatile boolean announced;
    private volatile long length = Long.MAX_VALUE;
    private final AtomicLong filled = new AtomicLong();

    /** Returns how many pages are holes now. */
    int pages() {
        return holes.size();
    }

    /** Returns how many pages were written again. */
    long filled() {
        return filled.get();
    }

    /** Sets how long the file is: what is written behind is growth. */
    void setLength(long bytes) {
        length = bytes;
    }

    boolean isHole(long offset) {
        return holes.containsKey(offset & -PageLayout.PAGE_BYTES);
    }

    @Override
    public boolean wantsImage() {
        return false;
    }

    @Override
    public boolean observesLoads() {
        return true;
    }

    @Override
    public void started(byte[] image) {}

    @Override
    public void stored(long offset, byte[] bytes) {
        if (offset == StateLayout.HOLES_OFFSET) {
            announced = true;
        }
        boolean pages = bytes.length > 0
                && bytes.length % PageLayout.PAGE_BYTES == 0
                && offset % PageLayout.PAGE_BYTES == 0
                && isZero(bytes);
        if (!pages) {
            assertThat(isHole(offset)).as("store to a hole at %s", offset).isFalse();
            return;
        }
        if (offset >= length) {
            length = offset + bytes.length;
            return;
        }
        for (long page = offset; page < offset + bytes.length; page += PageLayout.PAGE_BYTES) {
            if (holes.remove(page) != null) {
                filled.incrementAndGet();
            } else {
                assertThat(announced).isTrue();
                holes.put(page, true);
            }
        }
    }

    private static boolean isZero(byte[] bytes) {
        for (byte each : bytes) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void loading(long offset, int bytes) {
        assertThat(isHole(offset)).as("load from a hole at %s", offset).isFalse();
    }

    @Override
    public void writtenBack(long offset) {}

    @Override
    public void fenced() {}
}
