package org.jnvm.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/** Compiles sources while a test runs. */
public final class Javac {
    private Javac() {}

    /**
     * Compiles sources; fails, with the compiler's messages, if that cannot be done.
     *
     * @param sources the sources
     * @param classes the folder of the classes, which is made
     * @param classPath what they refer to
     * @param flags further options of the compiler
     */
    public static void compile(List<Path> sources, Path classes, String classPath, String... flags) throws IOException {
        Files.createDirectories(classes);
        List<String> options =
                new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classPath));
        options.addAll(List.of(flags));
        sources.forEach(source -> options.add(source.toString()));
        StringWriter messages = new StringWriter();
        PrintWriter out = new PrintWriter(messages);
        ToolProvider javac = ToolProvider.findFirst("javac").orElse(null);
        assumeTrue(javac != null, "this Java has no javac");
        int status = javac.run(out, out, options.toArray(String[]::new));
        assertThat(status).as(messages.toString()).isZero();
    }

    /**
     * Compiles a copy of a source that has other lines, to see that a test notices.
     *
     * @param source the source
     * @param now texts in it, each of which must be there
     * @param then what stands in their places, one after the other
     * @param folder where the copy and its classes are made
     * @param classPath what the source refers to
     * @return the folder of the classes
     */
    public static Path compileMutant(Path source, List<String> now, List<String> then, Path folder, String classPath)
            throws IOException {
        String text = Files.readString(source);
        for (int i = 0; i < now.size(); i++) {
            assertThat(text).as("the source still has the line").contains(now.get(i));
            text = text.replace(now.get(i), then.get(i));
        }
        Path copy = Files.createDirectories(folder.resolve("source")).resolve(source.getFileName());
        Files.writeString(copy, text);
        Path classes = folder.resolve("mutant of " + source.getFileName());
        compile(List.of(copy), classes, classPath, "-XDignore.symbol.file");
        return classes;
    }
}
