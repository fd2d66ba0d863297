/** An application of Micronaut that keeps notes; they are persistent objects. */
package org.jnvm.examples.notes;
