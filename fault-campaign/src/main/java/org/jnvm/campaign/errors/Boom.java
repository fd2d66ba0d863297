package org.jnvm.campaign.errors;

/** What an operation throws on purpose, to have a failure-atomic block undone. */
final class Boom extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Boom() {
        super("on purpose", null, false, false);
    }
}
