package org.jnvm.bench.ycsb;

/** A store returned something else than what was stored last. */
final class WrongDataException extends RuntimeException {
    private static final long serialVersionUID = 1;

    WrongDataException(String what, long record, int field, String details) {
        super(what + ": record=" + record + ", field=" + field + ", " + details);
    }
}
