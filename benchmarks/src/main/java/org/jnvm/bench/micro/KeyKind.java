package org.jnvm.bench.micro;

import java.time.LocalDate;
import java.time.temporal.ChronoField;
import java.util.UUID;
import java.util.function.IntFunction;
import org.jnvm.pdt.PString;

/** Kinds of keys. All but the last are values of Java, of which a persistent map keeps a copy. */
public enum KeyKind {
    /** Strings of 23 characters. */
    STRING(KeyKind::text),
    /** {@link Long}. */
    LONG(KeyKind::scattered),
    /** {@link UUID}. */
    UUID(number -> new UUID(scattered(number), number)),
    /** {@link LocalDate}. */
    LOCAL_DATE(number -> LocalDate.ofEpochDay(number)),
    /** {@link Place}, a record of a string and a number. */
    RECORD(number -> new Place("city" + number % 100, number)),
    /** {@link ChronoField}, the largest enum of the JDK that has the same constants in each version. */
    ENUM(number -> ChronoField.values()[number]),
    /** {@link PString}s of 23 characters, objects of the program: what keys were before there were values. */
    P_STRING(number -> new PString(text(number)));

    private final IntFunction<Comparable<?>> key;

    KeyKind(IntFunction<Comparable<?>> key) {
        this.key = key;
    }

    /** Returns how many keys there are, at most as many as are wanted. */
    int count(int wanted) {
        return this == ENUM ? Math.min(wanted, ChronoField.values().length) : wanted;
    }

    /** Makes a key, another object each time unless it is a constant; in the current heap if it is persistent. */
    Comparable<?> make(int number) {
        return key.apply(number);
    }

    /** Returns numbers without an order, no two the same. */
    private static long scattered(int number) {
        return (number + 1) * 0x9E37_79B9_7F4A_7C15L;
    }

    private static String text(int number) {
        String digits = Long.toString(scattered(number) >>> 1); // 19 at most
        return "user" + "0".repeat(19 - digits.length()) + digits;
    }
}
