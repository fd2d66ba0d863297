/** Two commits in one run: turn by turn, with the ratio of each benchmark and how sure it is. */
package org.jnvm.bench.compare;
