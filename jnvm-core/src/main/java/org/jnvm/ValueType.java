package org.jnvm;

/**
 * Lets a class be a value: fields, elements, keys and values of collections hold its objects by value, as they hold a {@link String} or a {@link
 * java.time.LocalDate}. For immutable classes that nobody here wrote, such as a class for money of a library; records of values
 * need none.
 *
 * <p>Found by {@link java.util.ServiceLoader}: name the implementation, which has a public constructor without parameters, in {@code
 * META-INF/services/org.jnvm.ValueType}, or in {@code provides} of a module.
 *
 * <p>Objects are compared by their {@code equals}, and found in hash tables by their bytes: equal objects must have equal bytes if they
 * are keys or elements of a set.
 *
 * @param <T> the class
 */
public interface ValueType<T> {
    /**
     * Returns the class. Its subclasses are other ones.
     *
     * @return the class of the values
     */
    Class<T> type();

    /**
     * Returns the version of the form that {@link #toBytes} writes. Values of older versions stay as they are in a heap.
     *
     * @return the version, 1 unless this is overridden
     */
    default int version() {
        return 1;
    }

    /**
     * Writes a value.
     *
     * @param value not null
     * @return its bytes, which the caller may keep
     */
    byte[] toBytes(T value);

    /**
     * Reads a value.
     *
     * @param bytes what {@link #toBytes} returned
     * @param version of the version that wrote them
     * @return the value
     */
    T fromBytes(byte[] bytes, int version);
}
