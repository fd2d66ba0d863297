/** The crash explorer: records what reaches persistent memory, enumerates legal crash images, and judges them. */
package org.jnvm.crashtest;
