/** Micro-benchmarks: what single accesses, allocations and failure-atomic blocks cost. */
package org.jnvm.bench.micro;
