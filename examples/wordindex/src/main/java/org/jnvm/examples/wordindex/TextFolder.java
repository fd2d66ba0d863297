package org.jnvm.examples.wordindex;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A folder of text files, which are the documents. */
final class TextFolder {
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");
    private static final List<String> SUFFIXES = List.of(".md", ".txt");
    /** Where a build puts copies. */
    private static final String BUILD_FOLDER = "target";

    private final Path folder;
    private final List<String> names = new ArrayList<>();
    private long bytes;

    /**
     * Finds the text files of a folder and its subfolders, other than hidden ones and those of builds.
     *
     * @throws UncheckedIOException if the folder cannot be read
     */
    TextFolder(Path folder) {
        this.folder = folder;
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    boolean skipped = !directory.equals(folder) && isSkipped(directory);
                    return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && SUFFIXES.stream().anyMatch(file.toString()::endsWith)) {
                        names.add(nameOf(file));
                        bytes += attributes.size();
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("the folder cannot be read: " + folder, e);
        }
        Collections.sort(names);
    }

    private static boolean isSkipped(Path directory) {
        String name = directory.getFileName().toString();
        return name.startsWith(".") || name.equals(BUILD_FOLDER);
    }

    private String nameOf(Path file) {
        return folder.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
    }

    /** Returns the names of the documents, in the order in which they are indexed. */
    List<String> names() {
        return names;
    }

    /** Returns the size of all documents. */
    long bytes() {
        return bytes;
    }

    /** Reads a document; returns its words and how often each is in it. */
    Map<String, Integer> count(String name) {
        try {
            Map<String, Integer> counts = new TreeMap<>();
            words(new String(Files.readAllBytes(folder.resolve(name)), StandardCharsets.UTF_8))
                    .forEach(word -> counts.merge(word, 1, Integer::sum));
            return counts;
        } catch (IOException e) {
            throw new UncheckedIOException("the document cannot be read: " + name, e);
        }
    }

    /** Returns the words of a text, in lower case, in their order. */
    static List<String> words(String text) {
        return WORD.matcher(text.toLowerCase(Locale.ROOT))
                .results()
                .map(found -> found.group())
                .toList();
    }
}
