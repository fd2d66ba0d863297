package org.jnvm.internal.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.internal.layout.InteriorMapLayout;
import org.jnvm.internal.layout.PageLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.spi.Recorder;

/**
 * Knows which pages of a heap file are holes, by what is written to it, and fails where one is read, or stored to, before it is really
 * written again. Safe for use by several threads.
 */
final class HoleWatch implements Recorder {
    private final ConcurrentHashMap<Long, Boolean> holes = new ConcurrentHashMap<>();
    /** Lines of the state words and of interior maps that are not durable; none of a page is here. */
    private final ConcurrentHashMap<Long, Boolean> pending = new ConcurrentHashMap<>();

    private volatile boolean announced;
    private volatile long length = Long.MAX_VALUE;
    private volatile boolean alone = true;
    private final AtomicLong filled = new AtomicLong();

    /** Tells whether a store to the line around an offset is not known to be durable. */
    private boolean isPending(long offset) {
        return pending.containsKey(offset & -64);
    }

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

    /** Says that several threads work: then each line of a map may have to be written back for another one. */
    void shared() {
        alone = false;
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
            pending.put(offset & -64, false);
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
                assertThat(announced && !isPending(StateLayout.HOLES_OFFSET))
                        .as("holes announced durably")
                        .isTrue();
                assertThat(alone && isPending(mapWord(page)))
                        .as("page at %s interior, but not durably", page)
                        .isFalse();
                holes.put(page, true);
            }
        }
    }

    /** Where in the heap it says whether blocks of a page of the first chunk are interior; tests of one thread have no other. */
    private static long mapWord(long page) {
        return InteriorMapLayout.start(0) + InteriorMapLayout.word(page);
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
    public void writtenBack(long offset) {
        pending.computeIfPresent(offset & -64, (line, writtenBack) -> true);
    }

    @Override
    public void fenced() {
        pending.values().removeIf(writtenBack -> writtenBack);
    }
}
