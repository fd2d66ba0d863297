package org.jnvm.transform.evolution;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.transform.engine.Sandbox;

/** A release of a program, compiled and transformed from source, that runs on the heap of the releases before it. */
final class Release {
    private static final long HEAP_BYTES = 16 << 20;

    private final Sandbox sandbox;

    /**
     * Builds a release.
     *
     * @param folder its own folder
     * @param classes the classes of package {@code app}
     * @param main the body of class {@code app.Main}
     */
    Release(Path folder, String classes, String main) throws IOException {
        sandbox = new Sandbox(folder).source("Main.java", classes + "\npublic class Main {\n" + main + "\n}");
        sandbox.compile();
        sandbox.transform();
    }

    /** Returns where the class files are. */
    Path classes() {
        return sandbox.classes();
    }

    /** Runs {@code static Object method(Heap)} of {@code app.Main} in a heap, which is created, or recovered in full. */
    Object run(Path file, String method) throws Exception {
        return run(file, method, HeapOptions.defaults().recovery(Recovery.FULL));
    }

    /** Runs a method in a heap that is opened with options. */
    Object run(Path file, String method, HeapOptions options) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = sandbox.loader()) {
            thread.setContextClassLoader(loader);
            try (Heap heap = Heap.openOrCreate(file, HEAP_BYTES, options);
                    Heap.Scope scope = heap.enter()) {
                Object result = Class.forName("app.Main", true, loader)
                        .getMethod(method, Heap.class)
                        .invoke(null, heap);
                if (!heap.check().isSound()) {
                    throw new AssertionError(scope + ": " + heap.check());
                }
                return result;
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
