package org.jnvm.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;

/** Loads any number of persistent classes, which are all like {@link Numbered00000}, and lists them in an index. */
final class NumberedClasses extends ClassLoader {
    private static final String TEMPLATE = "00000";
    private static final String INDEX = "META-INF/jnvm/persistent-classes";

    private final byte[] template;
    private final URL index;

    /**
     * Makes the loader.
     *
     * @param count how many classes there are, numbered from 1
     * @param folder where to put their index
     */
    NumberedClasses(int count, Path folder) throws IOException {
        super(Numbered00000.class.getClassLoader());
        try (InputStream in = Numbered00000.class.getResourceAsStream("Numbered00000.class")) {
            template = in.readAllBytes();
        }
        StringBuilder names = new StringBuilder();
        for (int number = 1; number <= count; number++) {
            names.append(name(number)).append('\n');
        }
        Path file = folder.resolve("persistent-classes");
        Files.writeString(file, names);
        index = file.toUri().toURL();
    }

    /** Returns the name of a class. */
    static String name(int number) {
        return String.format("org.jnvm.fuzz.Numbered%05d", number);
    }

    /** Makes an object of a class. */
    Numbered make(int number) throws ReflectiveOperationException {
        return (Numbered) loadClass(name(number)).getConstructor().newInstance();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!name.startsWith("org.jnvm.fuzz.Numbered")) {
            throw new ClassNotFoundException(name);
        }
        byte[] number = name.substring(name.length() - TEMPLATE.length()).getBytes(StandardCharsets.ISO_8859_1);
        byte[] bytes = template.clone();
        for (int at = 0; at + 8 + number.length <= bytes.length; at++) {
            if (isNumbered(bytes, at)) {
                System.arraycopy(number, 0, bytes, at + 8, number.length);
            }
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    private static boolean isNumbered(byte[] bytes, int at) {
        return new String(bytes, at, 8 + TEMPLATE.length(), StandardCharsets.ISO_8859_1).equals("Numbered" + TEMPLATE);
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        return name.equals(INDEX) ? Collections.enumeration(Collections.singleton(index)) : super.findResources(name);
    }
}
