/** Whole processes: recovery after SIGKILL, and opening after a clean close. */
package org.jnvm.bench.restart;
