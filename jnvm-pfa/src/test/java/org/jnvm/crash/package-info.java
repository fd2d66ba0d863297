/** A small crash explorer for tests: records what reaches persistent memory, and enumerates legal crash images. */
package org.jnvm.crash;
