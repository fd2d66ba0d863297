package org.jnvm.pdt;

import java.util.Objects;

/**
 * How the collections compare what a program looks for with what they hold: by {@code equals}; and a {@link String} is
 * found where a {@link PString} of the same content is.
 */
final class Lookup {
    private Lookup() {}

    /**
     * Compares.
     *
     * @param wanted what is looked for, or null
     * @param found a member of a collection, or null
     * @return whether it is found
     */
    static boolean matches(Object wanted, Object found) {
        if (wanted instanceof String text) {
            return found instanceof PString string
                    && string.hashCode() == text.hashCode()
                    && string.contentEquals(text);
        }
        return Objects.equals(wanted, found);
    }
}
