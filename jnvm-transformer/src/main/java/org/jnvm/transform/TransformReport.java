package org.jnvm.transform;

import java.util.List;

/**
 * What a transformation did.
 *
 * @param changes the classes that were changed, in order of their files
 * @param warnings what is suspicious but allowed
 */
public record TransformReport(List<ClassChange> changes, List<Finding> warnings) {
    /** Makes the report; copies the lists. */
    public TransformReport {
        changes = List.copyOf(changes);
        warnings = List.copyOf(warnings);
    }

    /** Returns the binary names of the classes that became persistent, in order of their files. */
    public List<String> persistentClasses() {
        return changes.stream()
                .filter(ClassChange::persistent)
                .map(ClassChange::name)
                .toList();
    }

    /** Returns the binary names of all classes that were changed, in order of their files. */
    public List<String> changedClasses() {
        return changes.stream().map(ClassChange::name).toList();
    }

    /** Returns the report in one line. */
    public String summary() {
        int fields = changes.stream().mapToInt(change -> change.fields().size()).sum();
        int methods = changes.stream()
                .mapToInt(change -> change.failureAtomicMethods().size())
                .sum();
        int accesses = changes.stream().mapToInt(ClassChange::accesses).sum();
        return "transformed " + changes.size() + " classes: "
                + persistentClasses().size() + " persistent with " + fields + " fields and " + methods
                + " failure-atomic methods, " + accesses + " accesses rewritten";
    }
}
