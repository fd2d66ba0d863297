package org.jnvm.fuzz;

/** A class that the index of persistent classes lists, though it is not transformed. It must never be initialised. */
final class ListedCanary {
    static {
        Canaries.SEEN.add("ListedCanary");
    }

    private ListedCanary() {}
}
