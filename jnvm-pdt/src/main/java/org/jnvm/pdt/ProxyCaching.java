package org.jnvm.pdt;

/**
 * Whether a map keeps the proxies of its values: memory against the time to make a proxy for each look-up.
 *
 * <p>A choice of the program, not of the heap: it is given to the constructor, and to {@code caching} of a map that was
 * found in a heap, which begins with {@link #BASE}. It lasts as long as the map's proxy.
 *
 * <p>While a failure-atomic block is open, no proxies are kept of what it reads, as that may be undone; {@code caching}
 * with {@link #EAGER} inside one makes them when it has ended. In a map for several threads, what a block has put is
 * kept when it is asked for after the block.
 *
 * <p>A kept proxy does not notice that its object was freed through another one. Remove an entry before you free its
 * value.
 */
public enum ProxyCaching {
    /** Makes a proxy of a value each time it is asked for. */
    BASE,
    /** Keeps the proxy of a value once it was asked for or put. */
    CACHED,
    /** Like {@link #CACHED}, and makes those of all values there are at once. */
    EAGER
}
