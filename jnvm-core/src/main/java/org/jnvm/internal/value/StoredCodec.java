package org.jnvm.internal.value;

import java.util.Optional;
import org.jnvm.internal.layout.ValueCode;
import org.jspecify.annotations.Nullable;

/** The bytes of values whose classes are not loaded: those of the JDK, and each {@link StoredValue}. */
public final class StoredCodec {
    private final ValueNames names;

    /**
     * Makes a codec.
     *
     * @param names the table of names of the heap that the values go to
     */
    public StoredCodec(ValueNames names) {
        this.names = names;
    }

    /**
     * Writes a value.
     *
     * @param value what {@link StoredForms} makes of one
     * @return its bytes
     * @throws IllegalArgumentException if it is none
     */
    public byte[] encode(Object value) {
        ValueWriter out = new ValueWriter();
        write(out, value, 0);
        return out.toBytes();
    }

    /** Returns the number of a constant in the table of names. */
    public int number(StoredValue.Constant constant) {
        return names.number(constant.className(), constant.name());
    }

    private void write(ValueWriter out, @Nullable Object value, int level) {
        if (level > ValueCode.MOST_LEVELS) {
            throw new IllegalArgumentException("values lie too deep in each other: levels=" + ValueCode.MOST_LEVELS);
        }
        if (value == null) {
            out.writeByte(ValueCode.NULL);
        } else if (value instanceof StoredValue.Constant constant) {
            out.writeByte(ValueCode.ENUM);
            out.writeInt(number(constant));
        } else if (value instanceof StoredValue.OfRecord stored) {
            out.writeByte(ValueCode.RECORD);
            out.writeInt(names.number(
                    stored.className(), RecordForm.of(stored.names().toArray(new String[0]))));
            for (Object component : stored.values()) {
                write(out, component, level + 1);
            }
        } else if (value instanceof StoredValue.Other other) {
            out.writeByte(ValueCode.OTHER);
            out.writeInt(names.number(other.className(), RecordForm.of(other.version())));
            out.writeBytes(other.bytes());
        } else if (value instanceof Optional<?> optional) {
            out.writeByte(ValueCode.OPTIONAL);
            write(out, optional.orElse(null), level + 1);
        } else {
            int code = ValueCode.of(value.getClass().getName());
            if (code == ValueCode.NULL) {
                throw new IllegalArgumentException(
                        "no value: class=" + value.getClass().getName());
            }
            out.writeByte(code);
            BuiltInValues.write(out, code, value);
        }
    }
}
