package org.jnvm.testing;

import org.jnvm.spi.ClassDescriptor;

/** A persistent class that is abstract, laid out as {@link Node} is. */
public abstract class Face extends TestObject {
    /** The class. */
    public static final ClassDescriptor CLASS = ClassDescriptor.register(Face.class, """
            class org.jnvm.testing.Face
            version 1
            extends -
            bytes 248
            field org.jnvm.testing.Face next Lorg.jnvm.testing.Face; 8
            field org.jnvm.testing.Face other Lorg.jnvm.PObject; 16
            field org.jnvm.testing.Face value J 24""", null);

    /** For nobody. */
    protected Face() {}
}
