package org.jnvm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a persistent class whose {@link PObject#recover()} may be called by several threads at once, each on another
 * object. Without it, one thread calls {@code recover()} on one object of the class after the other. It is not inherited.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface ParallelRecover {}
