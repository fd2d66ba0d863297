package org.jnvm.transform;

import java.util.List;

/**
 * What to transform, and how strictly.
 *
 * <p>Patterns are binary class names, in which {@code *} stands for any characters but dots, and {@code **} for any
 * characters: {@code org.example.*}, {@code org.example.**}, {@code **.Order*}.
 *
 * @param includes patterns of the classes that are transformed or rewritten; all if it is empty
 * @param excludes patterns of classes that stay as they are, though included; a class among them that accesses fields of
 *     a persistent class is an error
 * @param classes binary names of classes that become persistent without an annotation, of the module or its class path;
 *     those of the class path are written to the module's directory, with those of the same jar that access their
 *     fields; so the directory has to stand before the jar when the program runs
 * @param failOnWarning whether a warning is an error
 * @param verify whether each result is verified as the JVM does
 */
public record TransformOptions(
        List<String> includes, List<String> excludes, List<String> classes, boolean failOnWarning, boolean verify) {
    /** Everything that is annotated, verified. */
    public static final TransformOptions DEFAULTS = new TransformOptions(List.of(), List.of(), List.of(), false, true);

    /** Copies the lists. */
    public TransformOptions {
        includes = List.copyOf(includes);
        excludes = List.copyOf(excludes);
        classes = List.copyOf(classes);
    }
}
