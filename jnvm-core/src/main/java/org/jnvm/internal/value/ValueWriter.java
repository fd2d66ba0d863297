package org.jnvm.internal.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a value that is written; see {@link org.jnvm.internal.layout.ValueCode}. For one thread. */
final class ValueWriter {
    private byte[] bytes = new byte[32];
    private int length;

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    void writeByte(int value) {
        if (length == bytes.length) {
            grow(1);
        }
        bytes[length++] = (byte) value;
    }

    private void grow(int more) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, more)));
    }

    void writeInt(int value) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            writeByte(value >>> shift);
        }
    }

    void writeLong(long value) {
        writeInt((int) value);
        writeInt((int) (value >>> Integer.SIZE));
    }

    /** Writes a number, which is taken for one without a sign. */
    void writeNumber(long value) {
        long left = value;
        while ((left & -0x80L) != 0) {
            writeByte((int) left | 0x80);
            left >>>= 7;
        }
        writeByte((int) left);
    }

    void writeSigned(long value) {
        writeNumber(value << 1 ^ value >> Long.SIZE - 1);
    }

    void writeBytes(byte[] value) {
        writeNumber(value.length);
        append(value);
    }

    private void append(byte[] value) {
        if (bytes.length - length < value.length) {
            grow(value.length);
        }
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
    }

    void writeText(String text) {
        boolean asUtf16 = Utf16.isNeededFor(text);
        byte[] encoded = asUtf16 ? Utf16.encode(text) : text.getBytes(StandardCharsets.UTF_8);
        writeNumber(2L * encoded.length + (asUtf16 ? 1 : 0));
        append(encoded);
    }
}
