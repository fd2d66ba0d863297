package org.jnvm.transform.engine;

import java.util.List;
import java.util.regex.Pattern;
import org.jnvm.transform.ClassFile;
import org.jnvm.transform.TransformOptions;
import org.jnvm.transform.asm.Names;

/** The classes that {@link TransformOptions} select by their names. Thread-safe. */
public final class ClassSelection {
    private static final Pattern WORDS = Pattern.compile("\\*\\*|\\*|[^*]+");
    private static final Pattern VERSION_PREFIX = Pattern.compile("META-INF/versions/\\d+/");

    private final List<Pattern> includes;
    private final List<Pattern> excludes;

    /** Takes the patterns of the options. */
    public ClassSelection(TransformOptions options) {
        this.includes = options.includes().stream().map(ClassSelection::compile).toList();
        this.excludes = options.excludes().stream().map(ClassSelection::compile).toList();
    }

    private static Pattern compile(String pattern) {
        return Pattern.compile(WORDS.matcher(pattern.trim()).replaceAll(match -> switch (match.group()) {
            case "**" -> ".*";
            case "*" -> "[^.]*";
            default -> java.util.regex.Matcher.quoteReplacement(Pattern.quote(match.group()));
        }));
    }

    /** Tells whether a class file is to be transformed or rewritten. */
    public boolean contains(ClassFile file) {
        String path = VERSION_PREFIX.matcher(file.file()).replaceFirst("");
        String name = Names.binary(path.substring(0, path.length() - ".class".length()));
        return (includes.isEmpty() || matches(includes, name)) && !matches(excludes, name);
    }

    private static boolean matches(List<Pattern> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
    }
}
