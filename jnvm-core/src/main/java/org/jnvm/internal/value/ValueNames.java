package org.jnvm.internal.value;

import org.jspecify.annotations.Nullable;

/** The table of names of a heap: what values in it call by a number. Safe for use by several threads. */
public interface ValueNames {
    /**
     * Returns the number of a name, which is added to the heap the first time; durable when it returns.
     *
     * @param className a class
     * @param form the name of its constant, or the form of its values
     * @throws org.jnvm.HeapFullException if there is no room for it
     */
    int number(String className, String form);

    /** Returns the class that a number stands for, null if there is no such number. */
    @Nullable
    String className(int number);

    /**
     * Returns the constant of an enum that a number stands for.
     *
     * @throws org.jnvm.ClassMismatchException if the enum has no constant that has, or had, the name
     */
    Object constantOf(int number, Class<?> type);

    /** Returns the constant, or form, that a number stands for, null if there is no such number. */
    @Nullable
    String form(int number);
}
