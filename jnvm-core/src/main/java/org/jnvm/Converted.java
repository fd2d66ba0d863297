package org.jnvm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how a field of a {@link Persistent} class gets its value where an object holds one of another type.
 *
 * <pre>{@code
 * @Converted(from = "int", by = CentsToText.class) String price;
 *
 * static final class CentsToText implements FieldConverter<Integer, String> {
 *     public String convert(Integer cents) { return cents / 100 + "." + cents % 100; }
 * }
 * }</pre>
 *
 * <p>It can stand several times, once for each type that the field had. It counts also where the value could be widened
 * without it. From the field's own type it counts only for objects older than a release that converted the field to another
 * type, from which it came back. Numbers that only become wider need none: see {@code docs/EVOLUTION.md}.
 */
@Documented
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.CLASS)
@Repeatable(Converted.List.class)
public @interface Converted {
    /**
     * Returns the type that the field had: {@code int} and the other primitive types, {@code String}, {@code Integer} and the
     * other boxes, or the binary name of an enum, of a record or of another class of values.
     */
    String from();

    /** Returns the converter, a class with a constructor without parameters. */
    Class<? extends FieldConverter<?, ?>> by();

    /** Several of them on one field. */
    @Documented
    @Target(ElementType.FIELD)
    @Retention(RetentionPolicy.CLASS)
    @interface List {
        /** Returns them. */
        Converted[] value();
    }
}
