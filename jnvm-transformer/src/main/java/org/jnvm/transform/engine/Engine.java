package org.jnvm.transform.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.transform.ClassChange;
import org.jnvm.transform.ClassFile;
import org.jnvm.transform.ClassResolver;
import org.jnvm.transform.Finding;
import org.jnvm.transform.RefusedException;
import org.jnvm.transform.TransformReport;
import org.jnvm.transform.asm.ClassNodes;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.jnvm.transform.check.CoreUse;
import org.jnvm.transform.check.OutputVerifier;
import org.jnvm.transform.check.ReflectionCheck;
import org.jnvm.transform.check.StaleAccessCheck;
import org.jnvm.transform.model.ClassInfo;
import org.jnvm.transform.model.Hierarchy;
import org.jnvm.transform.model.PersistentClass;
import org.jnvm.transform.model.PersistentClasses;
import org.jnvm.transform.model.PersistentField;
import org.jnvm.transform.step.Steps;
import org.jnvm.transform.step.Subject;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The transformation: class files in, class files out. It knows nothing of directories, Maven or class loaders.
 *
 * <p>Classes annotated with {@code @Persistent} become proxies; in all classes, accesses to their fields follow. A
 * class that was transformed before stays as it is, so that a module can be transformed at once, class by class, or
 * again. The result for a class depends on what the resolvers find, not on the order of the calls.
 *
 * <p>Thread-safe: one call at a time runs. Independent engines run in parallel.
 */
public final class Engine {
    private final ClassResolver module;
    private final boolean verify;
    private final Hierarchy hierarchy;
    private final PersistentClasses classes;
    private final OutputVerifier verifier;
    private final StaleAccessCheck staleness;
    private final ReflectionCheck reflection;
    private final CoreUse coreUse;

    /** The class files of the call, by internal name. */
    private final Map<String, ClassReader> given = new HashMap<>();
    /** What became persistent during the call: of those given, and of their superclasses. */
    private final Map<String, Subject> made = new HashMap<>();

    /**
     * What came out.
     *
     * @param changed the class files that were changed, in the order they were given
     * @param persistentClasses the binary names of all persistent classes among those given, sorted
     * @param report what was done to them
     */
    public record Result(List<ClassFile> changed, List<String> persistentClasses, TransformReport report) {}

    /**
     * Makes an engine.
     *
     * @param module finds the classes which this engine transforms if they are annotated, in any call; those given to a
     *     call count without it
     * @param classPath finds the others, which are what they are
     * @param verify whether each result is verified as the JVM does
     */
    public Engine(ClassResolver module, ClassResolver classPath, boolean verify) {
        this.module = module;
        this.verify = verify;
        this.hierarchy = new Hierarchy(module, classPath);
        this.classes = new PersistentClasses(hierarchy, this::source);
        this.verifier = new OutputVerifier(hierarchy);
        this.staleness = new StaleAccessCheck(hierarchy, classes);
        this.coreUse = new CoreUse(module, hierarchy);
        this.reflection = new ReflectionCheck(hierarchy, classes);
    }

    /**
     * Transforms class files.
     *
     * @param files the class files
     * @return what came out
     * @throws RefusedException if one of them cannot be transformed, with all reasons that were found
     * @throws IOException if a resolver fails
     */
    public Result transform(Collection<ClassFile> files) throws IOException {
        return transform(files, List.of());
    }

    /**
     * Transforms class files, and refuses if others that stay as they are would not work with them any more.
     *
     * @param files the class files
     * @param untouched class files that are neither transformed nor rewritten
     * @return what came out
     * @throws RefusedException if one of them cannot be transformed, or an untouched one would have to be
     * @throws IOException if a resolver fails
     */
    public synchronized Result transform(Collection<ClassFile> files, Collection<ClassFile> untouched)
            throws IOException {
        try {
            return run(files, untouched);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            given.clear();
            made.clear();
        }
    }

    private Result run(Collection<ClassFile> files, Collection<ClassFile> untouched) {
        Findings findings = new Findings();
        Map<ClassFile, ClassReader> readers = new LinkedHashMap<>();
        List<ClassInfo> infos = new ArrayList<>();
        for (ClassFile file : files) {
            findings.collect(() -> scan(file, readers, infos));
        }
        findings.failOnErrors();
        infos.forEach(info -> findings.collect(() -> check(info, findings)));
        untouched.forEach(file -> findings.collect(() -> checkUntouched(file)));
        findings.failOnErrors();
        infos.stream()
                .filter(info -> !info.isTransformed() && classes.find(info.name()) != null)
                .forEach(info -> findings.collect(() -> transform(info.name())));
        findings.failOnErrors();

        List<ClassFile> changed = new ArrayList<>();
        List<ClassChange> changes = new ArrayList<>();
        readers.forEach((file, reader) -> findings.collect(() -> emit(file, reader, changed, changes, findings)));
        findings.failOnErrors();
        return new Result(
                changed,
                infos.stream()
                        .filter(info -> classes.find(info.name()) != null)
                        .map(ClassInfo::binaryName)
                        .sorted()
                        .toList(),
                new TransformReport(changes, findings.warnings()));
    }

    private void scan(ClassFile file, Map<ClassFile, ClassReader> readers, List<ClassInfo> infos) {
        ClassReader reader = ClassNodes.reader(file.content(), file.display());
        readers.put(file, reader);
        ClassInfo info = ClassInfo.read(file.content(), file.display(), true);
        if (!file.isVersioned()) {
            infos.add(info);
            given.put(info.name(), reader);
            hierarchy.put(info);
        } else if (info.persistent()) {
            throw Problem.in(
                    file.display(), "a class for newer Java only cannot be persistent; annotate the base class", null);
        }
    }

