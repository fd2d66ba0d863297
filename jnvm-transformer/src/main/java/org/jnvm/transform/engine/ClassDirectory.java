package org.jnvm.transform.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The directory of class files that are transformed in place. */
final class ClassDirectory {
    private static final String CLASS_SUFFIX = ".class";
    private static final String TEMPORARY_SUFFIX = ".jnvm-tmp";

    private final Path root;

    ClassDirectory(Path root) {
        this.root = root;
    }

    /** Returns all class files but module descriptors, in a stable order. */
    List<Path> classFiles() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.getFileName().toString().endsWith(CLASS_SUFFIX))
                    .filter(file -> !file.getFileName().toString().equals("module-info.class"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    /** Tells whether a class file stands for a newer Java only, in a multi-release directory. */
    boolean isVersioned(Path file) {
        return root.relativize(file).startsWith(Path.of("META-INF", "versions"));
    }

    /** Replaces a class file as one step; its time stays, so that incremental compilers see no change. */
    void replace(Path file, byte[] content) throws IOException {
        FileTime modified = Files.getLastModifiedTime(file);
        Path temporary = file.resolveSibling(file.getFileName() + TEMPORARY_SUFFIX);
        try {
            Files.write(temporary, content);
            Files.setLastModifiedTime(temporary, modified);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * Writes the list from which core knows the persistent classes; removes it if there are none.
     *
     * @param binaryNames the persistent classes, sorted
     */
    void writeIndex(List<String> binaryNames) throws IOException {
        Path index = root.resolve(Names.INDEX);
        if (binaryNames.isEmpty()) {
            Files.deleteIfExists(index);
            return;
        }
        byte[] content = (String.join("\n", binaryNames) + "\n").getBytes(StandardCharsets.UTF_8);
        if (Files.exists(index)) {
            if (!Arrays.equals(Files.readAllBytes(index), content)) {
                replace(index, content);
            }
            return;
        }
        Files.createDirectories(index.getParent());
        Files.write(index, content);
    }
}
