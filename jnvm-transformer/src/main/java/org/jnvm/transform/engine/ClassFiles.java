package org.jnvm.transform.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jnvm.transform.ClassFile;
import org.jnvm.transform.ClassResolver;

/** The class path, read as files: directories and jars, in order. */
final class ClassFiles implements ClassResolver, AutoCloseable {
    private static final String CLASS_SUFFIX = ".class";
    private static final String MODULE_DESCRIPTOR = "module-info.class";

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

    @Override
    public byte[] find(String internalName) throws IOException {
        String path = internalName + CLASS_SUFFIX;
        for (Path entry : entries) {
            byte[] classFile = jars.containsKey(entry) ? inJar(jars.get(entry), path) : inDirectory(entry, path);
            if (classFile != null) {
                return classFile;
            }
        }
        return null;
    }

    /**
     * Returns the other class files of the directory or jar that a class is in.
     *
     * @param classFile the class, whose content does not matter
     */
    List<ClassFile> neighbours(ClassFile classFile) throws IOException {
        String path = classFile.file();
        for (Path entry : entries) {
            JarFile jar = jars.get(entry);
            if (jar != null && jar.getEntry(path) != null) {
                return neighboursInJar(jar, path);
            }
            if (jar == null && Files.isRegularFile(entry.resolve(path))) {
                return new ClassDirectory(entry)
                        .read().stream()
                                .filter(file -> !file.file().equals(path))
                                .toList();
            }
        }
        return List.of();
    }

    private static List<ClassFile> neighboursInJar(JarFile jar, String path) throws IOException {
        List<ClassFile> files = new ArrayList<>();
        for (JarEntry entry : Collections.list(jar.entries())) {
            String name = entry.getName();
            if (name.endsWith(CLASS_SUFFIX) && !name.endsWith(MODULE_DESCRIPTOR) && !name.equals(path)) {
                try (InputStream in = jar.getInputStream(entry)) {
                    files.add(new ClassFile(name, in.readAllBytes()));
                }
            }
        }
        return files;
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
