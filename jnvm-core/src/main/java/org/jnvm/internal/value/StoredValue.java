package org.jnvm.internal.value;

import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A value of a class of the program, which a tool does not load. */
public sealed interface StoredValue {
    /**
     * A constant of an enum.
     *
     * @param className the enum
     * @param name its name
     */
    record Constant(String className, String name) implements StoredValue {
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * A record.
     *
     * @param className the record class
     * @param names the components that were stored
     * @param values their values
     */
    record OfRecord(String className, List<String> names, List<@Nullable Object> values) implements StoredValue {
        @Override
        public String toString() {
            StringJoiner text = new StringJoiner(", ", "[", "]");
            for (int i = 0; i < names.size(); i++) {
                text.add(names.get(i) + "=" + values.get(i));
            }
            return simple(className) + text;
        }
    }

    /**
     * A value of another class, as its {@link org.jnvm.ValueType} has written it.
     *
     * @param className the class
     * @param version of the version that wrote it
     * @param hex what was written, as hexadecimal digits
     */
    record Other(String className, int version, String hex) implements StoredValue {
        /** Returns what was written. */
        public byte[] bytes() {
            return HexFormat.of().parseHex(hex);
        }

        @Override
        public String toString() {
            return simple(className) + "[version=" + version + ", bytes=" + hex + "]";
        }
    }

    /**
     * What should be a value, and is none.
     *
     * @param problem what is wrong with it
     */
    record Damaged(String problem) implements StoredValue {
        @Override
        public String toString() {
            return "damaged[" + problem + "]";
        }
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
