package org.jnvm.transform.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jnvm.TransformException;
import org.objectweb.asm.ClassReader;

/** The class path, read as files: directories and jars, in order. */
final class ClassFiles implements AutoCloseable {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int MAJOR_VERSION_OFFSET = 6;
    private static final int HEADER_BYTES = 8;

    private final Map<Path, JarFile> jars = new LinkedHashMap<>();
    private final List<Path> entries = new ArrayList<>();

    /**
     * Opens a class path.
     *
     * @param classPath directories and jars; what does not exist is skipped, as the JVM does
     */
    ClassFiles(List<Path> classPath) throws IOException {
        for (Path entry : classPath) {
            if (Files.isDirectory(entry)) {
                entries.add(entry);
            } else if (Files.isRegularFile(entry) && !jars.containsKey(entry)) {
                jars.put(entry, new JarFile(entry.toFile(), false, ZipFile.OPEN_READ, JarFile.runtimeVersion()));
                entries.add(entry);
            }
        }
    }

    /** Returns the class file of an internal name, or null. */
    byte[] find(String internalName) throws IOException {
        String path = internalName + ".class";
        for (Path entry : entries) {
            byte[] classFile = jars.containsKey(entry) ? inJar(jars.get(entry), path) : inDirectory(entry, path);
            if (classFile != null) {
                return classFile;
            }
        }
        return null;
    }

    private static byte[] inDirectory(Path directory, String path) throws IOException {
        Path file = directory.resolve(path);
        return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
    }

    private static byte[] inJar(JarFile jar, String path) throws IOException {
        ZipEntry entry = jar.getEntry(path);
        if (entry == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    /**
     * Makes a reader of a class file.
     *
     * @param classFile the bytes
     * @param name what to call it in the exception
     * @throws TransformException if it is no class file, or one of a newer version than ASM reads
     */
    static ClassReader reader(byte[] classFile, String name) {
        if (classFile.length < HEADER_BYTES || ByteBuffer.wrap(classFile).getInt() != MAGIC) {
            throw damaged(name, null);
        }
        try {
            return new ClassReader(classFile);
        } catch (IllegalArgumentException e) {
            int major = ByteBuffer.wrap(classFile).getShort(MAJOR_VERSION_OFFSET);
            throw new TransformException(
                    name + ": class file version " + major + " is newer than this transformer reads; compile with an"
                            + " older --release, or use a newer jnvm-transformer-maven-plugin",
                    e);
        } catch (IndexOutOfBoundsException e) {
            throw damaged(name, e);
        }
    }

    /** Makes the error of a file that is no class file, or not a whole one. */
    static TransformException damaged(String name, RuntimeException cause) {
        return new TransformException(name + ": not a whole class file; delete it and compile again", cause);
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (JarFile jar : jars.values()) {
            try {
                jar.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
