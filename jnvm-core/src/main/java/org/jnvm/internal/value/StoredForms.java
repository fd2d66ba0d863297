package org.jnvm.internal.value;

import java.time.DateTimeException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.jnvm.internal.layout.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Reads values without the classes of the program: what is of these is a {@link StoredValue}. */
public final class StoredForms implements ValueForms {
    /** Returns what a word in a field holds; see {@link ValueLayout#boxed}. */
    public static @Nullable Object boxed(String type, long word) {
        try {
            return ValueLayout.boxed(type, word);
        } catch (DateTimeException e) {
            return new StoredValue.Damaged("word=0x" + Long.toHexString(word));
        }
    }

    @Override
    public Object constant(int number, String className, String name) {
        return new StoredValue.Constant(className, name);
    }

    @Override
    public Object record(int number, String className, String[] names, Object[] values) {
        return new StoredValue.OfRecord(className, List.of(names), Collections.unmodifiableList(Arrays.asList(values)));
    }

    @Override
    public Object other(String className, int version, byte[] bytes) {
        return new StoredValue.Other(className, version, HexFormat.of().formatHex(bytes));
    }
}
