package org.jnvm.transform.generated;

/** What generated programs throw. */
public final class Boom extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Boom(int code) {
        super("code " + code);
    }
}
