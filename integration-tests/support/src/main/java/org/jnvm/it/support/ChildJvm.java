package org.jnvm.it.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program run by the JDK of the tests, in a JVM of its own. */
public final class ChildJvm {
    private static final int FIRST_TO_DENY = 24;
    private static final long TIMEOUT_SECONDS = 120;

    private final List<String> command = new ArrayList<>();
    private final Path folder;

    /**
     * Prepares a program.
     *
     * @param folder where its output goes
     * @param arguments what follows {@code java} on the command line
     */
    public ChildJvm(Path folder, List<String> arguments) {
        this(Path.of(System.getProperty("java.home")), folder, arguments);
    }

    /**
     * Prepares a program on another JDK.
     *
     * @param jdk the folder of the JDK
     * @param folder where its output goes
     * @param arguments what follows {@code java} on the command line
     */
    public ChildJvm(Path jdk, Path folder, List<String> arguments) {
        this.folder = folder;
        command.add(jdk.resolve("bin").resolve("java").toString());
        command.addAll(arguments);
    }

    /**
     * Returns the flags that deny access to memory by {@code Unsafe} and native access.
     *
     * @return the flags; none where the JDK does not know them
     */
    public static List<String> denials() {
        return Runtime.version().feature() < FIRST_TO_DENY
                ? List.of()
                : List.of("--sun-misc-unsafe-memory-access=deny", "--illegal-native-access=deny");
    }

    /**
     * What a program left.
     *
     * @param exitCode its exit code
     * @param output the lines of its standard output
     * @param errors its standard error
     */
    public record Result(int exitCode, List<String> output, String errors) {}

    /**
     * Runs the program to its end.
     *
     * @return what it left
     * @throws IOException if it cannot be started, or does not end
     * @throws InterruptedException if the thread is interrupted
     */
    public Result run() throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "out", ".txt");
        Path errors = Files.createTempFile(folder, "err", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("program does not end: seconds=" + TIMEOUT_SECONDS + ", command=" + command);
            }
        } finally {
            process.destroyForcibly();
        }
        return new Result(process.exitValue(), Files.readAllLines(output), Files.readString(errors));
    }

    /**
     * Runs the program, and kills it ({@code SIGKILL}) when it has printed a number of lines.
     *
     * @param lines the number of lines
     * @return all whole lines it printed, also those between the last one waited for and its death
     * @throws IOException if it cannot be started, or ends by itself
     * @throws InterruptedException if the thread is interrupted
     */
    public List<String> killAfter(int lines) throws IOException, InterruptedException {
        Path errors = Files.createTempFile(folder, "err", ".txt");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        List<String> seen = new ArrayList<>();
        try (BufferedReader reader = process.inputReader()) {
            while (seen.size() < lines) {
                String line = reader.readLine();
                if (line == null) {
                    throw new IOException(
                            "program ended by itself: lines=" + seen + ", standard error=" + Files.readString(errors));
                }
                seen.add(line);
            }
            // by its handle, because destroying the Process itself closes the pipe with what is still in it
            process.toHandle().destroyForcibly();
            readRest(reader, seen);
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        return seen;
    }

    /** Reads what was in the pipe; its last line may be cut, so it counts only with its end. */
    private static void readRest(BufferedReader reader, List<String> seen) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = reader.read(); c >= 0; c = reader.read()) {
            if (c == '\n') {
                seen.add(line.toString());
                line.setLength(0);
            } else if (c != '\r') {
                line.append((char) c);
            }
        }
    }
}
