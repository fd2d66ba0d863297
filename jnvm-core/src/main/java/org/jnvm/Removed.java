package org.jnvm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Fields that a {@link Persistent} class had and does not have any more. Objects that were written with them lose their
 * values when they are converted: what the field owned is freed, a reference to a persistent object is dropped.
 *
 * <p>A field that is gone without being named here is refused, with {@link ClassMismatchException}. So a heap that a newer
 * release has written loses nothing when an older one opens it, and nothing is lost where a field was renamed and {@link
 * Formerly} forgotten.
 *
 * <pre>{@code
 * @Persistent
 * @Removed({"fax", "shop.Party.*"})
 * class Customer { … }
 * }</pre>
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface Removed {
    /**
     * Returns the fields: a name is that of a field of this class; those of another class, which this one extended, have its
     * binary name in front, and {@code *} stands for all of them.
     */
    String[] value();
}
