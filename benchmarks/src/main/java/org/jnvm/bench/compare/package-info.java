/** Two commits in one run: turn by turn, with the ratio of each benchmark beside the noise of the run. */
package org.jnvm.bench.compare;
