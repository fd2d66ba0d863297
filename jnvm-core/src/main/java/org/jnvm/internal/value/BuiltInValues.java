package org.jnvm.internal.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.UUID;
import org.jnvm.internal.layout.ValueCode;

/** Writes values of the JDK that hold no others; see {@link ValueCode}. */
final class BuiltInValues {
    private BuiltInValues() {}

    /** Writes what follows the code of a value. */
    static void write(ValueWriter out, int code, Object value) {
        switch (code) {
            case ValueCode.BOOLEAN -> out.writeByte((Boolean) value ? 1 : 0);
            case ValueCode.BYTE -> out.writeByte((Byte) value);
            case ValueCode.CHARACTER -> out.writeNumber((Character) value);
            case ValueCode.SHORT, ValueCode.INTEGER, ValueCode.LONG -> out.writeSigned(((Number) value).longValue());
            case ValueCode.FLOAT -> out.writeInt(Float.floatToIntBits((Float) value));
            case ValueCode.DOUBLE -> out.writeLong(Double.doubleToLongBits((Double) value));
            case ValueCode.STRING -> out.writeText((String) value);
            case ValueCode.UUID -> {
                out.writeLong(((UUID) value).getMostSignificantBits());
                out.writeLong(((UUID) value).getLeastSignificantBits());
            }
            case ValueCode.INSTANT -> {
                out.writeSigned(((Instant) value).getEpochSecond());
                out.writeNumber(((Instant) value).getNano());
            }
            case ValueCode.DURATION -> {
                out.writeSigned(((Duration) value).getSeconds());
                out.writeNumber(((Duration) value).getNano());
            }
            case ValueCode.LOCAL_DATE -> out.writeSigned(((LocalDate) value).toEpochDay());
            case ValueCode.LOCAL_TIME -> out.writeNumber(((LocalTime) value).toNanoOfDay());
            case ValueCode.LOCAL_DATE_TIME -> writeDateTime(out, (LocalDateTime) value);
            case ValueCode.ZONED_DATE_TIME -> {
                ZonedDateTime time = (ZonedDateTime) value;
                writeDateTime(out, time.toLocalDateTime());
                out.writeSigned(time.getOffset().getTotalSeconds());
                out.writeText(time.getZone().getId());
            }
            case ValueCode.OFFSET_DATE_TIME -> {
                writeDateTime(out, ((OffsetDateTime) value).toLocalDateTime());
                out.writeSigned(((OffsetDateTime) value).getOffset().getTotalSeconds());
            }
            case ValueCode.BIG_INTEGER -> out.writeBytes(((BigInteger) value).toByteArray());
            case ValueCode.BIG_DECIMAL -> {
                out.writeSigned(((BigDecimal) value).scale());
                out.writeBytes(((BigDecimal) value).unscaledValue().toByteArray());
            }
            default -> throw new AssertionError(code);
        }
    }

    private static void writeDateTime(ValueWriter out, LocalDateTime time) {
        out.writeSigned(time.toLocalDate().toEpochDay());
        out.writeNumber(time.toLocalTime().toNanoOfDay());
    }
}
