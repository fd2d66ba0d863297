package org.jnvm.transform.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jnvm.TransformException;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Transforms a directory of class files in place (T§4.7).
 *
 * <p>Classes annotated with {@code @Persistent} become proxies; in all classes, accesses to their fields follow. A
 * class that was transformed before is left as it is, so that the transformation can be repeated, and done class by
 * class as an incremental compiler works. Nothing is written unless all classes are sound; then each file is replaced
 * as one step.
 *
 * <p>An object does one transformation. Several can run at once in different directories.
 */
public final class Transformer {
    private final ClassDirectory directory;
    private final Path root;
    private final List<Path> classPath;

    /** Class files of the module, in order. */
    private final Map<Path, ClassReader> readers = new LinkedHashMap<>();
    /** Those that can be persistent: all but versions for newer Java only. */
    private final Map<String, ClassReader> byName = new TreeMap<>();

    private final Map<Path, byte[]> output = new LinkedHashMap<>();
    private final List<String> rewritten = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private final Map<String, ClassNode> transformed = new LinkedHashMap<>();
    private int fields;

    /**
     * Prepares a transformation.
     *
     * @param directory the directory of class files
     * @param classPath what they were compiled against: directories and jars, which are only read
     */
    public Transformer(Path directory, List<Path> classPath) {
        this.root = Objects.requireNonNull(directory);
        this.directory = new ClassDirectory(directory);
        this.classPath = List.copyOf(classPath);
    }

