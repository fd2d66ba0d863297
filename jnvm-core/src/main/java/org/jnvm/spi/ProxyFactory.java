package org.jnvm.spi;

import org.jspecify.annotations.Nullable;

/** Makes the proxy of an object that exists: calls the resurrect constructor. */
@FunctionalInterface
public interface ProxyFactory {
    /**
     * Makes a proxy, without running any constructor of the program.
     *
     * @param region the chunk of the master block
     * @param ref the reference word
     * @param blocks the offsets of its linked blocks, or null if its bytes lie one behind the other
     * @return a new proxy bound to the object; {@code resurrect()} was not called yet
     */
    Proxy create(Region region, long ref, long @Nullable [] blocks);
}
