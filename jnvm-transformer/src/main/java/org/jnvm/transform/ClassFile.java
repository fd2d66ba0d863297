package org.jnvm.transform;

import java.nio.file.Path;

/**
 * A class file, in memory.
 *
 * @param file where it is in its module, with slashes: {@code org/example/Order.class}
 * @param content the bytes, which nobody changes
 */
public record ClassFile(String file, byte[] content) {
    private static final String SUFFIX = ".class";
    private static final String VERSIONS = "META-INF/versions/";

    /** Makes the class file of a class at its usual place. */
    public static ClassFile of(String internalName, byte[] content) {
        return new ClassFile(internalName + SUFFIX, content);
    }

    /** Tells whether it stands for a newer Java only, in a multi-release directory or jar. */
    public boolean isVersioned() {
        return file.startsWith(VERSIONS);
    }

    /** Returns the place in the form of the file system, for messages. */
    public String display() {
        return Path.of(file).toString();
    }
}
