/** A heap as a bean of a Spring Boot application, with properties, health and metrics. */
@NullMarked
package org.jnvm.spring.boot;

import org.jspecify.annotations.NullMarked;
