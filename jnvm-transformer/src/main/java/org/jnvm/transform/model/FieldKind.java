package org.jnvm.transform.model;

import java.util.Map;
import java.util.function.Predicate;
import org.jnvm.transform.asm.Names;
import org.objectweb.asm.Type;

/** How a persistent field keeps its value; see {@code docs/FORMAT.md}, types of fields. */
public enum FieldKind {
    /** A primitive value. */
    PRIMITIVE,
    /** A reference to a persistent object. */
    REFERENCE,
    /** A reference to a string that the field owns. */
    STRING,
    /** A reference to a box that the field owns. */
    LONG,
    /** A reference to a box that the field owns. */
    DOUBLE,
    /** A box of up to 32 bits, as one word. */
    BOX_WORD,
    /** The id of an enum constant. */
    ENUM;

    private static final String BOX_WORD_PREFIX = "V";
    private static final String ENUM_PREFIX = "E";
    private static final Map<String, FieldKind> KINDS = Map.of(
            "Ljava/lang/String;", STRING,
            "Ljava/lang/Long;", LONG,
            "Ljava/lang/Double;", DOUBLE,
            "Ljava/lang/Boolean;", BOX_WORD,
            "Ljava/lang/Byte;", BOX_WORD,
            "Ljava/lang/Short;", BOX_WORD,
            "Ljava/lang/Character;", BOX_WORD,
            "Ljava/lang/Integer;", BOX_WORD,
            "Ljava/lang/Float;", BOX_WORD);

    /** Tells whether fields of a JDK type are kept by value. */
    static boolean isValue(String descriptor) {
        return KINDS.containsKey(descriptor);
    }

    /**
     * Returns the kind of a field.
     *
     * @param descriptor its type
     * @param isEnum tells whether the class with an internal name is an enum
     */
    static FieldKind of(String descriptor, Predicate<String> isEnum) {
        FieldKind kind = KINDS.get(descriptor);
        if (kind != null) {
            return kind;
        }
        if (descriptor.charAt(0) != 'L') {
            return PRIMITIVE;
        }
        return isEnum.test(Type.getType(descriptor).getInternalName()) ? ENUM : REFERENCE;
    }

    /** Returns the kind of a field whose type a class layout has. */
    static FieldKind ofLayoutType(String layoutType) {
        return layoutType.startsWith(ENUM_PREFIX) ? ENUM : of(descriptor(layoutType), name -> false);
    }

    /** Returns the descriptor of a type that a class layout has. */
    static String descriptor(String layoutType) {
        boolean byValue = layoutType.startsWith(BOX_WORD_PREFIX) || layoutType.startsWith(ENUM_PREFIX);
        return Names.internal(byValue ? "L" + layoutType.substring(1) : layoutType);
    }

    /** Returns the type of a field of this kind as class layouts have it. */
    String layoutType(String descriptor) {
        String type = Names.binary(descriptor);
        return switch (this) {
            case BOX_WORD -> BOX_WORD_PREFIX + type.substring(1);
            case ENUM -> ENUM_PREFIX + type.substring(1);
            default -> type;
        };
    }

    /** Tells whether the field refers to a value of its own. */
    public boolean isOwned() {
        return this == STRING || this == LONG || this == DOUBLE;
    }
}
