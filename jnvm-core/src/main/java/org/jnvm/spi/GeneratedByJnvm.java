package org.jnvm.spi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Stands on methods and constructors that the transformer added to a class. Tools that measure code coverage leave out what has an
 * annotation with {@code Generated} in its name (JaCoCo does). It is in the class file only: reflection does not see it.
 */
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
@Retention(RetentionPolicy.CLASS)
public @interface GeneratedByJnvm {}