    /**
     * Transforms the directory.
     *
     * @return what was done
     * @throws TransformException if a class cannot be transformed; one line for each reason, and no file is changed
     * @throws IOException if a file cannot be read or written; each file is then either old or new
     */
    public TransformReport transform() throws IOException {
        try (ClassFiles files = new ClassFiles(classPath)) {
            return transform(new Hierarchy(files));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private TransformReport transform(Hierarchy hierarchy) throws IOException {
        List<ClassInfo> infos = scan(hierarchy);
        PersistentClasses classes = new PersistentClasses(hierarchy, name -> FrameWriter.read(byName.get(name), true));
        for (ClassInfo info : infos) {
            collect(() -> check(info, classes));
        }
        failOnProblems();

        FieldAccessStep accesses = new FieldAccessStep(classes);
        for (ClassInfo info : infos) {
            if (info.persistent()) {
                collect(() -> transformPersistent(classes.find(info.name()), hierarchy, accesses));
            }
        }
        failOnProblems();
        OutputVerifier verifier = new OutputVerifier(hierarchy);
        for (Map.Entry<Path, ClassReader> entry : readers.entrySet()) {
            collect(() -> emit(entry.getKey(), entry.getValue(), hierarchy, accesses, verifier));
        }
        failOnProblems();

        for (Map.Entry<Path, byte[]> entry : output.entrySet()) {
            directory.replace(entry.getKey(), entry.getValue());
        }
        directory.writeIndex(infos.stream()
                .filter(info -> info.persistent() || info.isTransformed())
                .map(ClassInfo::binaryName)
                .sorted()
                .toList());
        return new TransformReport(
                root,
                rewritten,
                transformed.keySet().stream().map(Names::binary).sorted().toList(),
                fields,
                warnings);
    }

    private List<ClassInfo> scan(Hierarchy hierarchy) throws IOException {
        List<ClassInfo> infos = new ArrayList<>();
        for (Path file : directory.classFiles()) {
            byte[] content = Files.readAllBytes(file);
            String origin = root.relativize(file).toString();
            ClassReader reader = ClassFiles.reader(content, origin);
            readers.put(file, reader);
            ClassInfo info = ClassInfo.read(content, origin, true);
            if (!directory.isVersioned(file)) {
                infos.add(info);
                byName.put(info.name(), reader);
                hierarchy.put(info);
            } else if (info.persistent()) {
                throw new TransformException(
                        origin + ": a class for newer Java only cannot be persistent; annotate the base class");
            }
        }
        return infos;
    }

    private void check(ClassInfo info, PersistentClasses classes) {
        if (info.persistent()) {
            if (info.isTransformed()) {
                throw new TransformException(
                        info.binaryName() + ": is both @Persistent and @Transformed; compile it again");
            }
            classes.find(info.name());
            return;
        }
        if (info.isTransformed()) {
            classes.find(info.name());
            return;
        }
        if (info.failureAtomic()) {
            FailureAtomicStep.checkPlain(FrameWriter.read(byName.get(info.name()), true));
        }
        String warning = classes.checkPlain(info);
        if (warning != null) {
            warnings.add(warning);
        }
    }

    private void transformPersistent(PersistentClass persistent, Hierarchy hierarchy, FieldAccessStep accesses) {
        if (transformed.containsKey(persistent.name()) || !byName.containsKey(persistent.name())) {
            return;
        }
        if (persistent.superclass() != null && isToTransform(persistent.superclass(), hierarchy)) {
            transformPersistent(persistent.superclass(), hierarchy, accesses);
        }
        ClassNode node = FrameWriter.read(byName.get(persistent.name()), true);
        new AccessorConflicts(hierarchy, node).check(persistent);
        warnAboutMonitors(node, persistent);
        if (hierarchy.derivesFrom(node.name, "java/io/Serializable")) {
            warnings.add(Names.binary(node.name) + ": is Serializable, but serialization leaves out all that lives in"
                    + " the heap; write writeReplace, or do not serialize persistent objects");
        }
        List<MethodNode> failureAtomic = FailureAtomicStep.choose(node, persistent);
        Map<MethodNode, ConstructorFlow> flows = ConstructorStep.apply(node, persistent);
        FailureAtomicStep.apply(failureAtomic, flows);
        accesses.apply(node);
        warnings.addAll(new AccessorStep(hierarchy, node).apply(persistent));
        if (persistent.isTopmost()) {
            new ObjectMethodStep(hierarchy, node).apply();
        }
        new ProxyStep(node, persistent).apply();
        // subclasses look at what their superclass has now
        hierarchy.put(ClassInfo.of(node, true));
        transformed.put(persistent.name(), node);
        fields += persistent.fields().size();
    }

    private boolean isToTransform(PersistentClass persistent, Hierarchy hierarchy) {
        ClassInfo info = hierarchy.find(persistent.name());
        return info.module() && info.persistent();
    }

    private void warnAboutMonitors(ClassNode node, PersistentClass persistent) {
        for (MethodNode method : node.methods) {
            int flags = method.access & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC);
            if (flags == Opcodes.ACC_SYNCHRONIZED && !persistent.layout().canonical()) {
                warnings.add(Problem.describe(node, method) + ": synchronized locks a proxy, of which an object can"
                        + " have several; lock something volatile, or add a transient field to make the class"
                        + " canonical");
            }
        }
    }

    private void emit(
            Path file, ClassReader reader, Hierarchy hierarchy, FieldAccessStep accesses, OutputVerifier verifier) {
        String name = reader.getClassName();
        ClassNode node = directory.isVersioned(file) ? null : transformed.get(name);
        boolean persistent = node != null;
        byte[] content;
        if (persistent) {
            content = write(node, hierarchy);
        } else {
            if (!accesses.concerns(reader)) {
                return;
            }
            node = FrameWriter.read(reader, false);
            accesses.apply(node);
            content = FrameWriter.writeKeepingFrames(node, hierarchy);
        }
        verifier.verify(content, reader, !persistent);
        output.put(file, content);
        rewritten.add(Names.binary(name));
    }

    private static byte[] write(ClassNode node, Hierarchy hierarchy) {
        try {
            return FrameWriter.writeComputingFrames(node, hierarchy);
        } catch (MethodTooLargeException e) {
            throw new TransformException(
                    Names.binary(node.name) + "." + e.getMethodName() + "(): too large once transformed: bytes="
                            + e.getCodeSize() + ", at most 65535; split the method",
                    e);
        }
    }

    private void collect(Runnable work) {
        try {
            work.run();
        } catch (TransformException e) {
            problems.addAll(e.getMessage().lines().toList());
        }
    }

    private void failOnProblems() {
        if (!problems.isEmpty()) {
            throw new TransformException(String.join("\n", problems));
        }
    }
}
