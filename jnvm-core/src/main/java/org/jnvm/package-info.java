/** Crash-safe Java objects in a memory-mapped persistent heap: what a program uses. */
@NullMarked
package org.jnvm;

import org.jspecify.annotations.NullMarked;
