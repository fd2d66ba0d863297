package org.jnvm.spring.boot;

import org.jnvm.HeapOptions;

/**
 * A bean that changes the options of the application's heap before it is opened: what the properties {@code jnvm.heap.*} do not have, such
 * as listeners. Several are called in the order of their {@code @Order}. Called once, by the thread that starts the application.
 */
@FunctionalInterface
public interface HeapOptionsCustomizer {
    /**
     * Changes the options.
     *
     * @param options those of the properties and of the customizers before
     * @return the options to go on with
     */
    HeapOptions customize(HeapOptions options);
}
