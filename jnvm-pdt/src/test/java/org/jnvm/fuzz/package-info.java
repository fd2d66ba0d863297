/** Heap files damaged on purpose, random programs against a model, and limits. */
package org.jnvm.fuzz;
