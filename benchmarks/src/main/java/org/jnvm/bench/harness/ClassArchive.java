package org.jnvm.bench.harness;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Archives of classes (class data sharing): a JVM that has one starts without loading and verifying each class. JDK 25 refuses them if a package is
 * opened or a folder is on the class path: these JVMs have {@link Flags#NONE} and this JVM's jar, without anything else.
 */
public final class ClassArchive {
    private static final String PATH = System.getProperty("java.class.path");

    private ClassArchive() {}

    /** Tells whether this JVM runs from a jar; says so if not. */
    public static boolean isPossible() {
        boolean possible = jar().endsWith(".jar");
        if (!possible) {
            System.out.println("no archives of classes: classes are not from a jar: path=" + PATH);
        }
        return possible;
    }

    private static String jar() {
        return PATH.split(File.pathSeparator)[0];
    }

    /**
     * Has a JVM archive the classes that it loads until it exits by itself; only if it {@linkplain #isPossible is possible}.
     *
     * @param archive the file to be written
     * @param flags flags of the JVMs that are to use it
     * @param main the class with the main method
     * @param arguments its arguments
     * @return those flags, with the one that has the archive used
     */
    public static List<String> made(Path archive, List<String> flags, Class<?> main, List<String> arguments) {
        try (Child child = start(with(flags, "-XX:ArchiveClassesAtExit=" + archive), main, arguments)) {
            child.lines();
        }
        return with(flags, "-XX:SharedArchiveFile=" + archive);
    }

    /** Starts such a JVM, with an archive or without. */
    public static Child start(List<String> flags, Class<?> main, List<String> arguments) {
        String path = jar().endsWith(".jar") ? jar() : PATH;
        return Child.javaOn(path, with(flags, Flags.LOG_WARNINGS), main.getName(), arguments);
    }

    private static List<String> with(List<String> flags, String flag) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(List.of(flag, "-Xlog:disable"));
        return all;
    }
}
