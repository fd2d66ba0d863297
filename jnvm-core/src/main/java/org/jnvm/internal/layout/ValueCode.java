package org.jnvm.internal.layout;

import java.util.Map;

/**
 * How values that references own are written: a code byte and what follows it. A value says by itself what it is, so that it can
 * be read without the class of its field, and of its type.
 *
 * <pre>
 * code                     what follows
 *  0  null                 nothing; only inside of others
 *  1  Boolean              1 byte, 0 or 1
 *  2  Byte                 1 byte
 *  3  Short                a signed number
 *  4  Character            a number
 *  5  Integer              a signed number
 *  6  Long                 a signed number
 *  7  Float                4 bytes: its bits
 *  8  Double               8 bytes: its bits
 *  9  String               a text; only inside of others, as a string that a reference owns is an object of class 8
 * 10  enum                 4 bytes: the number of the constant in the table of names
 * 11  UUID                 16 bytes: the high long, the low one
 * 12  Instant              a signed number, the seconds since 1970; a number, the nanoseconds
 * 13  Duration             the same
 * 14  LocalDate            a signed number: the days since 1970
 * 15  LocalTime            a number: the nanoseconds of the day
 * 16  LocalDateTime        as a LocalDate and a LocalTime
 * 17  ZonedDateTime        as a LocalDateTime; a signed number, the seconds of the offset; a text, the zone
 * 18  OffsetDateTime       as a LocalDateTime; a signed number, the seconds of the offset
 * 19  BigInteger           bytes: those of its toByteArray()
 * 20  BigDecimal           a signed number, the scale; bytes, the unscaled value
 * 21  Optional             the value, or null
 * 22  record               4 bytes, the number of its form in the table of names; the values of its components in the order of the form
 * 23  other value type     4 bytes, the number of its name and version in the table of names; bytes
 * </pre>
 *
 * <p>A number is written seven bits a byte, the lowest first; the highest bit says that another byte follows. A signed number
 * <i>n</i> is written as the number 2<i>n</i>, or −2<i>n</i>−1 if it is negative. Bytes are their number and these. A text is a number and
 * that many bytes: twice their number, in UTF-8; one more than that where UTF-8 cannot hold it, in UTF-16, low byte first. Other
 * words are low byte first.
 */
public final class ValueCode {
    public static final int NULL = 0;
    public static final int BOOLEAN = 1;
    public static final int BYTE = 2;
    public static final int SHORT = 3;
    public static final int CHARACTER = 4;
    public static final int INTEGER = 5;
    public static final int LONG = 6;
    public static final int FLOAT = 7;
    public static final int DOUBLE = 8;
    public static final int STRING = 9;
    public static final int ENUM = 10;
    public static final int UUID = 11;
    public static final int INSTANT = 12;
    public static final int DURATION = 13;
    public static final int LOCAL_DATE = 14;
    public static final int LOCAL_TIME = 15;
    public static final int LOCAL_DATE_TIME = 16;
    public static final int ZONED_DATE_TIME = 17;
    public static final int OFFSET_DATE_TIME = 18;
    public static final int BIG_INTEGER = 19;
    public static final int BIG_DECIMAL = 20;
    public static final int OPTIONAL = 21;
    public static final int RECORD = 22;
    public static final int OTHER = 23;

    /** How deep values may lie in others. */
    public static final int MOST_LEVELS = 64;

    private static final Map<String, Integer> CODES = Map.ofEntries(
            Map.entry("java.lang.Boolean", BOOLEAN),
            Map.entry("java.lang.Byte", BYTE),
            Map.entry("java.lang.Short", SHORT),
            Map.entry("java.lang.Character", CHARACTER),
            Map.entry("java.lang.Integer", INTEGER),
            Map.entry("java.lang.Long", LONG),
            Map.entry("java.lang.Float", FLOAT),
            Map.entry("java.lang.Double", DOUBLE),
            Map.entry("java.lang.String", STRING),
            Map.entry("java.util.UUID", UUID),
            Map.entry("java.time.Instant", INSTANT),
            Map.entry("java.time.Duration", DURATION),
            Map.entry("java.time.LocalDate", LOCAL_DATE),
            Map.entry("java.time.LocalTime", LOCAL_TIME),
            Map.entry("java.time.LocalDateTime", LOCAL_DATE_TIME),
            Map.entry("java.time.ZonedDateTime", ZONED_DATE_TIME),
            Map.entry("java.time.OffsetDateTime", OFFSET_DATE_TIME),
            Map.entry("java.math.BigInteger", BIG_INTEGER),
            Map.entry("java.math.BigDecimal", BIG_DECIMAL),
            Map.entry("java.util.Optional", OPTIONAL));

    private ValueCode() {}

    /**
     * Returns the code of values of a class of the JDK.
     *
     * @param className its binary name
     * @return the code, {@link #NULL} if its objects are no values
     */
    public static int of(String className) {
        return CODES.getOrDefault(className, NULL);
    }
}
