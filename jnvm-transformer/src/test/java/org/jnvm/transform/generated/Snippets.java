package org.jnvm.transform.generated;

import java.util.List;
import java.util.Map;

/**
 * What generated code does with values of Java: by type, constants, and expressions in which {@code {T}} stands for another expression of
 * type T. All of them end in bounded time and space, whatever the values.
 */
final class Snippets {
    /** What generated programs declare for it. */
    static final String DECLARATIONS = """
            enum Mode { A, B, C }
            interface Shape {}
            record Dot(int x, Float y) implements Shape, Comparable<Dot> {
                public int compareTo(Dot other) { return Integer.compare(x, other.x); }
            }
            record Ring(Dot centre, BigDecimal radius, Optional<Mode> mode) implements Shape {
                Ring { radius = radius == null ? BigDecimal.ZERO : radius; }
            }
            record Pair<A, B>(A left, B right) {}
            record Nothing() implements Shape {}
            """;

    static final List<String> VALUE_TYPES = List.of(
            "UUID",
            "Instant",
            "Duration",
            "LocalDate",
            "LocalTime",
            "LocalDateTime",
            "ZonedDateTime",
            "OffsetDateTime",
            "BigInteger",
            "BigDecimal",
            "Optional<Integer>",
            "Optional<Ring>",
            "Dot",
            "Ring",
            "Pair<Number, Instant>",
            "URI");

    static final List<String> OPEN_TYPES = List.of("Object", "Number", "Comparable<?>", "Shape");

    /** Those that {@code compareTo} orders. */
    static final List<String> COMPARABLE = List.of(
            "UUID",
            "Instant",
            "Duration",
            "LocalDate",
            "LocalTime",
            "LocalDateTime",
            "ZonedDateTime",
            "OffsetDateTime",
            "BigInteger",
            "BigDecimal",
            "Dot",
            "URI",
            "Integer",
            "Long",
            "Character",
            "Double",
            "String",
            "Mode");

    /** Types of the program whose fields say that they are values. */
    static final List<String> BY_VALUE = List.of("URI");

    private static final Map<String, List<String>> CONSTANTS = Map.ofEntries(
            Map.entry("UUID", List.of("new UUID(0, 0)", "new UUID(-1, 1)", "new UUID(Long.MIN_VALUE, Long.MAX_VALUE)")),
            Map.entry(
                    "Instant",
                    List.of("Instant.EPOCH", "Instant.MAX", "Instant.MIN", "Instant.ofEpochSecond(-1, 999_999_999)")),
            Map.entry(
                    "Duration",
                    List.of(
                            "Duration.ZERO",
                            "Duration.ofNanos(-1)",
                            "Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)",
                            "Duration.ofSeconds(Long.MIN_VALUE)")),
            Map.entry(
                    "LocalDate",
                    List.of("LocalDate.EPOCH", "LocalDate.MIN", "LocalDate.MAX", "LocalDate.of(2024, 2, 29)")),
            Map.entry(
                    "LocalTime",
                    List.of("LocalTime.MIDNIGHT", "LocalTime.NOON", "LocalTime.MAX", "LocalTime.of(1, 2, 3, 4)")),
            Map.entry(
                    "LocalDateTime",
                    List.of("LocalDateTime.MIN", "LocalDateTime.MAX", "LocalDateTime.of(2024, 2, 29, 1, 2)")),
            Map.entry(
                    "ZonedDateTime",
                    List.of(
                            "Instant.EPOCH.atZone(ZoneOffset.UTC)",
                            "Instant.EPOCH.atZone(ZoneId.of(\"UTC\"))",
                            "Instant.EPOCH.atZone(ZoneId.of(\"GMT+2\"))",
                            "LocalDateTime.of(2021, 10, 31, 2, 30).atZone(ZoneId.of(\"Europe/Berlin\"))",
                            "LocalDateTime.of(2021, 10, 31, 2, 30).atZone(ZoneId.of(\"Europe/Berlin\")).withLaterOffsetAtOverlap()",
                            "LocalDateTime.MIN.atZone(ZoneOffset.MAX)")),
            Map.entry(
                    "OffsetDateTime",
                    List.of(
                            "OffsetDateTime.MIN",
                            "OffsetDateTime.MAX",
                            "Instant.EPOCH.atOffset(ZoneOffset.ofHoursMinutesSeconds(-1, -2, -3))")),
            Map.entry(
                    "BigInteger",
                    List.of(
                            "BigInteger.ZERO",
                            "BigInteger.ONE.negate()",
                            "BigInteger.ONE.shiftLeft(63)",
                            "BigInteger.TEN.pow(40)",
                            "BigInteger.TWO.pow(3000)")),
            Map.entry(
                    "BigDecimal",
                    List.of(
                            "BigDecimal.ZERO",
                            "new BigDecimal(\"0.00\")",
                            "new BigDecimal(\"1.0\")",
                            "new BigDecimal(\"1.00\")",
                            "new BigDecimal(\"-12345678901234567890.123\")",
                            "new BigDecimal(\"1E+20\")")),
            Map.entry("Optional<Integer>", List.of("Optional.<Integer>empty()", "Optional.<Integer>of(7)")),
            Map.entry(
                    "Optional<Ring>",
                    List.of("Optional.<Ring>empty()", "Optional.<Ring>of(new Ring(null, null, Optional.empty()))")),
            Map.entry("Dot", List.of("new Dot(0, null)", "new Dot(-1, 0.5f)", "new Dot(Integer.MAX_VALUE, -0.0f)")),
            Map.entry(
                    "Ring",
                    List.of(
                            "new Ring(null, null, null)",
                            "new Ring(new Dot(1, Float.NaN), BigDecimal.TEN, Optional.of(Mode.C))")),
            Map.entry(
                    "Pair<Number, Instant>",
                    List.of(
                            "new Pair<Number, Instant>(null, null)",
                            "new Pair<Number, Instant>(2.5, Instant.EPOCH)",
                            "new Pair<Number, Instant>(BigInteger.TWO, Instant.MAX)")),
            Map.entry(
                    "URI",
                    List.of("URI.create(\"\")", "URI.create(\"http://jnvm.org/a?b#c\")", "URI.create(\"a%20b\")")),
            Map.entry(
                    "Object",
                    List.of(
                            "\"text\"",
                            "5",
                            "2L",
                            "'c'",
                            "1.5f",
                            "Mode.A",
                            "Optional.of(Mode.B)",
                            "new Dot(2, null)",
                            "new BigDecimal(\"2.50\")",
                            "LocalTime.NOON",
                            "URI.create(\"a\")",
                            "new Pair<Object, Object>(\"l\", new Nothing())")),
            Map.entry(
                    "Number",
                    List.of(
                            "1",
                            "(byte) 2",
                            "(short) 3",
                            "4L",
                            "0.5f",
                            "(-0.0)",
                            "BigInteger.TEN",
                            "new BigDecimal(\"1.10\")")),
            Map.entry(
                    "Comparable<?>",
                    List.of("1", "\"c\"", "Mode.C", "true", "LocalDate.MIN", "new Dot(3, 3f)", "Duration.ZERO")),
            Map.entry("Shape", List.of("new Nothing()", "new Dot(4, 4f)", "new Ring(null, BigDecimal.ONE, null)")));

