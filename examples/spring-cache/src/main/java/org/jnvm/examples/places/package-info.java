/** An application of Spring Boot that looks places up at a slow service, and remembers what it was told. */
package org.jnvm.examples.places;
