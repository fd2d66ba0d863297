package org.jnvm.internal.value;

/**
 * A value of a class of the program, which a tool does not load.
 *
 * @param className the class
 * @param text what is in it
 */
public record StoredValue(String className, String text) {
    @Override
    public String toString() {
        return className.substring(className.lastIndexOf('.') + 1) + text;
    }
}
