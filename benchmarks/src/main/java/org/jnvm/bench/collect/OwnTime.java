package org.jnvm.bench.collect;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * How much of a time a thread took itself: without the time in which it was ready to run and had no processor, as others had
 * all of them, and without what the hypervisor took of its processor. Used by the thread that made it. A look takes some
 * microseconds.
 */
final class OwnTime implements AutoCloseable {
    private static final String SLEEPS = "\nvoluntary_ctxt_switches:";

    private final RandomAccessFile statistics = open("schedstat");
    private final RandomAccessFile status = open("status");
    private final byte[] bytes = new byte[4096];
    private long ran;
    private long waited;
    private long sleeps;

    OwnTime() {
        of(0);
    }

    private static RandomAccessFile open(String name) {
        try {
            return new RandomAccessFile("/proc/thread-self/" + name, "r");
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the group \"collector\" needs Linux, which says how long a thread waits", e);
        }
    }

    /**
     * Returns how much of a time was the thread's own.
     *
     * @param nanos a time since the last call
     */
    long of(long nanos) {
        String[] times = read(statistics).split(" ");
        String lines = read(status);
        int at = lines.indexOf(SLEEPS) + SLEEPS.length();
        long nowSleeps =
                Long.parseLong(lines.substring(at, lines.indexOf('\n', at)).trim());
        long nowRan = Long.parseLong(times[0]);
        long nowWaited = Long.parseLong(times[1]);
        // what a thread that never slept did not run, it waited for a processor, or the hypervisor took
        long own = nowSleeps == sleeps ? Math.min(nanos, nowRan - ran) : Math.max(0, nanos - (nowWaited - waited));
        ran = nowRan;
        waited = nowWaited;
        sleeps = nowSleeps;
        return own;
    }

    private String read(RandomAccessFile file) {
        try {
            file.seek(0);
            return new String(bytes, 0, file.read(bytes), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (status) {
            statistics.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
