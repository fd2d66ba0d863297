package org.jnvm.bench.harness;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Archives of classes (class data sharing): a JVM that has one starts without loading and verifying each class. JDK 25 refuses them if a package is
 * opened or a folder is on the class path: these JVMs have {@link Flags#NONE} and this JVM's jar, without anything else.
 */
public final class ClassArchive {
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    /** What comes first there. */
    private static final String JAR = CLASS_PATH.split(File.pathSeparator)[0];

    private static final boolean IS_JAR = JAR.endsWith(".jar");

    private ClassArchive() {}

    /**
     * Has a JVM archive the classes that it loads until it exits by itself.
     *
     * @param archive the file to be written
     * @param flags flags of the JVMs that are to use it
     * @param main the class with the main method
     * @param arguments its arguments
     * @return those flags, with the one that has the archive used; nothing, and it says why, if this JVM's classes are not from a jar
     */
    public static Optional<List<String>> made(Path archive, List<String> flags, Class<?> main, List<String> arguments) {
        if (!IS_JAR) {
            System.out.println("no archive of classes: they are not from a jar: path=" + CLASS_PATH);
            return Optional.empty();
        }
        try (Child child = start(with(flags, "-XX:ArchiveClassesAtExit=" + archive), main, arguments)) {
            child.lines();
        }
        return Optional.of(with(flags, "-XX:SharedArchiveFile=" + archive));
    }

    /** Starts such a JVM, with an archive or without. */
    public static Child start(List<String> flags, Class<?> main, List<String> arguments) {
        return Child.javaOn(
                IS_JAR ? JAR : CLASS_PATH, with(flags, Flags.LOG_WARNINGS, "-Xlog:disable"), main.getName(), arguments);
    }

    private static List<String> with(List<String> flags, String... more) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(List.of(more));
        return all;
    }
}
