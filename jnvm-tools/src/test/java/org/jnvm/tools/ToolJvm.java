package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.testing.ChildJvm;
import org.jnvm.tools.cli.Jnvm;
import org.jnvm.tools.program.Program;
import org.slf4j.Logger;
import picocli.CommandLine;

/** The command line and the program, each in a JVM of its own; that of the command line has no class of the program. */
final class ToolJvm {
    /** What a JVM left. */
    record Result(int exit, String out, String err) {}

    private ToolJvm() {}

    /** Runs a command of {@code jnvm}. */
    static Result jnvm(Object... args) throws IOException, InterruptedException {
        String classPath = ChildJvm.classPath(
                Jnvm.class, Heap.class, engine(), CommandLine.class, JsonFactory.class, Logger.class);
        // the tests' folder holds neither class of the tool
        assertThat(classPath).doesNotContain(ChildJvm.classPath(Program.class)).doesNotContain("jnvm-pdt");
        return run(classPath, Jnvm.class, args);
    }

    /** A class of jnvm-pfa, which exports none. */
    private static Class<?> engine() {
        try {
            return Class.forName("org.jnvm.pfa.internal.RedoEngine");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs the program. */
    static Result program(Object... args) throws IOException, InterruptedException {
        return run(System.getProperty("java.class.path"), Program.class, args);
    }

    /** Starts the program. */
    static Process startProgram(Object... args) throws IOException {
        return new ProcessBuilder(command(System.getProperty("java.class.path"), Program.class, args))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> command(String classPath, Class<?> main, Object... args) {
        return ChildJvm.command(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp", classPath), main, args);
    }

    private static Result run(String classPath, Class<?> main, Object... args)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("jnvm", ".out");
        Path err = Files.createTempFile("jnvm", ".err");
        try {
            int exit = new ProcessBuilder(command(classPath, main, args))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start()
                    .waitFor();
            return new Result(exit, Files.readString(out, StandardCharsets.UTF_8), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
