package org.jnvm.internal.inspect;

import java.util.HexFormat;
import java.util.StringJoiner;
import org.jnvm.internal.value.ValueForms;

/** Reads values without the classes of the program. */
final class StoredForms implements ValueForms {
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
