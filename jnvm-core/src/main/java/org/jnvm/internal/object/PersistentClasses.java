package org.jnvm.internal.object;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
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
 * <p>A class is loaded only if an index {@value #INDEX}, which the transformer writes at build time, lists it, or its
 * class file bears the annotation (where indexes were lost when jars were merged, or an agent transforms while classes
 * are loaded); and initialised only if it turns out to be a transformed class. So a heap file cannot make the program
 * load, let alone run, anything else.
 */
public final class PersistentClasses {
    /** Resource that lists the persistent classes of a module or jar, one binary name a line. */
    public static final String INDEX = "META-INF/jnvm/persistent-classes";

    private final Set<ClassLoader> loaders = new LinkedHashSet<>();
    /** What the indexes list; null until a class is asked for, as reading them takes a JVM's first open some 8 ms. */
    private Map<String, ClassLoader> allowed;
    /** What the classes that are listed were called before, to what they are called now; null until one is asked for. */
    private Map<String, String> former;

    /** Uses the indexes that the context class loader and J-NVM's own see. */
    public PersistentClasses() {
        loaders.add(Thread.currentThread().getContextClassLoader());
        loaders.add(PersistentClasses.class.getClassLoader());
        loaders.remove(null);
    }

    private synchronized Map<String, ClassLoader> allowed() {
        if (allowed == null) {
            Map<String, ClassLoader> listed = new HashMap<>();
            try {
                for (ClassLoader loader : loaders) {
                    for (URL index : Collections.list(loader.getResources(INDEX))) {
                        read(index, loader, listed);
                    }
                }
            } catch (IOException e) {
                throw new JnvmException("index of persistent classes cannot be read: resource=" + INDEX, e);
            }
            allowed = listed;
        }
        return allowed;
    }

    private static void read(URL index, ClassLoader loader, Map<String, ClassLoader> listed) throws IOException {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(index.openStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank()) {
                    listed.putIfAbsent(line.trim(), loader);
                }
            }
        }
    }

    /** Returns the loader of a class that may be loaded, or null. */
    private ClassLoader loaderOf(String name) {
        ClassLoader loader = allowed().get(name);
        return loader != null || !isBinaryName(name) ? loader : loaderOfMarked(name, ClassFileMark.PERSISTENT);
    }

    /**
     * Tells whether a name consists of identifiers with dots between them; any other might lead to another resource. Not
     * by a regular expression, which takes stack for each dot of a name that comes from a file.
     */
    private static boolean isBinaryName(String name) {
        boolean begun = false;
        for (int i = 0; i < name.length(); i = name.offsetByCodePoints(i, 1)) {
            boolean dot = name.charAt(i) == '.';
            if (dot ? !begun : !Character.isJavaIdentifierPart(name.codePointAt(i))) {
                return false;
            }
            begun = !dot;
        }
        return begun;
    }

    private ClassLoader loaderOfMarked(String name, Set<String> marks) {
        for (ClassLoader loader : loaders) {
            try (InputStream classFile = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (classFile != null && ClassFileMark.isIn(classFile, marks)) {
                    return loader;
                }
            } catch (IOException e) {
                throw new JnvmException("class file cannot be read: class=" + name, e);
            }
        }
        return null;
    }

    private synchronized Map<String, String> former() {
        if (former == null) {
            Map<String, String> found = new HashMap<>();
            for (String name : allowed().keySet()) {
                ClassLayout layout = layoutOfLoadable(name);
                if (layout != null) {
                    layout.formerNames().forEach(each -> found.put(each, name));
                }
            }
            former = found;
        }
        return former;
    }

    /**
     * Returns the name that a class has now which had another one, if the program has it: of those that are listed, and of
     * those that are in use. Looks at all of them, without initialising one.
     */
    private String nameNow(String formerName) {
        String listed = former().get(formerName);
        if (listed != null) {
            return listed;
        }
        for (ClassLoader each : loaders) {
            ClassDescriptor registered = ClassDescriptor.formerly(formerName, each);
            if (registered != null) {
                return registered.layout().className();
            }
        }
        return null;
    }

    /**
     * Returns the layout of a class that a heap names, as the program has it now. The class is loaded if it
     * may be, and not initialised.
     *
     * @param name a binary name from the heap file
     * @return the layout, or null if the program has no such class or it does not tell
     */
    ClassLayout layoutOf(String name) {
        String now = loaderOf(name) == null ? nameNow(name) : name;
        return now == null ? null : layoutOfLoadable(now);
    }

    private ClassLayout layoutOfLoadable(String name) {
        ClassLoader loader = loaderOf(name);
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
     * Returns an enum or a record class that a heap names: a class whose class file says that it is one, so that no other is loaded. It is
     * initialised when a value of it is read.
     *
     * @param name a binary name from the heap file
     * @param heap the heap file, for messages
     * @return the class
     * @throws ClassMismatchException if the program has no such class
     */
    Class<?> loadValueClass(String name, Path heap) {
        try {
            ClassLoader loader = isBinaryName(name) ? loaderOfMarked(name, ClassFileMark.VALUES) : null;
            Class<?> type = loader == null ? null : Class.forName(name, false, loader);
            if (type != null && (type.isEnum() || type.isRecord())) {
                return type;
            }
        } catch (ClassNotFoundException | LinkageError e) {
            throw new ClassMismatchException(
                    "class of a value cannot be loaded: heap=" + heap + ", class=" + name + ", error=" + e
                            + "; put it, and all that it needs, on the class path as they were built together",
                    e);
        }
        throw new ClassMismatchException("class of a value is missing: heap=" + heap + ", class=" + name
                + "; put the enum or record on the class path");
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
        ClassLoader loader = loaderOf(name);
        String now = loader == null ? nameNow(name) : null;
        if (now != null) {
            return load(now, heap);
        }
        if (loader == null) {
            throw new ClassMismatchException("class of an object is missing: heap=" + heap + ", class=" + name
                    + "; put it on the class path, built with jnvm-transformer-maven-plugin (no " + INDEX
                    + " lists it, nor does its class file bear the annotation, and a class named by a heap is loaded"
                    + " only if one does); write @Formerly(\"" + name + "\") on the class if it has another name now");
        }
        try {
            Class<?> type = Class.forName(name, false, loader);
            if (!Proxy.class.isAssignableFrom(type)) {
                throw new ClassMismatchException("class is listed or annotated but not transformed: heap=" + heap
                        + ", class=" + name + "; build it with jnvm-transformer-maven-plugin");
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
