package org.jnvm.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A JSON object whose members are objects of strings and numbers, or arrays of such. */
final class Json {
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?");

    private final List<String> members = new ArrayList<>();

    /** Adds an object. */
    void object(String name, Map<String, String> object) {
        members.add(quoted(name) + ": " + text(object));
    }

    /** Adds an array of objects, one a line. */
    void objects(String name, List<Map<String, String>> objects) {
        members.add(objects.stream()
                .map(object -> "\n    " + text(object))
                .collect(Collectors.joining(",", quoted(name) + ": [", "\n  ]")));
    }

    /** Writes it. */
    void write(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, "{\n  " + String.join(",\n  ", members) + "\n}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Map<String, String> object) {
        return object.entrySet().stream()
                .map(member -> quoted(member.getKey()) + ": " + value(member.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String value(String text) {
        return NUMBER.matcher(text).matches() ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char each : text.toCharArray()) {
            switch (each) {
                case '"', '\\' -> quoted.append('\\').append(each);
                default -> quoted.append(each < ' ' ? String.format("\\u%04x", (int) each) : String.valueOf(each));
            }
        }
        return quoted.append('"').toString();
    }
}
