package org.jnvm.tools;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jnvm.internal.inspect.ObjectId;
import org.jnvm.internal.value.StoredValue;
import org.jspecify.annotations.Nullable;

/**
 * What fields and collections hold, as JSON that says its type: strings, booleans and {@code Integer}s by themselves, all others as an object whose first
 * name is the type (docs/TOOLS.md).
 */
final class JsonMembers {
    /** The ways to write a class of the JDK as a text. */
    private record Form(String name, Class<?> type, Function<String, Object> parser) {}

    private static final List<Form> FORMS = List.of(
            new Form("byte", Byte.class, Byte::valueOf),
            new Form("short", Short.class, Short::valueOf),
            new Form("char", Character.class, JsonMembers::character),
            new Form("long", Long.class, Long::valueOf),
            new Form("float", Float.class, Float::valueOf),
            new Form("double", Double.class, Double::valueOf),
            new Form("uuid", UUID.class, UUID::fromString),
            new Form("instant", Instant.class, Instant::parse),
            new Form("duration", Duration.class, Duration::parse),
            new Form("localDate", LocalDate.class, LocalDate::parse),
            new Form("localTime", LocalTime.class, LocalTime::parse),
            new Form("localDateTime", LocalDateTime.class, LocalDateTime::parse),
            new Form("zonedDateTime", ZonedDateTime.class, ZonedDateTime::parse),
            new Form("offsetDateTime", OffsetDateTime.class, OffsetDateTime::parse),
            new Form("bigInteger", BigInteger.class, BigInteger::new),
            new Form("bigDecimal", BigDecimal.class, BigDecimal::new));

    private static final Map<Class<?>, Form> BY_CLASS =
            FORMS.stream().collect(Collectors.toMap(Form::type, Function.identity()));
    private static final Map<String, Form> BY_NAME =
            FORMS.stream().collect(Collectors.toMap(Form::name, Function.identity()));

    private JsonMembers() {}

    static char character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException("no character: \"" + text + "\"");
        }
        return text.charAt(0);
    }

    // ---- writing ----

    /** Writes a value, or null. */
    static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof String text) {
            json.writeString(text);
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Integer number) {
            json.writeNumber(number);
        } else {
            json.writeStartObject();
            writeTyped(json, value);
            json.writeEndObject();
        }
    }

    private static void writeTyped(JsonGenerator json, Object value) throws IOException {
        Form form = BY_CLASS.get(value.getClass());
        if (form != null) {
            json.writeFieldName(form.name());
            plain(json, value);
        } else if (value instanceof Optional<?> optional) {
            json.writeFieldName("optional");
            write(json, optional.orElse(null));
        } else if (value instanceof StoredValue.Constant constant) {
            json.writeStringField("enum", constant.className());
            json.writeStringField("name", constant.name());
        } else if (value instanceof StoredValue.OfRecord stored) {
            json.writeStringField("record", stored.className());
            json.writeObjectFieldStart("components");
            for (int i = 0; i < stored.names().size(); i++) {
                json.writeFieldName(stored.names().get(i));
                write(json, stored.values().get(i));
            }
            json.writeEndObject();
        } else if (value instanceof StoredValue.Other other) {
            json.writeStringField("value", other.className());
            json.writeNumberField("version", other.version());
            json.writeStringField("bytes", other.hex());
        } else {
            json.writeStringField("damaged", value.toString());
        }
    }

    /** Writes a value whose type is known to who reads it: numbers and booleans as such, all else as a text. */
    static void plain(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Float number) {
            json.writeNumber(number);
        } else if (value instanceof Double number) {
            json.writeNumber(number);
        } else if (value instanceof Number number && !(value instanceof BigInteger) && !(value instanceof BigDecimal)) {
            json.writeNumber(number.longValue());
        } else {
            json.writeString(value.toString());
        }
    }

    // ---- reading ----

    /**
     * Reads a value, an id of an object, or null; the parser is at its first token, and at its last one afterwards.
     *
     * @throws IllegalArgumentException if it is none
     */
    static @Nullable Object read(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_STRING -> json.getText();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NUMBER_INT -> json.getIntValue();
            case START_OBJECT -> readTyped(json);
            default -> throw new IllegalArgumentException("no value: " + json.getText());
        };
    }

    private static @Nullable Object readTyped(JsonParser json) throws IOException {
        String type = json.nextFieldName();
        if (type == null) {
            throw new IllegalArgumentException("object without a type");
        }
        json.nextToken();
        Form form = BY_NAME.get(type);
        Object value;
        if (form != null) {
            value = parse(form, json.getText());
        } else {
            value = switch (type) {
                case "ref" -> id(json.getText());
                case "dangling" -> null;
                case "optional" -> Optional.ofNullable(read(json));
                case "enum" -> new StoredValue.Constant(json.getText(), text(json, "name"));
                case "record" -> readRecord(json, json.getText());
                case "value" -> readOther(json, json.getText());
                default -> throw new IllegalArgumentException("unknown type of a value: " + type);
            };
        }
        require(json, JsonToken.END_OBJECT);
        return value;
    }

    private static Object parse(Form form, String text) {
        try {
            return form.parser().apply(text);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("no " + form.name() + ": \"" + text + "\"", e);
        }
    }

    private static StoredValue readRecord(JsonParser json, String className) throws IOException {
        field(json, "components");
        require(json, JsonToken.START_OBJECT);
        List<String> names = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            names.add(json.currentName());
            json.nextToken();
            Object value = read(json);
            if (value instanceof ObjectId) {
                throw new IllegalArgumentException("record that refers to an object: " + className);
            }
            values.add(value);
        }
        return new StoredValue.OfRecord(className, names, values);
    }

    private static StoredValue readOther(JsonParser json, String className) throws IOException {
        field(json, "version");
        json.nextToken();
        int version = json.getIntValue();
        StoredValue.Other other = new StoredValue.Other(className, version, text(json, "bytes"));
        other.bytes(); // refuses what is not hexadecimal
        return other;
    }

    /** Reads a name that must come next, and its text. */
    private static String text(JsonParser json, String name) throws IOException {
        field(json, name);
        require(json, JsonToken.VALUE_STRING);
        return json.getText();
    }

    private static void field(JsonParser json, String name) throws IOException {
        String found = json.nextFieldName();
        if (!name.equals(found)) {
            throw new IllegalArgumentException("name expected: " + name + ", found: " + found);
        }
    }

    /** Goes to the next token, which must be of a kind. */
    static void require(JsonParser json, JsonToken token) throws IOException {
        JsonToken found = json.nextToken();
        if (found != token) {
            throw new IllegalArgumentException("expected: " + token + ", found: " + found);
        }
    }

    /** Reads an id as {@link org.jnvm.internal.layout.Reference#describe} writes it. */
    static ObjectId id(String text) {
        int mark = text.indexOf('#');
        try {
            if (!text.startsWith("0x")) {
                throw new NumberFormatException("no 0x");
            }
            long offset = Long.parseLong(text, 2, mark < 0 ? text.length() : mark, 16);
            long generation = mark < 0 ? 0 : Long.parseLong(text, mark + 1, text.length(), 10);
            if (offset < 0 || offset >>> 48 != 0 || generation < 0 || generation > 0xFF) {
                throw new NumberFormatException("out of range");
            }
            return new ObjectId(generation << 48 | offset);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("no id of an object: \"" + text + "\"; ids look like 0x3400#0", e);
        }
    }
}
