package org.jnvm.transform.engine;

import java.nio.file.Path;
import java.util.List;

/**
 * What a transformation did.
 *
 * @param directory the directory of class files
 * @param rewrittenClasses binary names of all classes that were written, in order
 * @param persistentClasses binary names of those of them that became persistent, in order
 * @param fields the number of fields that moved to the heap
 * @param warnings what is suspicious but allowed, one sentence each
 */
public record TransformReport(
        Path directory,
        List<String> rewrittenClasses,
        List<String> persistentClasses,
        int fields,
        List<String> warnings) {
    /** Makes the report; copies the lists. */
    public TransformReport {
        rewrittenClasses = List.copyOf(rewrittenClasses);
        persistentClasses = List.copyOf(persistentClasses);
        warnings = List.copyOf(warnings);
    }

    /** Returns the report in one line. */
    public String summary() {
        return "transformed " + rewrittenClasses.size() + " classes (" + persistentClasses.size() + " persistent, "
                + fields + " fields) in " + directory;
    }
}
