package org.jnvm.transform.model;

import java.util.Map;
import org.jnvm.transform.asm.Names;

/** How a persistent field keeps its value; see {@code docs/FORMAT.md}, types of fields. */
public enum FieldKind {
    /** A primitive value. */
    PRIMITIVE,
    /** A reference to a persistent object. */
    REFERENCE,
    /** A reference to a persistent object, or one that owns a value. */
    OWNER,
    /** A reference to a string that the field owns. */
    STRING,
    /** A reference to a box that the field owns. */
    LONG,
    /** A reference to a box that the field owns. */
    DOUBLE,
    /** A box of up to 32 bits, a date or a time of day, as one word. */
    BOX_WORD,
    /** The id of an enum constant. */
    ENUM;

    private static final String BOX_WORD_PREFIX = "V";
    private static final String ENUM_PREFIX = "E";
    private static final String OWNER_PREFIX = "O";
    private static final Map<String, FieldKind> KINDS = Map.ofEntries(
            Map.entry("Ljava/lang/String;", STRING),
            Map.entry("Ljava/lang/Long;", LONG),
            Map.entry("Ljava/lang/Double;", DOUBLE),
            Map.entry("Ljava/lang/Boolean;", BOX_WORD),
            Map.entry("Ljava/lang/Byte;", BOX_WORD),
            Map.entry("Ljava/lang/Short;", BOX_WORD),
            Map.entry("Ljava/lang/Character;", BOX_WORD),
            Map.entry("Ljava/lang/Integer;", BOX_WORD),
            Map.entry("Ljava/lang/Float;", BOX_WORD),
            Map.entry("Ljava/time/LocalDate;", BOX_WORD),
            Map.entry("Ljava/time/LocalTime;", BOX_WORD));

    /** Returns the kind of a field of a type that is the same in all programs, or null. */
    static FieldKind ofKnown(String descriptor) {
        return descriptor.charAt(0) == 'L' || descriptor.charAt(0) == '[' ? KINDS.get(descriptor) : PRIMITIVE;
    }

    /** Returns the kind of a field whose type a class layout has. */
    static FieldKind ofLayoutType(String layoutType) {
        if (layoutType.startsWith(ENUM_PREFIX)) {
            return ENUM;
        }
        if (layoutType.startsWith(OWNER_PREFIX)) {
            return OWNER;
        }
        FieldKind known = ofKnown(descriptor(layoutType));
        return known == null ? REFERENCE : known;
    }

    /** Returns the descriptor of a type that a class layout has. */
    static String descriptor(String layoutType) {
        boolean byValue = layoutType.startsWith(BOX_WORD_PREFIX)
                || layoutType.startsWith(ENUM_PREFIX)
                || layoutType.startsWith(OWNER_PREFIX);
        return Names.internal(byValue ? "L" + layoutType.substring(1) : layoutType);
    }

    /** Returns the type of a field of this kind as class layouts have it. */
    String layoutType(String descriptor) {
        String type = Names.binary(descriptor);
        return switch (this) {
            case BOX_WORD -> BOX_WORD_PREFIX + type.substring(1);
            case ENUM -> ENUM_PREFIX + type.substring(1);
            case OWNER -> OWNER_PREFIX + type.substring(1);
            default -> type;
        };
    }

    /** Tells whether the field may refer to a value of its own. */
    public boolean mayOwn() {
        return this == STRING || this == LONG || this == DOUBLE || this == OWNER;
    }

    /** Tells whether the field is read and written as a reference to any object. */
    public boolean isReference() {
        return this == REFERENCE || this == OWNER;
    }
}
