package org.jnvm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names that a field, a class or an enum constant had, so that what a heap holds under them is found.
 *
 * <pre>{@code
 * @Persistent
 * @Formerly("shop.Client")
 * class Customer {
 *     @Formerly({"name", "title"}) String fullName;      // several generations back, the newest first
 *     @Formerly("shop.Party.address") String address;    // of a class that it was inherited from
 * }
 *
 * enum State {
 *     NEW,
 *     @Formerly({"PAID", "SHIPPED"}) DONE               // renamed, or in place of constants that are gone
 * }
 * }</pre>
 *
 * <p>A field takes the value of the first name that an object has; one that has the field under its own name keeps it. So
 * fields cannot exchange their names; the build refuses it. On a class or an enum the names are binary names. The annotation can go once no heap has anything under the old names:
 * {@code jnvm migrate} sees to that for fields and classes, for constants nothing does.
 */
@Documented
@Target({ElementType.FIELD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Formerly {
    /** Returns the names, in the order in which they are looked for. */
    String[] value();
}
