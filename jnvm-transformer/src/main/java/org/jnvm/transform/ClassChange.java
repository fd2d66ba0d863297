package org.jnvm.transform;

import java.util.List;

/**
 * What was done to a class.
 *
 * @param file its class file, with slashes: {@code org/example/Order.class}
 * @param name its binary name
 * @param persistent whether it became persistent
 * @param fields the fields that moved to the heap, in order of place there
 * @param failureAtomicMethods the methods and constructors that became failure-atomic blocks, as they were declared
 * @param accesses how many accesses to persistent fields were rewritten
 */
public record ClassChange(
        String file,
        String name,
        boolean persistent,
        List<String> fields,
        List<String> failureAtomicMethods,
        int accesses) {
    /** Copies the lists. */
    public ClassChange {
        fields = List.copyOf(fields);
        failureAtomicMethods = List.copyOf(failureAtomicMethods);
    }

    /** Returns the change in one line. */
    @Override
    public String toString() {
        String what = persistent ? " is persistent: fields=" + fields + ", failure-atomic=" + failureAtomicMethods : "";
        return name + what + (persistent ? ", " : ": ") + "accesses rewritten=" + accesses;
    }
}
