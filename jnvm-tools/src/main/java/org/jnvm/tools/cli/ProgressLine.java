package org.jnvm.tools.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.jnvm.tools.ToolProgress;

/** Shows how far a tool is, in a line that is written again and again; on a terminal only. */
final class ProgressLine implements ToolProgress, AutoCloseable {
    private static final long FIRST_NANOS = 500_000_000;
    private static final long INTERVAL_NANOS = 100_000_000;
    private static final int BAR = 30;

    private final PrintWriter err;
    private final boolean shown;
    private final long began = System.nanoTime();
    private long last = began + FIRST_NANOS - INTERVAL_NANOS;
    private boolean written;

    ProgressLine(PrintWriter err, boolean shown) {
        this.err = err;
        this.shown = shown;
    }

    @Override
    public void progress(String step, long done, long total) {
        long now = System.nanoTime();
        if (!shown || now - last < INTERVAL_NANOS) {
            return;
        }
        last = now;
        written = true;
        if (total > 0) {
            int filled = (int) (BAR * Math.min(done, total) / total);
            err.printf(
                    Locale.ROOT,
                    "\r%-12s [%s%s] %3d %%  %d s\u001b[K",
                    step,
                    "#".repeat(filled),
                    " ".repeat(BAR - filled),
                    100 * Math.min(done, total) / total,
                    (now - began) / 1_000_000_000);
        } else {
            err.printf(Locale.ROOT, "\r%-12s %d  %d s\u001b[K", step, done, (now - began) / 1_000_000_000);
        }
        err.flush();
    }

    /** Removes the line. */
    void clear() {
        if (written) {
            written = false;
            err.print("\r\u001b[K");
            err.flush();
        }
    }

    @Override
    public void close() {
        clear();
    }
}
