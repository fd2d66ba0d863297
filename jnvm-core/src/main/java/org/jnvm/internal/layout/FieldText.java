package org.jnvm.internal.layout;

/** The text form of a value that a field gets in objects which were written before it was there. */
public final class FieldText {
    private FieldText() {}

    /**
     * Reads a value.
     *
     * @param type the field's type in a class layout
     * @param text the text
     * @return the value, boxed; of an enum the name of the constant
     * @throws IllegalArgumentException if the type has no such value
     */
    public static Object parse(String type, String text) {
        if (type.equals(ValueLayout.STRING_TYPE) || ValueLayout.isEnumType(type)) {
            return text;
        }
        return switch (Widening.kind(type)) {
            case 'Z' -> parseBoolean(text);
            case 'C' -> parseChar(text);
            case 'B' -> Byte.decode(text);
            case 'S' -> Short.decode(text);
            case 'I' -> Integer.decode(text);
            case 'J' -> Long.decode(text);
            case 'F' -> Float.valueOf(text);
            case 'D' -> Double.valueOf(text);
            default -> throw new IllegalArgumentException("no type of values: type=" + type);
        };
    }

    private static Boolean parseBoolean(String text) {
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        throw new IllegalArgumentException("neither true nor false: text=" + text);
    }

    private static Character parseChar(String text) {
        if (text.length() == 1) {
            return text.charAt(0);
        }
        throw new IllegalArgumentException("not one character: text=" + text);
    }
}
