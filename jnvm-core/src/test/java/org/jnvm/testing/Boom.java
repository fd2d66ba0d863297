package org.jnvm.testing;

/** A persistent class whose static initialiser throws. */
public abstract class Boom extends TestObject {
    private static final int NOTHING = Integer.parseInt("not a number");

    /** Never gets here. */
    protected Boom() {
        throw new AssertionError(NOTHING);
    }
}
