package org.jnvm.internal.value;

import java.time.DateTimeException;
import java.util.HexFormat;
import java.util.StringJoiner;
import org.jnvm.internal.layout.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Reads values without the classes of the program, for people. */
public final class TextForms implements ValueForms {
    /** Returns what a word in a field holds; see {@link ValueLayout#boxed}. */
    public static @Nullable Object boxed(String type, long word) {
        try {
            return ValueLayout.boxed(type, word);
        } catch (DateTimeException e) {
            return new StoredValue("damaged", "[word=0x" + Long.toHexString(word) + "]");
        }
    }

    @Override
    public Object constant(int number, String className, String name) {
        return new StoredConstant(name);
    }

    @Override
    public Object record(int number, String className, String[] names, Object[] values) {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (int i = 0; i < names.length; i++) {
            text.add(names[i] + "=" + values[i]);
        }
        return new StoredValue(className, text.toString());
    }

    @Override
    public Object other(String className, int version, byte[] bytes) {
        return new StoredValue(
                className, "[version=" + version + ", bytes=" + HexFormat.of().formatHex(bytes) + "]");
    }
}
