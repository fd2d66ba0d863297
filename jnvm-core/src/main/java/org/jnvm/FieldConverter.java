package org.jnvm;

import org.jspecify.annotations.Nullable;

/**
 * Makes the value of a field of the one it had when it was of another type; {@link Converted} names it.
 *
 * <p>It may be called any number of times for an object, by any thread, and also where the result is not used: by {@code
 * jnvm migrate --dry-run}, and where a crash comes before the object is converted. So it must depend on nothing but the
 * value, and must not use the heap. What it throws refuses the object, which stays as it was. It is never called with
 * {@code null}, which stays {@code null}.
 *
 * <p>The class has a constructor without parameters. In a named module its package is exported, or opened to {@code
 * org.jnvm.core}.
 *
 * @param <F> the type that the field had; the box of a primitive type. An enum that is not on the class path any more
 *     comes as the name of the constant, a {@code String}
 * @param <T> the type of the field; the box of a primitive type
 */
@FunctionalInterface
public interface FieldConverter<F, T> {
    /**
     * Converts a value.
     *
     * @param value what the object holds, never null
     * @return what the field gets; null if its type can be
     */
    @Nullable
    T convert(F value);
}
