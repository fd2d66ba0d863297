package org.jnvm.transform.agent;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import org.jnvm.transform.ClassFile;
import org.jnvm.transform.ClassResolver;
import org.jnvm.transform.TransformOptions;
import org.jnvm.transform.engine.ClassSelection;
import org.jnvm.transform.engine.Engine;

/**
 * Transforms each class when its loader defines it. There is an engine for each class loader, which reads the classes
 * that one refers to as resources of that loader; so it does not matter which of them is loaded first.
 */
final class LoadTimeTransformer implements ClassFileTransformer {
    /** No class file: the JVM refuses the class. If {@code transform} threw, it would go on with the original. */
    private static final byte[] REFUSED = {0};

    private final ClassSelection selection;
    private final boolean verify;
    private final Consumer<String> messages;
    private final Map<ClassLoader, Engine> engines = new WeakHashMap<>();
    /** Set while this thread transforms: the transformer's own classes are loaded meanwhile. */
    private final ThreadLocal<Boolean> busy = new ThreadLocal<>();

    LoadTimeTransformer(TransformOptions options, Consumer<String> messages) {
        this.selection = new ClassSelection(options);
        this.verify = options.verify();
        this.messages = messages;
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader == null || loader == ClassLoader.getPlatformClassLoader() || name == null || busy.get() != null) {
            return null;
        }
        ClassFile file = ClassFile.of(name, classFile);
        if (!selection.contains(file)) {
            return null;
        }
        busy.set(true);
        try {
            Engine.Result result = engine(loader).transform(List.of(file));
            result.report().warnings().forEach(warning -> messages.accept("jnvm agent: warning: " + warning));
            return result.changed().isEmpty() ? null : result.changed().get(0).content();
        } catch (IOException | RuntimeException e) {
            messages.accept("jnvm agent: class refused, the JVM will report it as truncated: " + e.getMessage());
            return REFUSED;
        } finally {
            busy.remove();
        }
    }

    private Engine engine(ClassLoader loader) {
        synchronized (engines) {
            return engines.computeIfAbsent(loader, this::newEngine);
        }
    }

    private Engine newEngine(ClassLoader loader) {
        ClassResolver all = new LoaderResources(loader);
        // a loader finds some module's descriptor, not that of a class
        ClassResolver selected =
                name -> !name.equals(ClassResolver.MODULE_DESCRIPTOR) && selection.contains(ClassFile.of(name, REFUSED))
                        ? all.find(name)
                        : null;
        return new Engine(selected, all, verify);
    }
}
