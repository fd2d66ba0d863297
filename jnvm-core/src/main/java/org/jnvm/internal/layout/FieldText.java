package org.jnvm.internal.layout;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.UUID;

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
        Object value = parseValue(type.substring(1), text);
        if (value != null) {
            return value;
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

    /** Returns a value of a class of the JDK, null if the class is none that a text can say. */
    private static Object parseValue(String name, String text) {
        try {
            return switch (name) {
                case "java.time.LocalDate;" -> LocalDate.parse(text);
                case "java.time.LocalTime;" -> LocalTime.parse(text);
                case "java.time.LocalDateTime;" -> LocalDateTime.parse(text);
                case "java.time.ZonedDateTime;" -> ZonedDateTime.parse(text);
                case "java.time.OffsetDateTime;" -> OffsetDateTime.parse(text);
                case "java.time.Instant;" -> Instant.parse(text);
                case "java.time.Duration;" -> Duration.parse(text);
                case "java.math.BigInteger;" -> new BigInteger(text);
                case "java.math.BigDecimal;" -> new BigDecimal(text);
                case "java.util.UUID;" -> UUID.fromString(text);
                default -> null;
            };
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
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
