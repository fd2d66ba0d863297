package org.jnvm.crashtest.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes all that a heap holds, as a text: a recovered heap must show what the running one showed after the
 * acknowledged operations, or with the one in flight. The method takes a {@link org.jnvm.Heap} and returns a {@link
 * String}, which must depend on persistent state only.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface CrashState {}
