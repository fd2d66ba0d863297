/**
 * Sorted maps and sets: the reference slots in the heap, the volatile index that finds what they lead to, and its views as
 * collections of {@code java.util}.
 */
package org.jnvm.pdt.internal.index;
