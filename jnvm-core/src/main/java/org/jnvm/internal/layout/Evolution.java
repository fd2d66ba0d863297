package org.jnvm.internal.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a program says of the past of a class and its superclasses: where a field's value comes from if an object has no
 * field of its name and type.
 *
 * <p>Text form, for one class; the transformer makes it of annotations and initialisers. One statement a line:
 *
 * <pre>
 * removed fax                       a field of this class that is gone; other classes' with the class in front
 * removed org.example.Party.*       all fields of a class
 * field x formerly y                a name that field x had; of another class with the class in front
 * field x default 5                 its value in older objects, stated by {@code @Default}; {@link FieldText}
 * field x initial 5                 the same, by its initialiser
 * field x computed                  its initialiser is no constant
 * field x converted I org.example.C a converter, from a type of class layouts
 * </pre>
 *
 * <p>In values a line feed is {@code \n}, a carriage return {@code \r}, and a backslash {@code \\}.
 */
public final class Evolution {
    /** Of a program that says nothing, or a tool that does not know it. */
    public static final Evolution NONE = new Evolution();

    /** Tells whether a reference field of one type may lead to what one of another type leads to. */
    @FunctionalInterface
    public interface Types {
        /**
         * Compares types of class layouts.
         *
         * @param from a reference, or an enum
         * @param to another one
         */
        boolean accepts(String from, String to);
    }

    /** What is said of one field. */
    static final class Rule {
        private final List<String> formerly = new ArrayList<>();
        private final Map<String, String> converters = new HashMap<>();
        private String value;
        private boolean stated;
        private boolean computed;

        /** Returns the names that it had, those of other classes with the class in front. */
        List<String> formerly() {
            return formerly;
        }

        /** Returns the converter from a type, or null. */
        String converter(String type) {
            return converters.get(type);
        }

        /** Returns the value for older objects as text, or null. */
        String value() {
            return value;
        }

        /** Tells whether {@code @Default} states the value. */
        boolean isStated() {
            return stated;
        }

        /** Tells whether the initialiser is no constant. */
        boolean isComputed() {
            return computed;
        }
    }

    private static final Rule NO_RULE = new Rule();

    private final Map<String, Rule> rules = new HashMap<>();
    private final Set<String> removed = new HashSet<>();
    private final Map<String, List<String>> formerClasses = new HashMap<>();
    private Types types = (from, to) -> false;

    private Evolution() {}

    /** Starts with nothing but how types compare. */
    public static Evolution of(Types types) {
        Evolution made = new Evolution();
        made.types = types;
        return made;
    }

    /**
     * Adds what a class says.
     *
     * @param layout the class
     * @param text the text form
     * @throws IllegalArgumentException if it is malformed
     */
    public void add(ClassLayout layout, String text) {
        formerClasses.put(layout.className(), layout.formerNames());
        for (String line : text.split("\n")) {
            if (!line.isEmpty()) {
                addLine(layout, line, line.split(" ", 4));
            }
        }
    }

    private void addLine(ClassLayout layout, String line, String[] words) {
        if (words.length == 2 && words[0].equals("removed")) {
            if (words[1].indexOf('.') >= 0) {
                removed.add(words[1]);
            } else {
                removed.add(layout.className() + '.' + words[1]);
                layout.formerNames().forEach(name -> removed.add(name + '.' + words[1]));
            }
            return;
        }
        if (words.length < 3 || !words[0].equals("field")) {
            throw new IllegalArgumentException("malformed statement: class=" + layout.className() + ", line=" + line);
        }
        Rule rule = rules.computeIfAbsent(layout.className() + '.' + words[1], key -> new Rule());
        String rest = words.length == 4 ? words[3] : "";
        switch (words[2]) {
            case "formerly" -> rule.formerly.add(rest);
            case "default", "initial" -> {
                rule.value = unescape(rest);
                rule.stated = words[2].equals("default");
            }
            case "computed" -> rule.computed = true;
            case "converted" -> {
                int space = rest.indexOf(' ');
                rule.converters.put(rest.substring(0, space), rest.substring(space + 1));
            }
            default ->
                throw new IllegalArgumentException("unknown statement: class=" + layout.className() + ", line=" + line);
        }
    }

    /** Returns a value as the text form has it. */
    public static String escape(String value) {
        return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String unescape(String value) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' && i + 1 < value.length()) {
                i++;
                char escaped = value.charAt(i);
                c = escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped;
            }
            out.append(c);
        }
        return out.toString();
    }

    Rule rule(ClassLayout.Field field) {
        return rules.getOrDefault(field.declaringClass() + '.' + field.name(), NO_RULE);
    }

    /** Tells whether a field of an older layout is said to be gone. */
    boolean isRemoved(ClassLayout.Field field) {
        return removed.contains(field.declaringClass() + '.' + field.name())
                || removed.contains(field.declaringClass() + ".*");
    }

    /** Tells whether a class of an older layout is a class of the program, maybe under another name. */
    boolean isSameClass(String before, String now) {
        return before.equals(now) || formerClasses.getOrDefault(now, List.of()).contains(before);
    }

    boolean accepts(String from, String to) {
        char kind = from.charAt(0);
        return kind == to.charAt(0)
                && (kind == 'L' || kind == 'E')
                && !ValueLayout.isOwnedType(from)
                && !ValueLayout.isOwnedType(to)
                && types.accepts(from, to);
    }
}
