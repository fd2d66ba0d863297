/** B+-trees in the heap, which are the indexes of sorted maps and sets: found, changed, split and merged. */
package org.jnvm.internal.tree;
