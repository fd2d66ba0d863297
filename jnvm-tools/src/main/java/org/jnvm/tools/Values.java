package org.jnvm.tools;

import java.util.List;
import java.util.Locale;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;

/** Objects and values, for people. */
final class Values {
    private static final int CHARS_MAX = 60;

    private Values() {}

    /** Returns class, address and generation. */
    static String name(StoredObject object) {
        return simple(object.layout().className()) + "@" + Reference.describe(object.ref());
    }

    /** Returns the name of a class without its package and enclosing classes. */
    static String simple(String className) {
        return className.substring(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
    }

    /** Returns the name of a field, qualified where a subclass hides the field of a superclass. */
    static String name(ClassLayout layout, ClassLayout.Field field) {
        List<ClassLayout.Field> fields = layout.fields();
        boolean hidden =
                fields.stream().anyMatch(other -> other != field && other.name().equals(field.name()));
        return hidden ? simple(field.declaringClass()) + "." + field.name() : field.name();
    }

    /** Returns a value as {@link StoredObject#value} gives it, cut to a line. */
    static String text(Object value) {
        if (value instanceof StoredObject object) {
            Object immediate = object.immediate();
            return immediate == null ? name(object) : text(immediate);
        }
        if (value instanceof String string) {
            return quote(string, '"');
        }
        if (value instanceof Character character) {
            return quote(character.toString(), '\'');
        }
        return String.valueOf(value);
    }

    private static String quote(String text, char mark) {
        StringBuilder out = new StringBuilder().append(mark);
        for (int i = 0; i < text.length() && i < CHARS_MAX; i++) {
            char c = text.charAt(i);
            boolean paired = Character.isSurrogate(c) && (isPair(text, i) || i > 0 && isPair(text, i - 1));
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (c == mark) {
                        out.append('\\').append(c);
                    } else if (Character.isISOControl(c) || Character.isSurrogate(c) && !paired) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append(text.length() > CHARS_MAX ? "…" : "").append(mark).toString();
    }

    private static boolean isPair(String text, int at) {
        return at + 1 < Math.min(text.length(), CHARS_MAX)
                && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }
}
