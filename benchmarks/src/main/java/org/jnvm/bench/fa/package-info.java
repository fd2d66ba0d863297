/** Failure-atomic blocks: single ones, against LLPL's transactions, and in a map, against the data types alone. */
package org.jnvm.bench.fa;
