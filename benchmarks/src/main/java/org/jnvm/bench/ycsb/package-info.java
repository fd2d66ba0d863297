/** YCSB as a library: a binding for stores of records, which checks all that it reads, and the stores. */
package org.jnvm.bench.ycsb;
