package org.jnvm.internal.value;

import java.util.function.IntUnaryOperator;
import org.jnvm.internal.layout.ValueCode;

/** Gives values the numbers that another heap has for the names in them: they keep their length. */
public final class ValueNumbers {
    private final ValueNames names;
    private final IntUnaryOperator replacement;

    /**
     * Prepares for values of a heap.
     *
     * @param names the table of names of the heap that they come from
     * @param replacement gives the number of the other heap
     */
    public ValueNumbers(ValueNames names, IntUnaryOperator replacement) {
        this.names = names;
        this.replacement = replacement;
    }

    /**
     * Replaces the numbers in a value.
     *
     * @param bytes all of it
     * @throws MalformedValueException if it is none
     */
    public void replace(byte[] bytes) {
        ValueReader in = new ValueReader(bytes);
        replace(in, 0);
        if (!in.isAtEnd()) {
            throw new MalformedValueException("more bytes than its value has");
        }
    }

    private void replace(ValueReader in, int level) {
        if (level > ValueCode.MOST_LEVELS) {
            throw new MalformedValueException("more than " + ValueCode.MOST_LEVELS + " values in each other");
        }
        int code = in.readByte();
        switch (code) {
            case ValueCode.NULL -> {}
            case ValueCode.BOOLEAN, ValueCode.BYTE -> in.readByte();
            case ValueCode.FLOAT -> in.readInt();
            case ValueCode.DOUBLE -> in.readLong();
            case ValueCode.UUID -> {
                in.readLong();
                in.readLong();
            }
            case ValueCode.SHORT,
                    ValueCode.CHARACTER,
                    ValueCode.INTEGER,
                    ValueCode.LONG,
                    ValueCode.LOCAL_DATE,
                    ValueCode.LOCAL_TIME -> in.readNumber();
            case ValueCode.INSTANT, ValueCode.DURATION, ValueCode.LOCAL_DATE_TIME -> skipNumbers(in, 2);
            case ValueCode.OFFSET_DATE_TIME -> skipNumbers(in, 3);
            case ValueCode.ZONED_DATE_TIME -> {
                skipNumbers(in, 3);
                in.readText();
            }
            case ValueCode.STRING -> in.readText();
            case ValueCode.BIG_INTEGER -> in.readBytes();
            case ValueCode.BIG_DECIMAL -> {
                in.readNumber();
                in.readBytes();
            }
            case ValueCode.OPTIONAL -> replace(in, level + 1);
            case ValueCode.ENUM -> replaceNumber(in);
            case ValueCode.OTHER -> {
                replaceNumber(in);
                in.readBytes();
            }
            case ValueCode.RECORD -> {
                String form = names.form(replaceNumber(in));
                String[] components = form == null ? null : RecordForm.components(form);
                if (components == null) {
                    throw new MalformedValueException("no form of a record: " + form);
                }
                for (int i = 0; i < components.length; i++) {
                    replace(in, level + 1);
                }
            }
            default -> throw new MalformedValueException("unknown code=" + code);
        }
    }

    private static void skipNumbers(ValueReader in, int count) {
        for (int i = 0; i < count; i++) {
            in.readNumber();
        }
    }

    /** Returns the number that was there. */
    private int replaceNumber(ValueReader in) {
        int number = in.readInt();
        if (names.className(number) == null) {
            throw new MalformedValueException("number that the table of names has not: " + number);
        }
        in.replaceInt(replacement.applyAsInt(number));
        return number;
    }
}
