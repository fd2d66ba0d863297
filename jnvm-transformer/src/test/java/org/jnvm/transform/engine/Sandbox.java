package org.jnvm.transform.engine;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.testing.Javac;
import org.jnvm.transform.Finding;
import org.jnvm.transform.TransformOptions;
import org.jnvm.transform.TransformReport;

/** A small module: compiled, transformed and run in a temporary directory, against the real core. */
public final class Sandbox {
    private static final long HEAP_BYTES = 4 << 20;

    private final Path root;
    private final Path classes;
    private final List<Path> dependencies;

    public Sandbox(Path root, Path... dependencies) {
        this(root, root.resolve("classes"), List.of(dependencies));
    }

    private Sandbox(Path root, Path classes, List<Path> dependencies) {
        this.root = root;
        this.classes = classes;
        this.dependencies = dependencies;
    }

    /** Returns this module with its class files in another directory. */
    public Sandbox withClasses(Path directory) {
        return new Sandbox(root, directory, dependencies);
    }

    public Path classes() {
        return classes;
    }

    public Path classFile(String name) {
        return classes().resolve(name.replace('.', '/') + ".class");
    }

    /** Adds or replaces a source file; those of package {@code app} need not say so. */
    public Sandbox source(String file, String text) throws IOException {
        Path path = root.resolve("src").resolve(file.contains("/") ? file : "app/" + file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.contains("/") ? text : "package app;\nimport org.jnvm.*;\n" + text);
        return this;
    }

    /** Compiles all sources. */
    public Sandbox compile(String... options) throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve("src"))) {
            compileFiles(files.filter(f -> f.toString().endsWith(".java")).toList(), options);
        }
        return this;
    }

    /** Compiles one source against the class files that are there. */
    Sandbox compileOnly(String file, String... options) throws IOException {
        compileFiles(List.of(root.resolve("src/app").resolve(file)), options);
        return this;
    }

    private void compileFiles(List<Path> files, String... options) throws IOException {
        List<String> classPath = new ArrayList<>(
                List.of(System.getProperty("java.class.path"), classes().toString()));
        dependencies.forEach(dependency -> classPath.add(dependency.toString()));
        List<String> flags = new ArrayList<>(List.of("-g"));
        flags.addAll(List.of(options));
        Javac.compile(files, classes(), String.join(File.pathSeparator, classPath), flags.toArray(String[]::new));
    }

    public TransformReport transform() throws IOException {
        return transform(TransformOptions.DEFAULTS);
    }

    public TransformReport transform(TransformOptions options) throws IOException {
        List<Path> classPath = new ArrayList<>(dependencies);
        for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
            classPath.add(Path.of(entry));
        }
        return new Transformer(classes(), classPath, options).transform();
    }

    /** Transforms, and returns the warnings. */
    List<String> warnings() throws IOException {
        return transform().warnings().stream().map(Finding::toString).toList();
    }

    /** Returns a loader of the module's classes. */
    public URLClassLoader loader() throws IOException {
        List<URL> urls = new ArrayList<>();
        urls.add(classes().toUri().toURL());
        for (Path dependency : dependencies) {
            urls.add(dependency.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), Sandbox.class.getClassLoader());
    }

    /** Compiles, transforms, and runs {@code static Object run(Heap)} of class {@code app.Scenario}. */
    Object run() throws Exception {
        compile();
        transform();
        return call("run");
    }

    /** Runs a static method of class {@code app.Scenario}, in the sandbox's heap. */
    public Object call(String method) throws Exception {
        try (URLClassLoader loader = loader()) {
            Class<?> scenario = Class.forName("app.Scenario", true, loader);
            return within(scenario.getClassLoader(), () -> {
                try (Heap heap = Heap.openOrCreate(root.resolve("test.heap"), HEAP_BYTES)) {
                    AutoCloseable scope = heap.enter();
                    try {
                        return scenario.getMethod(method, Heap.class).invoke(null, heap);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() instanceof Exception cause ? cause : e;
                    } finally {
                        scope.close();
                    }
                }
            });
        }
    }

    private static Object within(ClassLoader loader, Callable<Object> work) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return work.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
