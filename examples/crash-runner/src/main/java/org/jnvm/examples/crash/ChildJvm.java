package org.jnvm.examples.crash;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that runs a program of this class path, and that can be killed at any moment.
 *
 * <p>Its standard error goes where that of this JVM goes. For use by one thread.
 */
public final class ChildJvm implements AutoCloseable {
    /** A child that takes longer than that hangs. */
    private static final Duration LIFE_MAX = Duration.ofMinutes(15);
    /** What Linux adds to the number of the signal that ended a process. */
    private static final int SIGNALLED = 128;

    private static final int SIGKILL = 9;

    private final Process process;
    /** Kills. {@code Process.destroyForcibly} would close the output as well, with what the child printed before. */
    private final ProcessHandle handle;

    private final InputStream out;

    private ChildJvm(Process process) {
        this.process = process;
        this.handle = process.toHandle();
        this.out = new BufferedInputStream(process.getInputStream(), 1 << 16);
        killAfter(LIFE_MAX);
    }

    /**
     * Starts a JVM of the same kind as this one, with the same class path.
     *
     * @param main the class with the main method
     * @param arguments its arguments
     * @return the child, running
     */
    public static ChildJvm start(Class<?> main, List<String> arguments) {
        return start(main, List.of(), arguments);
    }

    /** Starts a JVM with flags; see {@link #start(Class, List)}. */
    public static ChildJvm start(Class<?> main, List<String> flags, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(arguments);
        try {
            return new ChildJvm(
                    new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
        } catch (IOException e) {
            throw new UncheckedIOException("a JVM cannot be started: " + command.get(0), e);
        }
    }

    /**
     * Waits for the next line on the child's standard output. After a kill, the lines that it had printed before are
     * still there. A last line without an end was torn by the kill: it was not printed, and is dropped.
     *
     * @return the line, or null when the child has ended and there is none left
     */
    public String readLine() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            for (int b = out.read(); b >= 0; b = out.read()) {
                if (b == '\n') {
                    return line.toString(StandardCharsets.UTF_8);
                }
                line.write(b);
            }
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("the output of the child cannot be read", e);
        }
    }

    /**
     * Writes a line to the child's standard input.
     *
     * @param line the line, without its end
     * @throws UncheckedIOException if the child does not listen any more
     */
    public void tell(String line) {
        try {
            OutputStream in = process.getOutputStream();
            in.write((line + '\n').getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the child does not listen: line=" + line, e);
        }
    }

    /**
     * Kills the child (SIGKILL) after a time, if it still runs then. Does not wait.
     *
     * @param delay the time from now
     */
    public void killAfter(Duration delay) {
        CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS).execute(handle::destroyForcibly);
    }

    /**
     * Waits until the child has ended.
     *
     * @return its exit status
     */
    public int exitStatus() {
        return process.onExit().join().exitValue();
    }

    /** Waits until the child has ended, and tells whether a SIGKILL ended it. */
    public boolean wasKilled() {
        return exitStatus() == SIGNALLED + SIGKILL;
    }

    /** Kills the child if it still runs, and waits until it has ended. */
    @Override
    public void close() {
        handle.destroyForcibly();
        exitStatus();
    }
}
