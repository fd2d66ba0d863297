package org.jnvm;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a salvage found and made; see {@link HeapOptions#salvage} and {@code jnvm salvage}.
 *
 * @param damaged the file that was salvaged
 * @param heap the new heap file, with all that was sound and reachable
 * @param part a heap file with objects that are sound, but nothing sound leads to them: each is a root, or led to by one; null if
 *     there are none, or nothing was damaged. Garbage may be among them
 * @param objects how many objects the new heap has, without values that fields and collections own
 * @param roots how many roots it has
 * @param unplaced how many objects the part file has
 * @param problems what is damaged in superblock, tables, logs and root map
 * @param losses what is lost of objects, at most {@link #MOST_LISTED} of them
 * @param lossCount how many losses there are
 */
public record SalvageReport(
        Path damaged,
        Path heap,
        @Nullable Path part,
        long objects,
        int roots,
        long unplaced,
        List<String> problems,
        List<Loss> losses,
        long lossCount) {
    /** So many losses are listed. */
    public static final int MOST_LISTED = 1000;

    /** Takes copies of the lists. */
    public SalvageReport {
        problems = List.copyOf(problems);
        losses = List.copyOf(losses);
    }

    /**
     * A reference that led to nothing sound, and is null now; an entry that is not there any more; or a value that cannot be read.
     *
     * @param roots the roots that lead to the object
     * @param className the class of the object
     * @param object its reference in the damaged file
     * @param field what of it is lost: a field, {@code [index]} of an element, {@code [entry]} of a collection, or all of it
     * @param reference the reference that is lost; {@code null} for a value
     * @param reason why
     */
    public record Loss(
            List<String> roots, String className, String object, String field, String reference, String reason) {
        /** Takes a copy of the roots. */
        public Loss {
            roots = List.copyOf(roots);
        }

        @Override
        public String toString() {
            return "roots=" + roots + ", class=" + className + ", object=" + object + ", field=" + field
                    + ", reference=" + reference + ": " + reason;
        }
    }

    /** Tells whether nothing was damaged. */
    public boolean isWhole() {
        return problems.isEmpty() && lossCount == 0;
    }
}
