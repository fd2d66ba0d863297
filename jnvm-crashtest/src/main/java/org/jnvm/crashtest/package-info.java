/** The crash explorer: records what reaches persistent memory, enumerates legal crash images, and judges them. */
@NullMarked
package org.jnvm.crashtest;

import org.jspecify.annotations.NullMarked;
