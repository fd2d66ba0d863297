package org.jnvm.transform.generated;

import java.util.List;

/**
 * A type of generated code.
 *
 * @param name as the source has it
 * @param kind what it is
 * @param of the class, for references
 */
record Type(String name, Kind kind, ClassModel of) {
    enum Kind {
        BOOLEAN,
        INTEGRAL,
        FLOATING,
        BOX,
        STRING,
        ENUM,
        REFERENCE
    }

    static final Type BOOLEAN = new Type("boolean", Kind.BOOLEAN, null);
    static final Type INT = new Type("int", Kind.INTEGRAL, null);
    static final Type LONG = new Type("long", Kind.INTEGRAL, null);
    static final Type STRING = new Type("String", Kind.STRING, null);
    static final Type ENUM = new Type("Mode", Kind.ENUM, null);

    /** All but references. */
    static final List<Type> VALUES = List.of(
            BOOLEAN,
            new Type("byte", Kind.INTEGRAL, null),
            new Type("short", Kind.INTEGRAL, null),
            new Type("char", Kind.INTEGRAL, null),
            INT,
            INT,
            LONG,
            LONG,
            new Type("float", Kind.FLOATING, null),
            new Type("double", Kind.FLOATING, null),
            new Type("Boolean", Kind.BOX, null),
            new Type("Byte", Kind.BOX, null),
            new Type("Character", Kind.BOX, null),
            new Type("Integer", Kind.BOX, null),
            new Type("Long", Kind.BOX, null),
            new Type("Double", Kind.BOX, null),
            STRING,
            STRING,
            ENUM);

    static Type of(ClassModel model) {
        return new Type(model.name, Kind.REFERENCE, model);
    }

    boolean isNumeric() {
        return kind == Kind.INTEGRAL || kind == Kind.FLOATING;
    }

    /** Returns the primitive type in a box. */
    Type unboxed() {
        String primitive = switch (name) {
            case "Integer" -> "int";
            case "Character" -> "char";
            default -> name.toLowerCase(java.util.Locale.ROOT);
        };
        return VALUES.stream().filter(t -> t.name.equals(primitive)).findFirst().orElseThrow();
    }

    /** Returns an expression for the value that a field of the type has at first. */
    String zero() {
        return switch (kind) {
            case BOOLEAN -> "false";
            case INTEGRAL, FLOATING -> "(" + name + ") 0";
            default -> "(" + name + ") null";
        };
    }
}
