package org.jnvm.it.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.testing.Javac;
import org.jnvm.transform.engine.Transformer;

/** The classes of {@code src/test/beans}, either as the compiler made them or transformed. */
final class Twin implements AutoCloseable {
    private static final Path SOURCES = Path.of("src/test/beans");
    private static final String PACKAGE = "beans.";

    private final URLClassLoader loader;

    private Twin(Path classes) throws MalformedURLException {
        loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, Twin.class.getClassLoader());
    }

    /** Compiles the classes to a new folder. */
    static Twin plain(Path folder) throws IOException {
        compile(folder);
        return new Twin(folder);
    }

    /** Compiles the classes to a new folder, and transforms them. */
    static Twin persistent(Path folder) throws IOException {
        compile(folder);
        new Transformer(
                        folder,
                        Stream.of(System.getProperty("java.class.path").split(System.getProperty("path.separator")))
                                .map(Path::of)
                                .toList())
                .transform();
        return new Twin(folder);
    }

    private static void compile(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            Javac.compile(sources, folder, System.getProperty("java.class.path"), "-g", "-encoding", "UTF-8");
        }
    }

    /** Returns the simple names of the classes that have a sample. */
    static List<String> names() {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<String> names = new ArrayList<>();
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                if (Files.readString(file).contains(" sample()")) {
                    names.add(file.getFileName().toString().replace(".java", ""));
                }
            }
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Class<?> type(String name) throws ReflectiveOperationException {
        return Class.forName(PACKAGE + name, true, loader);
    }

    Object sample(String name) throws ReflectiveOperationException {
        return type(name).getMethod("sample").invoke(null);
    }

    /** Returns the values of all fields, as the class itself sees them. */
    static String state(Object bean) throws ReflectiveOperationException {
        return (String) bean.getClass().getMethod("state").invoke(bean);
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
