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
    private ClassArchive() {}

    /**
     * Has a JVM archive the classes that it loads until it exits by itself.
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
        String jar = System.getProperty("java.class.path").split(File.pathSeparator)[0];
        return Child.javaOn(jar, with(flags, Flags.LOG_WARNINGS), main.getName(), arguments);
    }

    private static List<String> with(List<String> flags, String flag) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(List.of(flag, "-Xlog:disable"));
        return all;
    }
}
