/** Checks that histories of concurrent operations are linearizable. */
package org.jnvm.crashtest.linear;
