/** Crash tests as JUnit tests. */
package org.jnvm.crashtest.junit;
