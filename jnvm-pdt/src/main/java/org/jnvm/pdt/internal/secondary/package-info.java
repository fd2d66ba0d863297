/**
 * Secondary indexes: what they consist of in the heap, in which order their entries are, how they come and go, and how they follow
 * the values of a map or set.
 */
package org.jnvm.pdt.internal.secondary;
