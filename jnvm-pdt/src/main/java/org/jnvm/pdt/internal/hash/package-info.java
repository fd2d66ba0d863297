/** Hash maps and sets: a hash table in the heap, and its views as collections of {@code java.util}. */
package org.jnvm.pdt.internal.hash;
