/** What all benchmarks share: files, child JVMs, figures and the tables made of them. */
package org.jnvm.bench.harness;
