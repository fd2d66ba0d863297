/** What secondary indexes consist of in the heap, and how the keys of their entries are ordered. */
package org.jnvm.pdt.internal.secondary;
