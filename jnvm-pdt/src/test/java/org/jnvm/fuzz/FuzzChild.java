package org.jnvm.fuzz;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program of these tests in a JVM of its own, and watches that it gets on. */
public final class FuzzChild {
    /** Without progress for so long it hangs. */
    private static final long HANG_SECONDS = 60;

    private FuzzChild() {}

    /**
     * What a child left.
     *
     * @param exit its exit code; -1 if it had to be killed since it hung
     * @param output the lines it printed
     */
    public record Result(int exit, List<String> output) {}

    /**
     * Runs a program to its end, or until the number in its progress file has not changed for a minute.
     *
     * @param main the program
     * @param folder where its output goes
     * @param progress a file of 8 bytes that the program counts in
     * @param arguments its arguments
     * @return what it left
     */
    public static Result run(Class<?> main, Path folder, Path progress, List<String> arguments)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "child", ".txt");
        Process process = new ProcessBuilder(command(main, arguments))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            long last = -1;
            long since = System.nanoTime();
            while (!process.waitFor(200, TimeUnit.MILLISECONDS)) {
                long now = read(progress);
                if (now != last) {
                    last = now;
                    since = System.nanoTime();
                } else if (System.nanoTime() - since > TimeUnit.SECONDS.toNanos(HANG_SECONDS)) {
                    process.destroyForcibly().waitFor();
                    return new Result(-1, Files.readAllLines(output));
                }
            }
            return new Result(process.exitValue(), Files.readAllLines(output));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns the command line of a program on the class path of the tests; the JVM's own errors go to target. */
    static List<String> command(Class<?> main, List<String> arguments) {
        return command(List.of(), main, arguments);
    }

    /** Returns the command line of a program, with further flags. */
    static List<String> command(List<String> flags, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx128m",
                "-Xss512k",
                "-XX:+UseSerialGC",
                "-ea",
                "-XX:ErrorFile=" + Path.of("target", "hs_err_%p.log").toAbsolutePath(),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return command;
    }

    /** Returns the number in a progress file, -1 if there is none. */
    public static long read(Path progress) throws IOException {
        if (!Files.exists(progress)) {
            return -1;
        }
        byte[] bytes = Files.readAllBytes(progress);
        return bytes.length < 8 ? -1 : ByteBuffer.wrap(bytes).getLong();
    }

    /** Returns a folder in memory, as most of the time goes into forcing files; else the temporary one. */
    public static Path workFolder(Path temporary) throws IOException {
        Path memory = Path.of("/dev/shm");
        return Files.isDirectory(memory) && Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "jnvm-fuzz")
                : Files.createTempDirectory(temporary, "jnvm-fuzz");
    }

    /** Removes a folder with its files. */
    public static void remove(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path each : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
