/** Crash tests as JUnit tests. */
@NullMarked
package org.jnvm.crashtest.junit;

import org.jspecify.annotations.NullMarked;
