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
import org.jnvm.Heap;

/** A JVM of its own, which runs {@link Child}. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final Path err;

    private ChildJvm(List<String> command) throws IOException {
        err = Files.createTempFile("child", ".err");
        process = new ProcessBuilder(command).redirectError(err.toFile()).start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** What a finished child left. */
    public record Result(int exit, String out, String err) {}

    /** Starts {@link Child} with arguments on the class path of core alone. */
    public static ChildJvm start(String... args) throws IOException {
        return start(List.of(), List.of("-cp", classPath()), args);
    }

    /** Starts {@link Child}, behind a prefix of the command line and with flags. */
    public static ChildJvm start(List<String> prefix, List<String> flags, String... args) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx256m");
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(flags);
        command.add(Child.class.getName());
        command.addAll(List.of(args));
        return new ChildJvm(command);
    }

    /** Returns core, its tests and the SLF4J API, without a provider. */
    public static String classPath() {
        return coreModules() + File.pathSeparator + location(Child.class);
    }

    /** Returns core and the SLF4J API. */
    public static String coreModules() {
        return location(Heap.class) + File.pathSeparator + location(org.slf4j.Logger.class);
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
