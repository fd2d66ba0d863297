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
    private static final int CLASS_TAG = 7;

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
    private IdentityStep identity;
    /** Whether all classes may call core: those of a named module that does not read it cannot. */
    private boolean usesCore;

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
        identity = new IdentityStep(hierarchy);
        usesCore = hierarchy.find(Names.POBJECT) != null
                && (!directory.isModule()
                        || infos.stream().anyMatch(ClassInfo::persistent)
                        || byName.values().stream().anyMatch(Transformer::namesCore));
        for (ClassInfo info : infos) {
            PersistentClass persistent = classes.find(info.name());
            if (persistent != null) {
                collect(() -> transformPersistent(persistent, hierarchy, accesses));
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
                .filter(info -> classes.find(info.name()) != null)
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
        if (info.persistent() && info.isTransformed()) {
            throw new TransformException(
                    info.binaryName() + ": is both @Persistent and @Transformed; compile it again");
        }
        PersistentClass persistent = classes.find(info.name());
        if (info.persistent() || info.isTransformed()) {
            return;
        }
        if (info.failureAtomic() && persistent == null) {
            FailureAtomicStep.checkPlain(FrameWriter.read(byName.get(info.name()), true));
        }
        String warning = classes.checkPlain(info);
        if (warning != null) {
            warnings.add(warning);
        }
    }

    private void transformPersistent(PersistentClass persistent, Hierarchy hierarchy, FieldAccessStep accesses) {
        ClassInfo info = hierarchy.find(persistent.name());
        if (info.isTransformed() || !info.module()) {
            return;
        }
        if (persistent.superclass() != null) {
            transformPersistent(persistent.superclass(), hierarchy, accesses);
        }
        ClassNode node = FrameWriter.read(byName.get(persistent.name()), true);
        new AccessorConflicts(hierarchy, node).check(persistent);
        identity.apply(node);
        List<MethodNode> failureAtomic = FailureAtomicStep.choose(node, persistent);
        Map<MethodNode, ConstructorFlow> flows = ConstructorStep.apply(node, persistent);
        FailureAtomicStep.apply(node, failureAtomic, flows);
        ConstructorFailureStep.apply(flows);
        MonitorStep.apply(node, persistent);
        accesses.apply(node);
        warnings.addAll(new AccessorStep(hierarchy, node).apply(persistent));
        warnings.addAll(new SerializationStep(hierarchy, node, persistent).apply());
        if (persistent.isTopmost()) {
            new ObjectMethodStep(hierarchy, node).apply();
        }
        new ProxyStep(node, persistent).apply();
        // subclasses look at what their superclass has now
        hierarchy.put(ClassInfo.of(node, true));
        transformed.put(persistent.name(), node);
        fields += persistent.fields().size();
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
            boolean byFields = accesses.concerns(reader);
            ClassInfo info = hierarchy.find(name);
            boolean done = info != null && info.isTransformed();
            boolean byIdentity = usesCore && !done && identity.concerns(reader);
            if (!byFields && !byIdentity) {
                return;
            }
            node = FrameWriter.read(reader, false);
            accesses.apply(node);
            if (!(byIdentity && identity.apply(node)) && !byFields) {
                return;
            }
            content = FrameWriter.writeKeepingFrames(node, hierarchy);
        }
        verifier.verify(content, reader, !persistent);
        output.put(file, content);
        rewritten.add(Names.binary(name));
    }

    /** Tells whether a class was compiled against core, or a module that comes with it. */
    private static boolean namesCore(ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            boolean isClass = item != 0 && reader.readByte(item - 1) == CLASS_TAG;
            if (isClass && reader.readUTF8(item, buffer).startsWith("org/jnvm/")) {
                return true;
            }
        }
        return false;
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
