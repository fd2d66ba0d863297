/** Checks the concurrent maps and sets for linearizability, on histories recorded from threads. */
package org.jnvm.linear;
