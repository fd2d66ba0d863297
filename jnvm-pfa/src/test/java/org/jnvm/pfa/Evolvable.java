package org.jnvm.pfa;

import org.jnvm.PObject;

/** What the versions of {@link Evolving}, which are classes of different class loaders, have in common. */
public interface Evolvable extends PObject {
    /** Returns a number from a field of any primitive integer type. */
    long get(String field);

    /** Sets a field of any primitive integer type. */
    void put(String field, long value);

    /** Returns what a reference field leads to. */
    Object ref(String field);

    /** Sets a reference field. */
    void setRef(String field, Object value);

    /** Returns what a string field has. */
    String text(String field);

    /** Sets a string field. */
    void setText(String field, String value);

    /** Sets a field that owns a {@code Long}. */
    void setBox(String field, long value);

    /** Returns how often {@code resurrect()} was called on this proxy. */
    int resurrections();

    /** Returns how often {@code recover()} was called on this proxy. */
    int recoveries();

    /** Writes back the line of a field. */
    void pwb(String name);
}
