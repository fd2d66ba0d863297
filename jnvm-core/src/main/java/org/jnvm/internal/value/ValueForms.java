package org.jnvm.internal.value;

/** What is made of values whose classes are the program's, when they are read. */
public interface ValueForms {
    /**
     * Returns a constant of an enum.
     *
     * @param number its number in the table of names
     * @param className the enum
     * @param name its name
     */
    Object constant(int number, String className, String name);

    /**
     * Returns a record.
     *
     * @param number the number of its form in the table of names
     * @param className the record class
     * @param names the components that the form has
     * @param values their values
     */
    Object record(int number, String className, String[] names, Object[] values);

    /**
     * Returns a value of another class.
     *
     * @param className the class
     * @param version of the version that wrote it
     * @param bytes what was written
     */
    Object other(String className, int version, byte[] bytes);
}
