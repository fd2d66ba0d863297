package org.jnvm.pdt.internal.index;

/**
 * Thrown while a look-up in a concurrent index compares with the key of a node that was removed from it since the
 * look-up came across it: the key may be freed, so there is nothing to compare. The look-up begins anew, and does not
 * find the node.
 */
final class RetrySignal extends RuntimeException {
    static final RetrySignal RETRY = new RetrySignal();

    private static final long serialVersionUID = 1L;

    private RetrySignal() {
        super("node was removed", null, false, false);
    }
}
