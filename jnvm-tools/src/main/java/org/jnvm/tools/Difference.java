package org.jnvm.tools;

import org.jspecify.annotations.Nullable;

/**
 * What changed between two copies of a heap.
 *
 * @param kind what happened
 * @param what the root, or the object: class, address and generation
 * @param field the field that changed, an element in brackets, or null for an object or root as a whole
 * @param before the value in the first copy, or null
 * @param after the value in the second copy, or null
 */
public record Difference(
        Kind kind,
        String what,
        @Nullable String field,
        @Nullable String before,
        @Nullable String after) {
    /** What happened. */
    public enum Kind {
        /** A root is only in the second copy. */
        ROOT_ADDED,
        /** A root is only in the first copy. */
        ROOT_REMOVED,
        /** A root leads to another object. */
        ROOT_CHANGED,
        /** A live object is only in the second copy. */
        ADDED,
        /** A live object is only in the first copy. */
        REMOVED,
        /** A field or element has another value. */
        CHANGED
    }

    @Override
    public String toString() {
        String name = field == null ? what : what + (field.startsWith("[") ? "" : ".") + field;
        return switch (kind) {
            case ROOT_ADDED -> "+ root " + name + " = " + after;
            case ROOT_REMOVED -> "- root " + name + " = " + before;
            case ROOT_CHANGED -> "~ root " + name + ": " + before + " -> " + after;
            case ADDED -> "+ " + name;
            case REMOVED -> "- " + name;
            case CHANGED -> "~ " + name + ": " + before + " -> " + after;
        };
    }
}
