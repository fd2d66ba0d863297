package org.jnvm;

/** An object whose class was not transformed was used as a persistent object. */
public class NotTransformedException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param object the object that is not persistent
     */
    public NotTransformedException(Object object) {
        super("not a persistent object: class="
                + (object == null ? "null" : object.getClass().getName())
                + "; annotate the class with @Persistent and build it with jnvm-transformer-maven-plugin"
                + " (goal transform, or transform-tests for test classes)");
    }
}
