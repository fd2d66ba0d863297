package org.jnvm.it.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbConfig;
import java.util.TreeSet;

/** A library that maps objects to JSON and back, and how it is configured. */
enum Library {
    JACKSON(JsonMapper.builder()),
    JACKSON_LENIENT(JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)),
    JACKSON_BEAN_NAMES(JsonMapper.builder().enable(MapperFeature.USE_STD_BEAN_NAMING)),
    JACKSON_SNAKE_CASE(JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)),
    JSON_B(new JsonbConfig()),
    JSON_B_STRICT(new JsonbConfig().setProperty("jsonb.fail-on-unknown-properties", true));

    private final ObjectMapper mapper;
    private final JsonbConfig config;

    Library(JsonMapper.Builder builder) {
        mapper = builder.build();
        config = null;
    }

    Library(JsonbConfig config) {
        mapper = null;
        this.config = config;
    }

    boolean isJackson() {
        return mapper != null;
    }

    /** Tells whether it names properties in another way than by default. */
    boolean isOtherNaming() {
        return this == JACKSON_SNAKE_CASE || this == JACKSON_BEAN_NAMES;
    }

    /** Returns the JSON of an object, or what it threw. */
    String write(Object bean) throws Exception {
        if (mapper != null) {
            try {
                return mapper.writeValueAsString(bean);
            } catch (JsonProcessingException e) {
                return describe(e);
            }
        }
        try (Jsonb jsonb = JsonbBuilder.create(config)) {
            return jsonb.toJson(bean);
        }
    }

    /** Reads an object, and returns what it has in its fields then, or what the library threw. */
    String read(String json, Class<?> type) throws Exception {
        if (mapper != null) {
            try {
                return Twin.state(mapper.readValue(json, type));
            } catch (JsonProcessingException e) {
                return describe(e);
            }
        }
        try (Jsonb jsonb = JsonbBuilder.create(config)) {
            return Twin.state(jsonb.fromJson(json, type));
        } catch (RuntimeException e) {
            // without what it says of the object itself
            return e.getClass().getName() + ": " + e.getMessage().replaceAll("(?s)value on: .*", "value");
        }
    }

    private static String describe(JsonProcessingException e) {
        String text = e.getClass().getName() + ": " + e.getOriginalMessage();
        return e instanceof UnrecognizedPropertyException unknown
                ? text + " " + new TreeSet<>(unknown.getKnownPropertyIds())
                : text;
    }
}
