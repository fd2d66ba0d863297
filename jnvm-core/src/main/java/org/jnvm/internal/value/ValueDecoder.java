package org.jnvm.internal.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jnvm.internal.layout.ValueCode;
import org.jspecify.annotations.Nullable;

/** Reads values of their bytes; see {@link ValueCode}. Safe for use by several threads. */
public final class ValueDecoder {
    private static final int MOST_COMPONENTS = 255;

    private final ValueNames names;
    private final ValueForms forms;
    /** The components of record forms, by their number. */
    private final ConcurrentMap<Integer, String[]> components = new ConcurrentHashMap<>();

    /**
     * Makes a decoder.
     *
     * @param names the table of names of the heap
     * @param forms makes what is of the program's classes
     */
    public ValueDecoder(ValueNames names, ValueForms forms) {
        this.names = names;
        this.forms = forms;
    }

    /**
     * Reads a value.
     *
     * @param bytes all of it, and no more
     * @return the value, not null
     * @throws MalformedValueException if the bytes are none
     */
    public Object decode(byte[] bytes) {
        ValueReader in = new ValueReader(bytes);
        try {
            Object value = read(in, 0);
            if (value == null || !in.isAtEnd()) {
                throw new MalformedValueException(value == null ? "null" : "more bytes than its value has");
            }
            return value;
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw new MalformedValueException(e);
        }
    }

    private @Nullable Object read(ValueReader in, int level) {
        if (level > ValueCode.MOST_LEVELS) {
            throw new MalformedValueException("more than " + ValueCode.MOST_LEVELS + " values in each other");
        }
        int code = in.readByte();
        return switch (code) {
            case ValueCode.NULL -> null;
            case ValueCode.BOOLEAN -> in.readByte() != 0;
            case ValueCode.BYTE -> (byte) in.readByte();
            case ValueCode.SHORT -> (short) in.readSigned();
            case ValueCode.CHARACTER -> (char) in.readNumber();
            case ValueCode.INTEGER -> (int) in.readSigned();
            case ValueCode.LONG -> in.readSigned();
            case ValueCode.FLOAT -> Float.intBitsToFloat(in.readInt());
            case ValueCode.DOUBLE -> Double.longBitsToDouble(in.readLong());
            case ValueCode.STRING -> in.readText();
            case ValueCode.ENUM -> readConstant(in.readInt());
            case ValueCode.UUID -> new UUID(in.readLong(), in.readLong());
            case ValueCode.INSTANT -> Instant.ofEpochSecond(in.readSigned(), in.readNumber());
            case ValueCode.DURATION -> Duration.ofSeconds(in.readSigned(), in.readNumber());
            case ValueCode.LOCAL_DATE -> readDate(in);
            case ValueCode.LOCAL_TIME -> readTime(in);
            case ValueCode.LOCAL_DATE_TIME -> readDateTime(in);
            case ValueCode.ZONED_DATE_TIME -> readZoned(in);
            case ValueCode.OFFSET_DATE_TIME -> OffsetDateTime.of(readDateTime(in), readOffset(in));
            case ValueCode.BIG_INTEGER -> new BigInteger(in.readBytes());
            case ValueCode.BIG_DECIMAL -> readDecimal(in);
            case ValueCode.OPTIONAL -> Optional.ofNullable(read(in, level + 1));
            case ValueCode.RECORD -> readRecord(in, level);
            case ValueCode.OTHER -> readOther(in);
            default -> throw new MalformedValueException("unknown code=" + code);
        };
    }

    private static LocalDate readDate(ValueReader in) {
        return LocalDate.ofEpochDay(in.readSigned());
    }

    private static LocalTime readTime(ValueReader in) {
        return LocalTime.ofNanoOfDay(in.readNumber());
    }

    private static LocalDateTime readDateTime(ValueReader in) {
        return LocalDateTime.of(readDate(in), readTime(in));
    }

    private static ZoneOffset readOffset(ValueReader in) {
        return ZoneOffset.ofTotalSeconds((int) in.readSigned());
    }

    private static ZonedDateTime readZoned(ValueReader in) {
        LocalDateTime time = readDateTime(in);
        ZoneOffset offset = readOffset(in);
        return ZonedDateTime.ofLocal(time, ZoneId.of(in.readText()), offset);
    }

    private static BigDecimal readDecimal(ValueReader in) {
        int scale = (int) in.readSigned();
        return new BigDecimal(new BigInteger(in.readBytes()), scale);
    }

    private String className(int number) {
        String name = names.className(number);
        if (name == null) {
            throw new MalformedValueException("number that the table of names has not: " + number);
        }
        return name;
    }

    private Object readConstant(int number) {
        return forms.constant(number, className(number), names.form(number));
    }

    private Object readRecord(ValueReader in, int level) {
        int number = in.readInt();
        String className = className(number);
        String[] form = components.get(number);
        if (form == null) {
            form = RecordForm.components(names.form(number));
            if (form == null || form.length > MOST_COMPONENTS) {
                throw new MalformedValueException("no form of a record: " + className + " " + names.form(number));
            }
            components.put(number, form);
        }
        Object[] values = new Object[form.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = read(in, level + 1);
        }
        return forms.record(number, className, form, values);
    }

    private Object readOther(ValueReader in) {
        int number = in.readInt();
        String className = className(number);
        int version = RecordForm.version(names.form(number));
        if (version < 0) {
            throw new MalformedValueException("no form of a value: " + className + " " + names.form(number));
        }
        return forms.other(className, version, in.readBytes());
    }
}
