/**
 * Failure-atomic blocks: all or none of their effects survive a crash (T§4.6).
 *
 * <p>Programs open blocks with {@code JNVM.faStart}, {@code Heap.atomically} or annotations, all in {@code org.jnvm};
 * having this module on the class path or module path is what makes them work.
 */
package org.jnvm.pfa;
