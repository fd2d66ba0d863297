package org.jnvm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class whose instances live in a persistent heap.
 *
 * <p>The class is rewritten after compilation by {@code jnvm-transformer-maven-plugin}: its fields, other than static
 * and {@code transient} ones, move to the heap file, and every access to them in the module follows.
 *
 * <p>For a field {@code f} the class gets {@code getF}, {@code setF}, {@code pwbF}, and for references and strings {@code
 * updateF} and {@code replaceF}, with the access of the field. So a private field stays private, and libraries that map
 * objects by reflection see of a persistent object what they see of the plain class.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface Persistent {
    /**
     * Says which methods are failure-atomic blocks.
     *
     * @return {@code ""} for none but those annotated with {@link FailureAtomic}; {@code "non-private"} for every
     *     non-private instance method and constructor, but for methods that provably write nothing: they only read fields,
     *     compute, make strings and exceptions, and call private methods that do no more; anything else is a build error
     */
    String fa() default "";
}
