package org.jnvm.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A class of J-NVM with other lines in its source. */
final class Mutant {
    private Mutant() {}

    /**
     * Compiles a copy of a source.
     *
     * @param source the source
     * @param now texts in it, each of which must be there
     * @param before what stands in their places
     * @param folder where files may be made
     * @return the folder of the classes
     */
    static Path compile(Path source, List<String> now, List<String> before, Path folder) throws Exception {
        String text = Files.readString(source);
        for (int i = 0; i < now.size(); i++) {
            assertThat(text).as("the source still has the line").contains(now.get(i));
            text = text.replace(now.get(i), before.get(i));
        }
        Path copy = Files.createDirectories(folder.resolve("source")).resolve(source.getFileName());
        Files.writeString(copy, text);
        Path classes = Files.createDirectories(folder.resolve("mutant"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of(
                                    "-proc:none",
                                    "-nowarn",
                                    "-d",
                                    classes.toString(),
                                    "-cp",
                                    System.getProperty("java.class.path")),
                            null,
                            files.getJavaFileObjects(copy))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
        return classes;
    }
}
