/** Starts groups, each in a JVM of its own, and goes on where a run of all was stopped. */
package org.jnvm.bench.run;
