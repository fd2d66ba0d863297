package org.jnvm.pdt;

/** A volatile class with a counterpart, {@link PPerson}, to which it can be equal. */
class Person implements Convertible<PPerson> {
    final String name;
    Person friend;
    Object things;

    Person(String name) {
        this.name = name;
    }

    @Override
    public PPerson toPersistent() {
        return new PPerson(name);
    }

    @Override
    public void fill(PPerson made, Conversion conversion) {
        made.setFriend(conversion.convert("friend", friend));
        made.setThings(conversion.convert("things", things));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Person that && name.equals(that.name)
                || other instanceof PPerson counterpart && counterpart.name().contentEquals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }
}
