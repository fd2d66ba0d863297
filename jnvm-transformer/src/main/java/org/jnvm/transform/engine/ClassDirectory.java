package org.jnvm.transform.engine;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jnvm.transform.ClassFile;
import org.jnvm.transform.asm.Names;

/** The directory of class files that are transformed in place. */
final class ClassDirectory {
    private static final String CLASS_SUFFIX = ".class";
    private static final String MODULE_DESCRIPTOR = "module-info.class";
    private static final String TEMPORARY_SUFFIX = ".jnvm-tmp";

    private final Path root;

    ClassDirectory(Path root) {
        this.root = root;
    }

    /** Reads all class files but module descriptors, in a stable order. */
    List<ClassFile> read() throws IOException {
        List<ClassFile> classFiles = new ArrayList<>();
        for (Path file : files(name -> name.endsWith(CLASS_SUFFIX) && !name.equals(MODULE_DESCRIPTOR))) {
            String name = root.relativize(file).toString().replace(File.separatorChar, '/');
            classFiles.add(new ClassFile(name, Files.readAllBytes(file)));
        }
        return classFiles;
    }

    /** Returns the module descriptor, which is not transformed; null for any other name, or if there is none. */
    byte[] find(String name) throws IOException {
        Path file = root.resolve(MODULE_DESCRIPTOR);
        return MODULE_DESCRIPTOR.equals(name + CLASS_SUFFIX) && Files.isRegularFile(file)
                ? Files.readAllBytes(file)
                : null;
    }

    /** Deletes what a transformation left that was killed while it wrote. */
    void deleteTemporaries() throws IOException {
        for (Path file : files(name -> name.endsWith(TEMPORARY_SUFFIX))) {
            Files.delete(file);
        }
    }

    private List<Path> files(Predicate<String> names) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> names.test(file.getFileName().toString()))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    /** Tells whether a class file is there with just this content. */
    boolean contains(ClassFile classFile) throws IOException {
        Path file = root.resolve(classFile.file());
        return Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), classFile.content());
    }

    /** Writes a class file, which may be there already. */
    void write(ClassFile classFile) throws IOException {
        Path file = root.resolve(classFile.file());
        if (Files.exists(file)) {
            replace(file, classFile.content());
        } else {
            Files.createDirectories(file.getParent());
            Files.write(file, classFile.content());
        }
    }

    /** Replaces a file as one step; its time stays, so that incremental compilers see no change. */
    private static void replace(Path file, byte[] content) throws IOException {
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

    /** Returns the binary names in the list from which core knows the persistent classes; none if it is not there. */
    List<String> readIndex() throws IOException {
        Path index = root.resolve(Names.INDEX);
        return Files.exists(index)
                ? Files.readAllLines(index).stream()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList()
                : List.of();
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
