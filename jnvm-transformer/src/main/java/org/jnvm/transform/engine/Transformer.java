package org.jnvm.transform.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jnvm.transform.ClassChange;
import org.jnvm.transform.ClassFile;
import org.jnvm.transform.ClassResolver;
import org.jnvm.transform.Finding;
import org.jnvm.transform.RefusedException;
import org.jnvm.transform.TransformOptions;
import org.jnvm.transform.TransformReport;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.model.ClassInfo;

/**
 * Transforms a directory of class files in place, by an {@link Engine}.
 *
 * <p>A class that was transformed before is left as it is, so that the transformation can be repeated, and done class
 * by class as an incremental compiler works. Nothing is written unless all classes are sound; then each file that
 * changes is replaced as one step.
 *
 * <p>An object does one transformation. Several can run at once in different directories.
 */
public final class Transformer {
    private final Path root;
    private final ClassDirectory directory;
    private final List<Path> classPath;
    private final TransformOptions options;

    /**
     * Prepares a transformation of all annotated classes.
     *
     * @param directory the directory of class files
     * @param classPath what they were compiled against: directories and jars, which are only read
     */
    public Transformer(Path directory, List<Path> classPath) {
        this(directory, classPath, TransformOptions.DEFAULTS);
    }

    /**
     * Prepares a transformation.
     *
     * @param directory the directory of class files
     * @param classPath what they were compiled against: directories and jars, which are only read; the directory itself
     *     does not count
     * @param options what to transform, and how strictly
     */
    public Transformer(Path directory, List<Path> classPath, TransformOptions options) {
        this.root = directory.toAbsolutePath().normalize();
        this.directory = new ClassDirectory(root);
        this.classPath = classPath.stream()
                .filter(entry -> !entry.toAbsolutePath().normalize().equals(root))
                .toList();
        this.options = Objects.requireNonNull(options);
    }

    /**
     * Transforms the directory.
     *
     * @return what was done
     * @throws RefusedException if a class cannot be transformed, or would not work any more; no file is changed
     * @throws IOException if a file cannot be read or written; each file is then either old or new
     */
    public TransformReport transform() throws IOException {
        directory.deleteTemporaries();
        try (ClassFiles dependencies = new ClassFiles(classPath)) {
            Map<String, ClassFile> module = new LinkedHashMap<>();
            directory.read().forEach(file -> module.put(file.file(), file));
            Map<String, ClassFile> listed = new ListedClasses(dependencies, module).annotate(options.classes());
            module.putAll(listed);

            ClassSelection selection = new ClassSelection(options);
            List<ClassFile> selected = new ArrayList<>();
            Map<String, ClassFile> untouched = new HashMap<>();
            module.forEach((path, file) -> {
                if (listed.containsKey(path) || selection.contains(file)) {
                    selected.add(file);
                } else {
                    untouched.put(path, file);
                }
            });
            Map<String, ClassFile> neighbours = neighbours(listed, dependencies);
            Set<String> ofDependencies = new HashSet<>(neighbours.keySet());
            for (String path : listed.keySet()) {
                if (dependencies.find(path.substring(0, path.length() - ".class".length())) != null) {
                    ofDependencies.add(path);
                }
            }
            neighbours.forEach((path, file) -> {
                if (ClassInfo.read(file.content(), file.display(), false).isPlain()) {
                    selected.add(file);
                } else {
                    untouched.put(path, file);
                }
            });
            Engine engine = new Engine(directory::find, resolver(untouched, dependencies), options.verify());
            List<String> byHand = new HandWrittenProxies(module).among(directory.readIndex());
            return write(run(engine, selected, untouched.values(), ofDependencies), neighbours.keySet(), byHand);
        }
    }

    /** What is wrong in a class of a dependency cannot be mended where it is found, so the error says what can be done. */
    private static Engine.Result run(
            Engine engine, List<ClassFile> selected, Collection<ClassFile> untouched, Set<String> ofDependencies)
            throws IOException {
        try {
            return engine.transform(selected, untouched);
        } catch (RefusedException e) {
            List<Finding> findings = new ArrayList<>(e.findings());
            e.findings().stream()
                    .map(Finding::className)
                    .distinct()
                    .filter(name -> ofDependencies.contains(Names.internal(name) + ".class"))
                    .map(name -> Finding.of(
                            name,
                            "",
                            null,
                            0,
                            "is a class of a dependency, which the list of classes to make persistent brought here;"
                                    + " add the classes of its fields to the list, or take off what cannot be persistent,"
                                    + " and keep what that holds in a class of your own"))
                    .forEach(findings::add);
            throw findings.size() == e.findings().size() ? e : new RefusedException(findings, e);
        }
    }

    private static ClassResolver resolver(Map<String, ClassFile> untouched, ClassFiles dependencies) {
        return name -> {
            ClassFile file = untouched.get(name + ".class");
            return file != null ? file.content() : dependencies.find(name);
        };
    }

    /**
     * Returns the other classes of the jars that listed classes come from: those that extend listed classes, or access
     * their fields, have to follow, so they are written to the directory, too.
     */
    private static Map<String, ClassFile> neighbours(Map<String, ClassFile> listed, ClassFiles dependencies)
            throws IOException {
        Map<String, ClassFile> neighbours = new LinkedHashMap<>();
        for (ClassFile file : listed.values()) {
            if (!neighbours.containsKey(file.file())) {
                dependencies.neighbours(file).forEach(other -> neighbours.put(other.file(), other));
            }
        }
        neighbours.keySet().removeAll(listed.keySet());
        return neighbours;
    }

    /** Where else a jar goes by identity, it is as untransformed as others. */
    private static boolean mustFollow(ClassChange change) {
        return change.persistent() || change.accesses() > 0;
    }

    private TransformReport write(Engine.Result result, Set<String> neighbours, List<String> byHand)
            throws IOException {
        TransformReport report = result.report();
        if (options.failOnWarning() && !report.warnings().isEmpty()) {
            throw new RefusedException(report.warnings(), null);
        }
        Set<String> leftOut = report.changes().stream()
                .filter(change -> neighbours.contains(change.file()) && !mustFollow(change))
                .map(ClassChange::file)
                .collect(Collectors.toSet());
        Set<String> written = new HashSet<>();
        for (ClassFile file : result.changed()) {
            // a listed class of a dependency is transformed anew each time
            if (!leftOut.contains(file.file()) && !directory.contains(file)) {
                directory.write(file);
                written.add(file.file());
            }
        }
        directory.writeIndex(Stream.concat(result.persistentClasses().stream(), byHand.stream())
                .sorted()
                .distinct()
                .toList());
        return new TransformReport(
                report.changes().stream()
                        .filter(change -> written.contains(change.file()))
                        .toList(),
                report.warnings());
    }
}
