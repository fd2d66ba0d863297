/** Crash images as heaps, and what is demanded of them. */
package org.jnvm.crashtest.internal.oracle;
