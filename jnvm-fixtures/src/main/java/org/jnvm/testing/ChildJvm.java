package org.jnvm.testing;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM of its own, which runs a program of the tests and can be killed. For use by one thread. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final Path err;

    private ChildJvm(List<String> command, Path folder) throws IOException {
        err = Files.createTempFile("child", ".err");
        process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(err.toFile())
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** What a finished child left. */
    public record Result(int exit, String out, String err) {}

    /** Starts the JVM of a command line; see {@link #command}. */
    public static ChildJvm start(List<String> command) throws IOException {
        return start(command, Path.of("").toAbsolutePath());
    }

    /** The same in a folder, where the program leaves its files. */
    public static ChildJvm start(List<String> command, Path folder) throws IOException {
        return new ChildJvm(command, folder);
    }

    /** Returns the command line of {@code java} in the same JDK as that of the tests: its flags, and what is to run. */
    public static List<String> java(Object... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return command;
    }

    /**
     * Returns the command line of a program in the same JDK as that of the tests.
     *
     * @param flags the flags of the JVM, which say the class path, too
     * @param main the program
     * @param arguments its arguments
     */
    public static List<String> command(List<String> flags, Class<?> main, Object... arguments) {
        List<String> command = java(flags.toArray());
        command.add(main.getName());
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return command;
    }

    /** Returns a class path of the folders and archives that classes were loaded from. */
    public static String classPath(Class<?>... types) {
        return Stream.of(types)
                .map(type -> location(type).toString())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns where a class was loaded from. */
    public static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads a line, waiting for it; fails if the child ended instead. */
    public String line() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IllegalStateException("child ended early: " + Files.readString(err));
        }
        return line;
    }

    /** Reads lines up to the first one with some text, and returns the word behind that; fails if the child ended instead. */
    public String wordAfter(String text) throws IOException {
        String line = line();
        while (!line.contains(text)) {
            line = line();
        }
        return line.substring(line.indexOf(text) + text.length()).split(" ")[0];
    }

    /** Kills the child with SIGKILL and waits until it is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Kills the child with SIGKILL and returns the lines that it printed and nobody has read. */
    public List<String> killAndRead() throws InterruptedException {
        process.toHandle().destroyForcibly(); // unlike the same of the process, it leaves the stream open
        List<String> rest = out.lines().toList();
        process.waitFor();
        return rest;
    }

    public long pid() {
        return process.pid();
    }

    /** Lets the child go on: it waits for the end of its input. */
    public Result finish() throws IOException, InterruptedException {
        return finish(60);
    }

    /** Like {@link #finish()}, for a child that may take longer. */
    public Result finish(long seconds) throws IOException, InterruptedException {
        process.getOutputStream().close();
        String rest = out.lines().collect(Collectors.joining("\n"));
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("child hangs");
        }
        return new Result(process.exitValue(), rest, Files.readString(err));
    }

    @Override
    public void close() throws Exception {
        process.destroyForcibly().waitFor();
        out.close();
        Files.delete(err);
    }
}
