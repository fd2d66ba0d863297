package org.jnvm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value that a field of a {@link Persistent} class gets in objects that were written before it was there. It says
 * nothing about new objects, which get what their constructor stores.
 *
 * <p>Without it the field gets the value of its initialiser, if that is a constant, else zero or null. So it is for
 * fields whose initialiser is none, and for those whose old objects are to have another value. It also stands in for
 * {@code null} where a box became a primitive.
 *
 * <pre>{@code
 * @Default("UNKNOWN") State state = State.NEW;
 * }</pre>
 */
@Documented
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.CLASS)
public @interface Default {
    /**
     * Returns the value as text, which the build checks: a number as {@code Integer.decode}, {@code Float.parseFloat} and
     * the like read it, {@code true} or {@code false}, one character, any text for a {@code String}, the name of a constant
     * for an enum; for a {@code UUID}, a big number or a class of {@code java.time} what its {@code toString} writes. A field of
     * another type has no such value.
     */
    String value();
}
