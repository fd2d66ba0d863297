package org.jnvm.spi;

import org.jnvm.runtime.Allocation;

/**
 * What the transformer adds to a persistent class whose constructors assign persistent fields before they call {@code
 * super(...)}, when there is no object in the heap yet. The proxy keeps such values until there is one.
 */
public interface AssignsEarly {
    /**
     * Stores the values that were assigned before the object was allocated; called once, right after {@link
     * Allocation#allocate(Proxy)} made it, so that constructors of superclasses find them.
     */
    void $jnvm$assignEarly();
}
