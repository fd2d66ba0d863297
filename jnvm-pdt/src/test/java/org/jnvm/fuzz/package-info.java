/** Heap files damaged on purpose, random programs against a model, blocks of threads that are killed, and limits. */
package org.jnvm.fuzz;
