package org.jnvm.pfa;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/** A program that has {@link Evolving} in one version: a class loader of its own, and the class's layout. */
public final class Version extends ClassLoader {
    private static final String NAME = "org.jnvm.pfa.Evolving";

    /**
     * Where a field is.
     *
     * @param type its type
     * @param offset its object offset
     */
    public record Place(char type, int offset) {}

    private static String layoutToRegister;
    private static Map<String, Place> placesToRegister;
    private static String evolutionToRegister;

    private Version() {
        super(Version.class.getClassLoader());
    }

    /** Returns the layout of the version whose class is being initialised. */
    public static String layoutToRegister() {
        return layoutToRegister;
    }

    /** Returns what the version whose class is being initialised says of its past. */
    public static String evolutionToRegister() {
        return evolutionToRegister;
    }

    /** Returns the fields of the version whose class is being initialised. */
    public static Map<String, Place> placesToRegister() {
        return placesToRegister;
    }

    private static int bytesOf(char type) {
        return switch (type) {
            case 'Z', 'B' -> 1;
            case 'S', 'C' -> 2;
            case 'I', 'F' -> 4;
            default -> 8;
        };
    }

    /**
     * Loads a version of the class.
     *
     * @param fields name and type of each, and the declaring class in front if it is another one; laid out in this
     *     order. {@code canonical}, {@code recover}, {@code tail T}, {@code extends C} and {@code evolves} with a line of
     *     {@code Evolution} may follow.
     */
    static synchronized Version of(String... fields) throws ReflectiveOperationException {
        Map<String, Place> places = new HashMap<>();
        StringBuilder lines = new StringBuilder();
        String superclass = "-";
        String tail = "";
        String flags = "";
        StringBuilder evolution = new StringBuilder();
        int end = 8;
        for (String field : fields) {
            String[] words = field.split(" ");
            switch (words[0]) {
                case "canonical", "recover" -> flags += "\n" + words[0];
                case "extends" -> superclass = words[1];
                case "evolves" ->
                    evolution.append(field.substring(field.indexOf(' ') + 1)).append('\n');
                case "tail" -> tail = "\ntail " + words[1] + " " + (end + 7 & -8) + " 8";
                default -> {
                    String type = words[words.length - 1];
                    int bytes = bytesOf(type.charAt(0));
                    int offset = end + bytes - 1 & -bytes;
                    end = offset + bytes;
                    places.put(words[words.length - 2], new Place(type.charAt(0), offset));
                    lines.append("\nfield ").append(words.length == 3 ? words[0] : NAME);
                    lines.append(' ').append(words[words.length - 2]);
                    lines.append(' ').append(type).append(' ').append(offset);
                }
            }
        }
        layoutToRegister =
                "class " + NAME + "\nversion 1\nextends " + superclass + "\nbytes " + end + lines + tail + flags;
        placesToRegister = places;
        evolutionToRegister = evolution.toString();
        Version version = new Version();
        Class.forName(NAME, true, version);
        return version;
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

    /** Makes an object in the current heap. */
    Evolvable make() {
        try {
            return (Evolvable) loadClass(NAME).getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError(e);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs an action as this version of the program does: its class loader is the context class loader. */
    <T> T run(Callable<T> action) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(this);
        try {
            return action.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
