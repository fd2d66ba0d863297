package org.jnvm.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;

/** Loads any number of persistent classes, which are all like {@link Numbered00000}, and lists them in an index. */
final class NumberedClasses extends ClassLoader {
    private static final String NAME = "Numbered00000";
    private static final int DIGITS = 5;
    private static final String INDEX = "META-INF/jnvm/persistent-classes";

    private final byte[] template;
    /** Where the number stands in the template. */
    private final List<Integer> places = new ArrayList<>();

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
        String text = new String(template, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf(NAME); at >= 0; at = text.indexOf(NAME, at + 1)) {
            places.add(at + NAME.length() - DIGITS);
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
        return String.format(Locale.ROOT, "org.jnvm.fuzz.Numbered%05d", number);
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
        byte[] number = name.substring(name.length() - DIGITS).getBytes(StandardCharsets.ISO_8859_1);
        byte[] bytes = template.clone();
        for (int place : places) {
            System.arraycopy(number, 0, bytes, place, DIGITS);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        return name.equals(INDEX) ? Collections.enumeration(Collections.singleton(index)) : super.findResources(name);
    }
}
