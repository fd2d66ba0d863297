package org.jnvm.testing;

import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Boxes;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class with each kind of value that a field can own. */
public final class Person extends TestObject {
    /** An enum that is kept by name. */
    public enum Mood {
        GOOD,
        BAD {
            @Override
            public String toString() {
                return "not so good";
            }
        },
        UNKNOWN
    }

    /** Offset of the name. */
    public static final int NAME = 8;

    private static final int ALIAS = 16;
    /** Offset of the age. */
    public static final int AGE = 24;

    private static final int RATE = 32;
    /** Offset of the count. */
    public static final int COUNT = 40;

    private static final int MOOD = 48;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Person.class, """
            class org.jnvm.testing.Person
            version 1
            extends -
            bytes 248
            field org.jnvm.testing.Person name Ljava.lang.String; 8
            field org.jnvm.testing.Person alias Ljava.lang.String; 16
            field org.jnvm.testing.Person age Ljava.lang.Long; 24
            field org.jnvm.testing.Person rate Ljava.lang.Double; 32
            field org.jnvm.testing.Person count Vjava.lang.Integer; 40
            field org.jnvm.testing.Person mood Eorg.jnvm.testing.Person$Mood; 48""", Person::new);

    /** Makes a person with a name. */
    public Person(String name) {
        Allocation.allocate(this);
        setName(name);
    }

    private Person(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }

    public String name() {
        return FieldAccess.getString(this, NAME);
    }

    public void setName(String value) {
        FieldAccess.setString(this, NAME, value);
    }

    public void replaceName(String value) {
        FieldAccess.replaceString(this, NAME, value);
    }

    public String alias() {
        return FieldAccess.getString(this, ALIAS);
    }

    public void setAlias(String value) {
        FieldAccess.setString(this, ALIAS, value);
    }

    public void replaceAlias(String value) {
        FieldAccess.replaceString(this, ALIAS, value);
    }

    public Long age() {
        return FieldAccess.getLong(this, AGE);
    }

    public void setAge(Long value) {
        FieldAccess.setLong(this, AGE, value);
    }

    public Double rate() {
        return FieldAccess.getDouble(this, RATE);
    }

    public void setRate(Double value) {
        FieldAccess.setDouble(this, RATE, value);
    }

    public Integer count() {
        return Boxes.toInteger(getLong(COUNT));
    }

    public void setCount(Integer value) {
        putLong(COUNT, Boxes.word(value));
    }

    public Mood mood() {
        return FieldAccess.enumConstant(this, at(MOOD).getInt(pointer(MOOD), MOOD), Mood.class);
    }

    public void setMood(Mood value) {
        at(MOOD).putInt(pointer(MOOD), MOOD, FieldAccess.enumWord(this, value));
    }

    /** Returns the reference word of the name. */
    public long nameWord() {
        return getLong(NAME);
    }

    /** Stores a reference word where the name is. */
    public void setNameWord(long word) {
        putLong(NAME, word);
    }

    /** Stores a number where the mood is. */
    public void setMoodWord(int word) {
        at(MOOD).putInt(pointer(MOOD), MOOD, word);
    }

    /** Makes what was written to a field durable. */
    public void persist(int off) {
        if (off == COUNT) {
            Durability.pwb(this, off);
        } else {
            Durability.pwbValue(this, off);
        }
        Durability.psync(this);
    }

    /** Makes what was written to the mood durable. */
    public void persistMood() {
        Durability.pwb(this, MOOD);
        Durability.psync(this);
    }

    /** Returns all values. */
    public String all() {
        return name() + "," + alias() + "," + age() + "," + rate() + "," + count() + "," + mood();
    }
}
