/** Sorted maps and sets: B+-trees in the heap, their ranges, and the order of keys. */
package org.jnvm.pdt.internal.tree;