    private static final Map<String, List<String>> DERIVED = Map.ofEntries(
            Map.entry("UUID", List.of("new UUID({long}, {long})")),
            Map.entry(
                    "Instant",
                    List.of(
                            "{Instant}.plusSeconds({int})",
                            "{Instant}.plusNanos({long})",
                            "Instant.ofEpochMilli({long})",
                            "{ZonedDateTime}.toInstant()",
                            "{OffsetDateTime}.toInstant()",
                            "{Pair<Number, Instant>}.right()")),
            Map.entry(
                    "Duration",
                    List.of(
                            "{Duration}.plusMillis({long})",
                            "{Duration}.negated()",
                            "Duration.ofNanos({long})",
                            "Duration.between({LocalTime}, {LocalTime})")),
            Map.entry(
                    "LocalDate",
                    List.of(
                            "{LocalDate}.plusDays({int})",
                            "{LocalDate}.withDayOfMonth({int} & 31)",
                            "{LocalDateTime}.toLocalDate()",
                            "LocalDate.ofEpochDay({int})")),
            Map.entry(
                    "LocalTime",
                    List.of(
                            "{LocalTime}.plusNanos({long})",
                            "{LocalDateTime}.toLocalTime()",
                            "LocalTime.ofSecondOfDay({int} & 0xFFFF)")),
            Map.entry(
                    "LocalDateTime",
                    List.of(
                            "{LocalDateTime}.plusMinutes({int})",
                            "{LocalDate}.atTime({LocalTime})",
                            "{ZonedDateTime}.toLocalDateTime()",
                            "{OffsetDateTime}.toLocalDateTime()")),
            Map.entry(
                    "ZonedDateTime",
                    List.of(
                            "{ZonedDateTime}.plusHours({int})",
                            "{ZonedDateTime}.withZoneSameInstant(ZoneId.of(\"America/St_Johns\"))",
                            "{Instant}.atZone(ZoneId.of(\"Asia/Kathmandu\"))",
                            "{OffsetDateTime}.toZonedDateTime()")),
            Map.entry(
                    "OffsetDateTime",
                    List.of(
                            "{OffsetDateTime}.plusSeconds({long})",
                            "{ZonedDateTime}.toOffsetDateTime()",
                            "{Instant}.atOffset(ZoneOffset.ofTotalSeconds({int} & 0x7FFF))")),
            Map.entry(
                    "BigInteger",
                    List.of(
                            "World.cut({BigInteger}.multiply({BigInteger}))",
                            "World.cut({BigInteger}.add({BigInteger}))",
                            "{BigInteger}.negate()",
                            "BigInteger.valueOf({long})",
                            "World.cut({BigDecimal}).toBigInteger()")),
            Map.entry(
                    "BigDecimal",
                    List.of(
                            "World.cut({BigDecimal}.multiply({BigDecimal}))",
                            "World.cut({BigDecimal}.subtract({BigDecimal}))",
                            "BigDecimal.valueOf({long}, {int} & 15)",
                            "{BigDecimal}.stripTrailingZeros()",
                            "{Ring}.radius()")),
            Map.entry(
                    "Optional<Integer>",
                    List.of("Optional.<Integer>ofNullable({Integer})", "{Optional<Integer>}.map(each -> each + 1)")),
            Map.entry(
                    "Optional<Ring>",
                    List.of(
                            "Optional.<Ring>ofNullable({Ring})",
                            "{Optional<Ring>}.filter(each -> each.centre() != null)")),
            Map.entry("Dot", List.of("new Dot({int}, {Float})", "{Ring}.centre()")),
            Map.entry(
                    "Ring",
                    List.of(
                            "new Ring({Dot}, {BigDecimal}, Optional.<Mode>ofNullable({Mode}))",
                            "{Optional<Ring>}.get()")),
            Map.entry(
                    "Pair<Number, Instant>",
                    List.of(
                            "new Pair<Number, Instant>({Number}, {Instant})",
                            "new Pair<Number, Instant>({Long}, null)")),
            Map.entry("URI", List.of("{URI}.resolve({URI})", "URI.create(\"a\" + {byte})")),
            Map.entry(
                    "Object",
                    List.of(
                            "{Comparable<?>}",
                            "{Number}",
                            "{Shape}",
                            "{Mode}",
                            "{Duration}",
                            "{Optional<Ring>}",
                            "{String}",
                            "new Pair<Object, Object>({Object}, {Instant})")),
            Map.entry(
                    "Number",
                    List.of("{Integer}", "{Double}", "{BigDecimal}", "{Pair<Number, Instant>}.left()", "{Byte}")),
            Map.entry(
                    "Comparable<?>",
                    List.of("{Integer}", "{Mode}", "{UUID}", "{BigInteger}", "{String}", "{OffsetDateTime}")),
            Map.entry("Shape", List.of("{Dot}", "{Ring}")),
            Map.entry(
                    "int",
                    List.of(
                            "{LocalDate}.getDayOfYear()",
                            "{UUID}.hashCode()",
                            "{BigInteger}.signum()",
                            "{BigDecimal}.hashCode()",
                            "{ZonedDateTime}.hashCode()",
                            "{Dot}.hashCode()",
                            "{Dot}.x()",
                            "{Pair<Number, Instant>}.hashCode()",
                            "{Optional<Integer>}.orElse({int})",
                            "{Number}.intValue()",
                            "{Mode}.ordinal()",
                            "{Comparable}.compareTo({Same})",
                            "(switch ({Mode}) { case A -> {int}; case B, C -> 2; })",
                            "{Short}",
                            "{Character}.hashCode()")),
            Map.entry(
                    "long",
                    List.of(
                            "{UUID}.getLeastSignificantBits()",
                            "{Duration}.getSeconds()",
                            "{Instant}.getEpochSecond()",
                            "{Float}.hashCode()")),
            Map.entry("double", List.of("{BigDecimal}.doubleValue()", "{Number}.doubleValue()", "{Float}")),
            Map.entry(
                    "boolean",
                    List.of(
                            "{Comparable}.equals({Same})",
                            "{Object}.equals({Object})",
                            "Objects.equals({Shape}, {Shape})",
                            "{Optional<Ring>}.isPresent()",
                            "{Ring}.equals({Ring})",
                            "{Object} instanceof Number",
                            "{Comparable<?>} instanceof Mode",
                            "{Shape} instanceof Dot && {boolean}",
                            "{Instant}.isBefore({Instant})",
                            "{Boolean}",
                            "({Mode} == Mode.B)",
                            "((Object) {Mode} == {Object})",
                            "({Object} == null)")),
            Map.entry(
                    "String",
                    List.of(
                            "World.cut({Object}.toString())",
                            "World.cut({String} + {Shape} + {Comparable<?>})",
                            "World.cut(String.valueOf({Number}) + {Mode} + {Optional<Integer>} + {char})",
                            "{UUID}.toString()",
                            "World.cut({URI} + \"/\" + {ZonedDateTime})",
                            "(switch ({Mode}) { case A -> \"is a\"; default -> {String}; })")),
            Map.entry("Mode", List.of("{Optional<Ring>}.get().mode().get()", "Mode.valueOf({Mode}.name())")),
            Map.entry("Integer", List.of("{Optional<Integer>}.get()", "{Optional<Integer>}.orElse(null)")),
            Map.entry("Float", List.of("{Dot}.y()")));

    private Snippets() {}

    /** Returns constants of a type of values. */
    static List<String> constants(Type type) {
        return CONSTANTS.get(type.name());
    }

    /** Returns expressions of a type; none if there are no special ones. */
    static List<String> derived(Type type) {
        return DERIVED.getOrDefault(type.name(), List.of());
    }
}
