/** Copies of heaps that are in use. */
@org.jspecify.annotations.NullMarked
package org.jnvm.internal.backup;
