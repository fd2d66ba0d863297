package org.jnvm.campaign;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A process whose standard output is read line by line, and that is killed (SIGKILL) at some moment. For one thread. */
final class ChildProcess implements AutoCloseable {
    private static final int SIGNALLED = 128;
    private static final int SIGKILL = 9;
    private static final ScheduledExecutorService KILLER = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "killer");
        thread.setDaemon(true);
        return thread;
    });

    private final Process process;
    /** Kills. {@code Process.destroyForcibly} would close the output as well, with what was printed before. */
    private final ProcessHandle handle;

    private final InputStream out;
    private final ScheduledFuture<?> hang;

    /**
     * Starts a process.
     *
     * @param command its command line
     * @param errors the file that its standard error is appended to
     * @param longest it hangs if it takes longer than that, and is killed
     */
    ChildProcess(List<String> command, Path errors, Duration longest) throws IOException {
        process = new ProcessBuilder(command)
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectError(Redirect.appendTo(errors.toFile()))
                .start();
        handle = process.toHandle();
        out = new BufferedInputStream(process.getInputStream(), 1 << 16);
        hang = KILLER.schedule(this::kill, longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits for the next line; null at the end. A last line that the kill has torn is dropped. */
    String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = out.read(); b >= 0; b = out.read()) {
            if (b == '\n') {
                return line.toString(StandardCharsets.UTF_8);
            }
            line.write(b);
        }
        return null;
    }

    /** Kills the process, and does not wait. */
    void kill() {
        handle.destroyForcibly();
    }

    /** Kills the process after some time. */
    void killAfter(long micros) {
        KILLER.schedule(this::kill, micros, TimeUnit.MICROSECONDS);
    }

    /** Tells whether it was killed because it took too long; asked when it has ended. */
    boolean hung() {
        return !hang.cancel(false) && hang.isDone();
    }

    /** Waits for the end; returns the exit status. */
    int exitStatus() {
        return process.onExit().join().exitValue();
    }

    /** Waits for the end; tells whether a SIGKILL made it. */
    boolean wasKilled() {
        return exitStatus() == SIGNALLED + SIGKILL;
    }

    @Override
    public void close() {
        hang.cancel(false);
        kill();
        exitStatus();
    }
}
