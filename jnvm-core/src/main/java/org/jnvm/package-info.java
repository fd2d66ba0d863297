/** Crash-safe Java objects in a memory-mapped persistent heap: what a program uses. */
package org.jnvm;
