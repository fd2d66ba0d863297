package org.jnvm.transform;

import java.io.IOException;

/**
 * Finds class files, which are read and never loaded. Called by one thread at a time.
 */
@FunctionalInterface
public interface ClassResolver {
    /** The name by which the resolver of a module is asked for its descriptor. */
    String MODULE_DESCRIPTOR = "module-info";

    /**
     * Returns the class file of a class.
     *
     * @param internalName its name with slashes, never of a class of the JDK
     * @return the bytes, which the caller does not change, or null if there is none
     * @throws IOException if it cannot be read
     */
    byte[] find(String internalName) throws IOException;
}
