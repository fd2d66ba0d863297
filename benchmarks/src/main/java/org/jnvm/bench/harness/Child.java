package org.jnvm.bench.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that measures something and prints its figures, one a line. Its standard error goes where that of this JVM
 * goes. For use by one thread.
 */
public final class Child implements AutoCloseable {
    /** A child that takes longer than that hangs. */
    private static final Duration LIFE_MAX = Duration.ofMinutes(10);

    private final String name;
    private final long began;
    private final Process process;
    private final BufferedReader out;
    private final Runnable kill = this::kill;

    private Child(List<String> command, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
        builder.environment().putAll(environment);
        name = String.join(" ", command);
        began = System.nanoTime();
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("process cannot be started: command=" + name, e);
        }
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        Leftovers.add(kill);
        ProcessHandle handle = process.toHandle();
        CompletableFuture.delayedExecutor(LIFE_MAX.toNanos(), TimeUnit.NANOSECONDS)
                .execute(handle::destroyForcibly);
    }

    /**
     * Starts a JVM of the same kind as this one, with this one's class path.
     *
     * @param flags its flags
     * @param main the class with the main method
     * @param arguments its arguments
     * @return the child, running
     */
    public static Child java(List<String> flags, Class<?> main, List<String> arguments) {
        return java(flags, Map.of(), main, arguments);
    }

    /**
     * Starts a JVM of the same kind as this one, with this one's class path.
     *
     * @param flags its flags
     * @param environment added to the environment
     * @param main the class with the main method
     * @param arguments its arguments
     * @return the child, running
     */
    public static Child java(
            List<String> flags, Map<String, String> environment, Class<?> main, List<String> arguments) {
        List<String> all = new ArrayList<>(flags);
        all.add(Flags.LOG_WARNINGS);
        return java(System.getProperty("java.class.path"), all, environment, main.getName(), arguments);
    }

    /**
     * Starts a JVM of the same kind as this one, with another class path.
     *
     * @param path the class path
     * @param flags its flags
     * @param main the name of the class with the main method
     * @param arguments its arguments
     * @return the child, running
     */
    public static Child javaOn(String path, List<String> flags, String main, List<String> arguments) {
        return java(path, flags, Map.of(), main, arguments);
    }

    private static Child java(
            String path, List<String> flags, Map<String, String> environment, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", path, main));
        command.addAll(arguments);
        return new Child(command, environment);
    }

    /** Starts a program. */
    public static Child program(Path program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(arguments);
        return new Child(command, Map.of());
    }

    /**
     * Waits for the next line of the child's output.
     *
     * @return the line
     * @throws IllegalStateException if the child ended without printing it
     */
    public String line() {
        try {
            String line = out.readLine();
            if (line == null) {
                throw new IllegalStateException("process ended without its figures: command=" + name + ", exit status="
                        + process.onExit().join().exitValue() + "; see its standard error above");
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the nanoseconds since just before the process was started. */
    public long nanosSinceStart() {
        return System.nanoTime() - began;
    }

    /** Returns the processor time that the child has taken, in nanoseconds, to 10 ms; NaN where the system hides it. */
    public double cpuNanos() {
        return process.info()
                .totalCpuDuration()
                .map(time -> (double) time.toNanos())
                .orElse(Double.NaN);
    }

    /** Kills the child (SIGKILL) and waits until it has ended. */
    public void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    /** Reads all lines until the child ends, and requires that it ended well. */
    public List<String> lines() {
        try {
            List<String> lines = new ArrayList<>();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
            }
            requireSuccess(String.join("\n", lines));
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the child has ended, and requires that it ended well. */
    public void requireSuccess() {
        requireSuccess("");
    }

    private void requireSuccess(String printed) {
        int status = process.onExit().join().exitValue();
        if (status != 0) {
            throw new IllegalStateException("process failed: command=" + name + ", exit status=" + status
                    + "; see its standard error above. Printed:\n" + printed);
        }
    }

    /** Kills the child if it still runs. */
    @Override
    public void close() {
        Leftovers.end(kill);
    }
}
