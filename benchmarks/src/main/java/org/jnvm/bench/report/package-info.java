/** One page that lays all results beside those of the thesis and beside what is wanted. */
package org.jnvm.bench.report;
