/** What all benchmarks share: options, files, child JVMs, raw figures. */
package org.jnvm.bench.harness;
