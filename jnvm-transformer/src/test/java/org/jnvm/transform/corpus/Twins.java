package org.jnvm.transform.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jnvm.HeapOptions;
import org.jnvm.spi.Proxy;
import org.jnvm.transform.TransformReport;
import org.jnvm.transform.engine.Sandbox;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/** The same programs twice: as javac made them, and transformed. */
public final class Twins implements AutoCloseable {
    /** In place of collections that hold nothing but persistent objects. */
    private static final Path STAND_INS = Path.of("src/test/standins");

    private final Sandbox persistent;
    private final TransformReport report;
    private final URLClassLoader plainLoader;
    private final URLClassLoader persistentLoader;

    /**
     * Compiles and transforms.
     *
     * @param root an empty folder
     * @param plainSources sources by their path, for the Java heap
     * @param persistentSources the same, for the persistent heap
     */
    public Twins(Path root, Map<String, String> plainSources, Map<String, String> persistentSources)
            throws IOException {
        Sandbox plain = compile(root.resolve("plain"), plainSources);
        persistent = plainSources.equals(persistentSources)
                ? copy(plain, root.resolve("persistent"))
                : compile(root.resolve("persistent"), persistentSources);
        report = persistent.transform();
        Sandbox standIns = compile(root.resolve("standins"), Sources.read(STAND_INS, ""));
        plainLoader = new OwnClassesFirst(
                new URL[] {
                    plain.classes().toUri().toURL(), standIns.classes().toUri().toURL()
                },
                Twins.class.getClassLoader());
        persistentLoader = persistent.loader();
    }

    private static Sandbox compile(Path folder, Map<String, String> sources) throws IOException {
        Sandbox sandbox = new Sandbox(folder);
        for (Map.Entry<String, String> source : sources.entrySet()) {
            sandbox.source(source.getKey(), source.getValue());
        }
        return sandbox.compile("-nowarn");
    }

    private static Sandbox copy(Sandbox original, Path folder) throws IOException {
        Sandbox sandbox = new Sandbox(folder);
        try (Stream<Path> paths = Files.walk(original.classes())) {
            for (Path path : paths.toList()) {
                Path target = sandbox.classes().resolve(original.classes().relativize(path));
                Files.createDirectories(target.getParent());
                Files.copy(path, target);
            }
        }
        return sandbox;
    }

    public TransformReport report() {
        return report;
    }

    /** Returns what the untransformed program prints. */
    public String runPlain(String program, Stage stage) {
        return run(plainLoader, program, stage);
    }

    /** Returns what the transformed program prints. */
    public String runPersistent(String program, Stage stage) {
        return run(persistentLoader, program, stage);
    }

    /** Runs {@code static void run(Stage)} of a class; what it throws is printed at last. */
    private static String run(ClassLoader loader, String program, Stage stage) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Class<?> type = Class.forName(program, true, loader);
            type.getMethod("run", Stage.class).invoke(null, stage);
            return stage.takeOutput();
        } catch (InvocationTargetException e) {
            StringWriter trace = new StringWriter();
            e.getCause().printStackTrace(new PrintWriter(trace));
            return stage.takeOutput() + trace;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(program, e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /**
     * Loads and initialises all transformed classes, so that the JVM verifies them, and lets ASM check each of them.
     *
     * @param heap a new heap file, for objects that initialisers make
     */
    public void assertAllVerify(Path heap) throws Exception {
        try (URLClassLoader loader = persistent.loader();
                PersistentStage stage = new PersistentStage(heap, HeapOptions.defaults())) {
            for (String name : classNames()) {
                Class<?> type = Class.forName(name, true, loader);
                if (report.persistentClasses().contains(name)) {
                    assertThat(Proxy.class).isAssignableFrom(type);
                }
                StringWriter complaints = new StringWriter();
                ClassReader reader = new ClassReader(Files.readAllBytes(persistent.classFile(name)));
                CheckClassAdapter.verify(reader, loader, false, new PrintWriter(complaints));
                assertThat(complaints.toString()).as(name).isEmpty();
            }
            stage.assertSound();
        }
    }

    private List<String> classNames() throws IOException {
        try (Stream<Path> files = Files.walk(persistent.classes())) {
            return files.map(file -> persistent.classes().relativize(file).toString())
                    .filter(file -> file.endsWith(".class"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public void close() throws IOException {
        plainLoader.close();
        persistentLoader.close();
    }
}
