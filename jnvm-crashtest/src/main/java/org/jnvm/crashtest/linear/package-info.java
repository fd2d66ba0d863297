/** Checks that histories of concurrent operations are linearizable. */
@NullMarked
package org.jnvm.crashtest.linear;

import org.jspecify.annotations.NullMarked;