    private void check(ClassInfo info, Findings findings) {
        staleness.check(info, given.get(info.name()));
        reflection.check(given.get(info.name())).forEach(findings::warn);
        if (!info.isPlain()) {
            if (info.persistent() && info.isTransformed()) {
                throw info.error("is both @Persistent and @Transformed; compile it again");
            }
            classes.find(info.name());
        } else {
            checkPlain(info, findings);
        }
    }

    private void checkPlain(ClassInfo info, Findings findings) {
        if (info.failureAtomic() && classes.find(info.name()) == null) {
            Steps.checkPlain(ClassNodes.read(given.get(info.name())));
        }
        findings.warn(classes.checkPlain(info));
    }

    private void checkUntouched(ClassFile file) {
        ClassReader reader = ClassNodes.reader(file.content(), file.display());
        ClassInfo info = ClassInfo.read(file.content(), file.display(), false);
        if (info.isPlain()) {
            classes.checkPlain(info);
        }
        if (hierarchy.extendsPersistent(info) && !info.isTransformed()) {
            throw info.error("extends a persistent class, but is not among the classes to transform; add it to them");
        }
        if (Steps.accessesFields(reader, classes)) {
            throw info.error(
                    "accesses fields of persistent classes, but is not among the classes to transform; add it to them");
        }
    }

    /** Returns the class file of a class of the module as it was before. */
    private ClassNode source(String name) {
        ClassReader reader = given.get(name);
        try {
            return ClassNodes.read(reader != null ? reader : ClassNodes.reader(module.find(name), name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a class persistent, and its superclasses before it: it looks at what they have then. */
    private void transform(String name) {
        PersistentClass persistent = classes.find(name);
        if (made.containsKey(name)) {
            return;
        }
        Subject subject = new Subject(source(name), hierarchy, classes, persistent);
        RefusedException.all(
                () -> {
                    if (persistent.superclass() != null && isToTransform(persistent.superclass())) {
                        transform(persistent.superclass().name());
                    }
                },
                () -> Steps.check(subject)); // an error of the superclass must not hide its own
        Steps.makeProxy(subject);
        // subclasses look at what their superclass has now
        hierarchy.put(ClassInfo.of(subject.node(), true));
        made.put(name, subject);
    }

    private boolean isToTransform(PersistentClass persistent) {
        ClassInfo info = hierarchy.find(persistent.name());
        return info.module() && !info.isTransformed();
    }

    private void emit(
            ClassFile file, ClassReader reader, List<ClassFile> changed, List<ClassChange> changes, Findings findings) {
        Subject persistent = file.isVersioned() ? null : made.get(reader.getClassName());
        Subject subject = persistent != null ? persistent : rewritten(reader);
        if (subject == null) {
            return;
        }
        subject.warnings().forEach(findings::warn);
        if (persistent == null && !subject.isChanged()) {
            return;
        }
        changes.add(change(file, subject, persistent != null));
        byte[] content = write(subject.node());
        if (verify) {
            verifier.verify(content, file.content(), persistent == null);
        }
        changed.add(new ClassFile(file.file(), content));
    }

    /** Rewrites a plain class; returns null if nothing concerns it. */
    private Subject rewritten(ClassReader reader) {
        boolean byFields = Steps.accessesFields(reader, classes);
        boolean byIdentity = goesByIdentity(reader);
        if (!byFields && !byIdentity) {
            return null;
        }
        Subject subject = new Subject(ClassNodes.read(reader), hierarchy, classes, null);
        if (byFields) {
            Steps.rewriteAccesses(subject);
        }
        if (byIdentity) {
            Steps.rewriteIdentity(subject);
        }
        return subject;
    }

    /** What was transformed before has its calls. */
    private boolean goesByIdentity(ClassReader reader) {
        ClassInfo info = hierarchy.find(reader.getClassName());
        boolean done = info != null && info.isTransformed();
        return !done && coreUse.mayCall(reader) && Steps.goesByIdentity(reader);
    }

    private ClassChange change(ClassFile file, Subject subject, boolean persistent) {
        List<PersistentField> fields =
                persistent ? classes.find(subject.node().name).fields() : List.of();
        return new ClassChange(
                file.file(),
                Names.binary(subject.node().name),
                persistent,
                fields.stream().map(PersistentField::name).toList(),
                subject.failureAtomic().stream()
                        .map(method -> method.name + method.desc)
                        .toList(),
                subject.accesses());
    }

    private static byte[] write(ClassNode node) {
        try {
            return ClassNodes.write(node);
        } catch (MethodTooLargeException e) {
            MethodNode tooLarge = node.methods.stream()
                    .filter(method -> method.name.equals(e.getMethodName()) && method.desc.equals(e.getDescriptor()))
                    .findFirst()
                    .orElseThrow();
            throw Problem.at(
                    node,
                    tooLarge,
                    "too large once transformed: bytes=" + e.getCodeSize() + ", at most 65535; split the method");
        }
    }

    /** The errors and warnings of a call, each once. */
    private static final class Findings {
        private final Set<Finding> errors = new LinkedHashSet<>();
        private final Set<Finding> warnings = new LinkedHashSet<>();
        private RefusedException first;

        void collect(Runnable work) {
            try {
                work.run();
            } catch (RefusedException e) {
                first = first == null ? e : first;
                errors.addAll(e.findings());
            }
        }

        void warn(Finding warning) {
            if (warning != null) {
                warnings.add(warning);
            }
        }

        List<Finding> warnings() {
            return List.copyOf(warnings);
        }

        void failOnErrors() {
            if (!errors.isEmpty()) {
                throw new RefusedException(errors, first);
            }
        }
    }
}
