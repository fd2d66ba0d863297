package org.jnvm.pfa;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Boxes;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A persistent class as the transformer would make it, with each kind of value that a field can own. */
final class Person extends AbstractProxy {
    enum Mood {
        GOOD,
        BAD,
        UNKNOWN
    }

    static final int NAME = 8;
    static final int ALIAS = 16;
    static final int AGE = 24;
    static final int COUNT = 32;
    static final int MOOD = 40;
    private static final ClassDescriptor CLASS = ClassDescriptor.register(Person.class, """
            class org.jnvm.pfa.Person
            version 1
            extends -
            bytes 44
            field org.jnvm.pfa.Person name Ljava.lang.String; 8
            field org.jnvm.pfa.Person alias Ljava.lang.String; 16
            field org.jnvm.pfa.Person age Ljava.lang.Long; 24
            field org.jnvm.pfa.Person count Vjava.lang.Integer; 32
            field org.jnvm.pfa.Person mood Eorg.jnvm.pfa.Person$Mood; 40""", Person::new);

    Person(String name) {
        Allocation.allocate(this);
        setName(name);
    }

    private Person(Region region, long ref, long[] blocks) {
        super(region, ref);
    }

    String name() {
        return FieldAccess.getString(this, NAME);
    }

    void setName(String value) {
        FieldAccess.setString(this, NAME, value);
    }

    void replaceName(String value) {
        FieldAccess.replaceString(this, NAME, value);
    }

    String alias() {
        return FieldAccess.getString(this, ALIAS);
    }

    void setAlias(String value) {
        FieldAccess.setString(this, ALIAS, value);
    }

    void replaceAlias(String value) {
        FieldAccess.replaceString(this, ALIAS, value);
    }

    Long age() {
        return FieldAccess.getLong(this, AGE);
    }

    void setAge(Long value) {
        FieldAccess.setLong(this, AGE, value);
    }

    Integer count() {
        return Boxes.toInteger(region.getLong(place, COUNT));
    }

    void setCount(Integer value) {
        region.putLong(place, COUNT, Boxes.word(value));
    }

    Mood mood() {
        return FieldAccess.enumConstant(this, region.getInt(place, MOOD), Mood.class);
    }

    void setMood(Mood value) {
        region.putInt(place, MOOD, FieldAccess.enumWord(this, value));
    }

    /** Makes what was written to a field durable. */
    void persist(int off) {
        if (off == COUNT) {
            Durability.pwb(this, off);
        } else {
            Durability.pwbValue(this, off);
        }
        Durability.psync(this);
    }

    /** Makes what was written to the mood durable. */
    void persistMood() {
        Durability.pwb(this, MOOD);
        Durability.psync(this);
    }

    String all() {
        return name() + "," + alias() + "," + age() + "," + count() + "," + mood();
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
