package org.jnvm.internal.layout;

import java.util.Map;

/**
 * Which numbers can become which without losing anything, and how. It makes no difference whether a type is primitive or a
 * box, but that a primitive cannot be null. So {@code long} to {@code double} and {@code int} to {@code float} are none.
 */
public final class Widening {
    private static final Map<String, Character> BOXES = Map.of(
            "Vjava.lang.Boolean;",
            'Z',
            "Vjava.lang.Byte;",
            'B',
            "Vjava.lang.Short;",
            'S',
            "Vjava.lang.Character;",
            'C',
            "Vjava.lang.Integer;",
            'I',
            "Vjava.lang.Float;",
            'F',
            ValueLayout.LONG_TYPE,
            'J',
            ValueLayout.DOUBLE_TYPE,
            'D');

    private static final Map<Character, String> WIDER =
            Map.of('Z', "", 'B', "SIJFD", 'S', "IJFD", 'C', "IJFD", 'I', "JD", 'J', "", 'F', "D", 'D', "");

    private Widening() {}

    /**
     * Returns what a field of a type holds, primitive or boxed.
     *
     * @param type a type of a class layout
     * @return the descriptor of the primitive type; 0 of a type that is no primitive and no box
     */
    public static char kind(String type) {
        return type.length() == 1 ? type.charAt(0) : BOXES.getOrDefault(type, (char) 0);
    }

    /** Tells whether a value of one type, other than null, is one of another type, too. */
    static boolean isPossible(String from, String to) {
        char narrow = kind(from);
        char wide = kind(to);
        return narrow != 0 && wide != 0 && (narrow == wide || WIDER.get(narrow).indexOf(wide) >= 0);
    }

    /**
     * Widens a value.
     *
     * @param value a box, other than null
     * @param type a type that is {@linkplain #isPossible possible}
     * @return the box of the type
     */
    public static Object widen(Object value, String type) {
        if (value instanceof Boolean) {
            return value;
        }
        if (value instanceof Character character) {
            return kind(type) == 'C' ? character : widen((Integer) (int) character, type);
        }
        Number number = (Number) value;
        return switch (kind(type)) {
            case 'B' -> number.byteValue();
            case 'S' -> number.shortValue();
            case 'I' -> number.intValue();
            case 'J' -> number.longValue();
            case 'F' -> number.floatValue();
            default -> number.doubleValue();
        };
    }
}
