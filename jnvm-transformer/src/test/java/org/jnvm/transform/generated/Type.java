package org.jnvm.transform.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A type of generated code.
 *
 * @param name as the source has it
 * @param kind what it is
 * @param of the class, for references
 * @param arguments type arguments, for collections
 */
record Type(String name, Kind kind, ClassModel of, List<Type> arguments) {
    enum Kind {
        BOOLEAN,
        INTEGRAL,
        FLOATING,
        BOX,
        STRING,
        ENUM,
        /** Other values of Java. */
        VALUE,
        /** A supertype of values. */
        OPEN,
        REFERENCE,
        COLLECTION,
        /** Object, for all that a field can have. */
        ANY
    }

    static final Type BOOLEAN = new Type("boolean", Kind.BOOLEAN);
    static final Type INT = new Type("int", Kind.INTEGRAL);
    static final Type LONG = new Type("long", Kind.INTEGRAL);
    static final Type STRING = new Type("String", Kind.STRING);
    static final Type ENUM = new Type("Mode", Kind.ENUM);
    static final Type ANY = new Type("Object", Kind.ANY);

    private static final List<String> BOXES =
            List.of("Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double");

    /** All but references and collections. */
    static final List<Type> VALUES = values();

    Type(String name, Kind kind) {
        this(name, kind, null, List.of());
    }

    private static List<Type> values() {
        List<Type> types = new ArrayList<>(List.of(BOOLEAN, INT, INT, LONG, LONG, STRING, STRING, ENUM));
        Stream.of("byte", "short", "char")
                .map(name -> new Type(name, Kind.INTEGRAL))
                .forEach(types::add);
        Stream.of("float", "double").map(name -> new Type(name, Kind.FLOATING)).forEach(types::add);
        BOXES.stream().map(name -> new Type(name, Kind.BOX)).forEach(types::add);
        Snippets.VALUE_TYPES.stream().map(name -> new Type(name, Kind.VALUE)).forEach(types::add);
        Snippets.OPEN_TYPES.stream().map(name -> new Type(name, Kind.OPEN)).forEach(types::add);
        return List.copyOf(types);
    }

    static Type of(ClassModel model) {
        return new Type(model.name, Kind.REFERENCE, model, List.of());
    }

    /** Returns the type of values that has a name. */
    static Type value(String name) {
        return VALUES.stream().filter(t -> t.name.equals(name)).findFirst().orElseThrow();
    }

    /** Returns the type of collections of a class, with some type arguments. */
    static Type collection(String name, Type... arguments) {
        List<Type> all = List.of(arguments);
        String names = String.join(", ", all.stream().map(Type::name).toList());
        return new Type(name + "<" + names + ">", Kind.COLLECTION, null, all);
    }

    boolean isNumeric() {
        return kind == Kind.INTEGRAL || kind == Kind.FLOATING;
    }

    boolean isPrimitive() {
        return isNumeric() || kind == Kind.BOOLEAN;
    }

    /** Tells whether what is assigned to a field of the type may be converted, so that the field gets something else. */
    boolean isConverted() {
        return kind == Kind.COLLECTION || kind == Kind.ANY;
    }

    /** Returns the name without type arguments. */
    String base() {
        int end = name.indexOf('<');
        return end < 0 ? name : name.substring(0, end);
    }

    /** Returns the primitive type in a box. */
    Type unboxed() {
        String primitive = switch (name) {
            case "Integer" -> "int";
            case "Character" -> "char";
            default -> name.toLowerCase(Locale.ROOT);
        };
        return value(primitive);
    }

    /** Returns the name of the type of references to such values. */
    String boxed() {
        return switch (name) {
            case "int" -> "Integer";
            case "char" -> "Character";
            default -> isPrimitive() ? name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) : name;
        };
    }

    /** The name and the kind tell all: types are compared at each step of the generator. */
    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof Type type && kind == type.kind && name.equals(type.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
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
