package org.jnvm.internal.object;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jnvm.ClassMismatchException;
import org.jnvm.JnvmException;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Transformed;

/**
 * Finds the class that a heap file names, if the program allows it.
 *
 * <p>A class is loaded only if an index {@value #INDEX}, which the transformer writes at build time, lists it; and
 * initialised only if it turns out to be a transformed class. So a heap file cannot make the program load, let alone
 * run, anything else.
 */
public final class PersistentClasses {
    /** Resource that lists the persistent classes of a module or jar, one binary name a line. */
    public static final String INDEX = "META-INF/jnvm/persistent-classes";

    private final Map<String, ClassLoader> allowed = new HashMap<>();

    /** Reads the indexes that the context class loader and J-NVM's own see. */
    public PersistentClasses() {
        Set<ClassLoader> loaders = new LinkedHashSet<>();
        loaders.add(Thread.currentThread().getContextClassLoader());
        loaders.add(PersistentClasses.class.getClassLoader());
        loaders.remove(null);
        try {
            for (ClassLoader loader : loaders) {
                for (URL index : Collections.list(loader.getResources(INDEX))) {
                    read(index, loader);
                }
            }
        } catch (IOException e) {
            throw new JnvmException("index of persistent classes cannot be read: resource=" + INDEX, e);
        }
    }

    private void read(URL index, ClassLoader loader) throws IOException {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(index.openStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank()) {
                    allowed.putIfAbsent(line.trim(), loader);
                }
            }
        }
    }

    /**
     * Returns the layout of a class that a heap names, as the program has it now. The class is loaded if one of the
     * indexes lists it, and not initialised.
     *
     * @param name a binary name from the heap file
     * @return the layout, or null if the program has no such class or it does not tell
     */
    ClassLayout layoutOf(String name) {
        ClassLoader loader = allowed.get(name);
        if (loader == null) {
            return null;
        }
        try {
            Class<?> type = Class.forName(name, false, loader);
            ClassDescriptor registered = ClassDescriptor.of(type);
            if (registered != null) {
                return registered.layout();
            }
            Transformed stamp = type.getAnnotation(Transformed.class);
            return stamp == null ? null : ClassLayout.parse(stamp.layout());
        } catch (ClassNotFoundException | LinkageError | IllegalArgumentException e) {
            return null; // told when an object of the class is used
        }
    }

    /**
     * Returns the descriptor of a class that a heap names.
     *
     * @param name a binary name from the heap file
     * @param heap the heap file, for messages
     * @return the descriptor
     * @throws ClassMismatchException if the program has no such persistent class
     */
    ClassDescriptor load(String name, Path heap) {
        ClassLoader loader = allowed.get(name);
        if (loader == null) {
            throw new ClassMismatchException("class of an object is missing: heap=" + heap + ", class=" + name
                    + "; put it on the class path, built with jnvm-transformer-maven-plugin (no " + INDEX
                    + " lists it, and a class named by a heap is loaded only if one does)");
        }
        try {
            Class<?> type = Class.forName(name, false, loader);
            if (!Proxy.class.isAssignableFrom(type)) {
                throw new ClassMismatchException("class is listed but not transformed: heap=" + heap + ", class=" + name
                        + "; build it with jnvm-transformer-maven-plugin");
            }
            Class.forName(name, true, loader);
            ClassDescriptor descriptor = ClassDescriptor.of(type);
            if (descriptor == null) {
                throw new ClassMismatchException(
                        "class registered no descriptor: heap=" + heap + ", class=" + name + "; build it again");
            }
            return descriptor;
        } catch (ClassNotFoundException | LinkageError e) {
            throw new ClassMismatchException(
                    "class of an object cannot be loaded: heap=" + heap + ", class=" + name + ", error=" + e
                            + "; put it, and all that it needs, on the class path as they were built together",
                    e);
        }
    }
}
