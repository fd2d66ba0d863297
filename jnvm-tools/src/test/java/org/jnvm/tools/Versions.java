package org.jnvm.tools;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.pdt.PString;

/** Programs that have {@link Changing} in different versions, each by a class loader of its own. */
public final class Versions extends ClassLoader {
    private static final String NAME = "org.jnvm.tools.Changing";
    private static final String START = "class " + NAME + "\nversion 1\nextends -\nbytes 24\nfield " + NAME + " ";
    static final String OLD = START + "number I 8\nfield " + NAME + " name Lorg.jnvm.pdt.PString; 16";
    static final String YOUNG =
            START + "name Lorg.jnvm.pdt.PString; 8\nfield " + NAME + " added I 16\nfield " + NAME + " number I 20";
    static final String ODD = START + "number J 8\nfield " + NAME + " name Lorg.jnvm.pdt.PString; 16";

    private static String layoutToRegister;

    private Versions() {
        super(Versions.class.getClassLoader());
    }

    /** Returns the layout of the version whose class is being initialised. */
    public static String layoutToRegister() {
        return layoutToRegister;
    }

    /** What the versions have in common. */
    public interface Described {
        /** Sets the fields that there are. */
        void fill(long number, int added, Object name);

        /** Returns the fields, 0 for those that are missing. */
        String describe();
    }

    /** Makes a heap with an object as root. */
    static void make(Path file, String layout, String root) throws Exception {
        run(layout, type -> {
            try (Heap heap = Heap.create(file, 4 << 20);
                    Heap.Scope scope = heap.enter()) {
                Described object = (Described) type.getConstructor().newInstance();
                object.fill(7, 8, new PString(root));
                heap.root().put(root, object);
            }
            return null;
        });
    }

    /** Returns what a version of the program sees. */
    static String read(Path file, String layout, String root) throws Exception {
        return run(layout, type -> {
            try (Heap heap = Heap.open(file)) {
                return ((Described) heap.root().get(root)).describe();
            }
        });
    }

    private interface Program<T> {
        T run(Class<?> type) throws Exception;
    }

    private static synchronized <T> T run(String layout, Program<T> program) throws Exception {
        layoutToRegister = layout;
        Versions loader = new Versions();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Class<?> type = Class.forName(NAME, true, loader);
            return program.run(type);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Adds the class, which no transformer has listed, to the lists of persistent classes. */
    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> found = new ArrayList<>(Collections.list(super.getResources(name)));
        if (name.equals("META-INF/jnvm/persistent-classes")) {
            found.add(0, getResource("org/jnvm/tools/changing-classes"));
        }
        return Collections.enumeration(found);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.equals(NAME)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
