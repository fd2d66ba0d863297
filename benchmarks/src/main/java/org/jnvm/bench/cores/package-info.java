/** Allocation and failure-atomic blocks by the number of threads; and what operations write that others write, too. */
package org.jnvm.bench.cores;
