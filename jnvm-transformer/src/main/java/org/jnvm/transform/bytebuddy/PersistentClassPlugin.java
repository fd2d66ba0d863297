package org.jnvm.transform.bytebuddy;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.build.BuildLogger;
import net.bytebuddy.build.Plugin;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import org.jnvm.transform.ClassFile;

/**
 * The transformation as a plugin of Byte Buddy: of {@code net.bytebuddy.byte-buddy-gradle-plugin}, {@code
 * byte-buddy-maven-plugin} and {@link Plugin.Engine}.
 *
 * <p>Byte Buddy asks type by type whether it matches, and hands out a builder of members. The engine works on whole
 * class files: fields go, and with them instructions in any method, which a builder cannot say. So a type matches if the
 * engine changes its class file, and the builder gets one visitor that writes the engine's class in place of the
 * original ({@link ReplacingWrapper}).
 */
public final class PersistentClassPlugin implements Plugin.WithPreprocessor {
    private final Path classes;
    private final BuildLogger log;
    /** By its full name: Byte Buddy has an {@code Engine} of its own, which this class inherits. */
    private final org.jnvm.transform.engine.Engine engine;

    private final Map<String, byte[]> changed = new ConcurrentHashMap<>();
    private volatile ClassFileLocator locator = ClassFileLocator.NoOp.INSTANCE;

    /**
     * Made by Byte Buddy, which knows the arguments.
     *
     * @param classes the directory of the class files that are transformed
     * @param log where warnings go
     */
    public PersistentClassPlugin(File classes, BuildLogger log) {
        this.classes = classes.toPath();
        this.log = log;
        this.engine = new org.jnvm.transform.engine.Engine(this::read, this::locate, true);
    }

    private byte[] read(String internalName) throws IOException {
        Path file = classes.resolve(internalName + ".class");
        return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
    }

    private byte[] locate(String internalName) throws IOException {
        ClassFileLocator.Resolution found = locator.locate(internalName.replace('/', '.'));
        return found.isResolved() ? found.resolve() : null;
    }

    /** Called for each type before {@link #matches} is for the first one. */
    @Override
    public void onPreprocess(TypeDescription type, ClassFileLocator classPath) {
        locator = classPath;
    }

    @Override
    public boolean matches(TypeDescription type) {
        try {
            byte[] original = read(type.getInternalName());
            if (original == null) {
                return false;
            }
            var result = engine.transform(List.of(ClassFile.of(type.getInternalName(), original)));
            result.report().warnings().forEach(warning -> log.warn(warning.toString()));
            result.report().changes().forEach(change -> log.debug(change.toString()));
            result.changed().forEach(file -> changed.put(type.getName(), file.content()));
            return !result.changed().isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public DynamicType.Builder<?> apply(
            DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator classPath) {
        return builder.visit(new ReplacingWrapper(changed.remove(type.getName())));
    }

    @Override
    public void close() {
        locator = ClassFileLocator.NoOp.INSTANCE;
    }
}
