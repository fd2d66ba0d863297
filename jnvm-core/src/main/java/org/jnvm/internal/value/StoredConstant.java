package org.jnvm.internal.value;

/**
 * A constant of an enum that a tool does not load.
 *
 * @param name its name
 */
public record StoredConstant(String name) {
    @Override
    public String toString() {
        return name;
    }
}
