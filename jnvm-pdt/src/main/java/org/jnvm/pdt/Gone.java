package org.jnvm.pdt;

/**
 * Thrown while a look-up in a concurrent mirror compares with the key of a node that was removed from it since the
 * look-up came across it: the key may be freed, so there is nothing to compare. The look-up begins anew, and does not
 * find the node.
 */
final class Gone extends RuntimeException {
    static final Gone GONE = new Gone();

    private static final long serialVersionUID = 1L;

    private Gone() {
        super("node was removed", null, false, false);
    }
}
