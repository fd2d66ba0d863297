/** The changes that are made to a class, one {@code Step} each; {@link org.jnvm.transform.step.Steps} has their order. */
package org.jnvm.transform.step;
