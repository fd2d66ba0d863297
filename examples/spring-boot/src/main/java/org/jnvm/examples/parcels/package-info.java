/** An application of Spring Boot that follows parcels; they are persistent objects. */
package org.jnvm.examples.parcels;
