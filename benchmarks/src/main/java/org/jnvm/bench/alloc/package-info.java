/** Allocation compared: J-NVM, LLPL (PMDK's allocator) and C's {@code malloc}, by whole processes. */
package org.jnvm.bench.alloc;
