package org.jnvm.internal.value;

import java.nio.charset.StandardCharsets;

/** Bytes of a value that is read; see {@link org.jnvm.internal.layout.ValueCode}. For one thread. */
final class ValueReader {
    private final byte[] bytes;
    private int position;

    ValueReader(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean isAtEnd() {
        return position == bytes.length;
    }

    int readByte() {
        if (position == bytes.length) {
            throw new MalformedValueException("bytes end at " + position);
        }
        return bytes[position++];
    }

    int readInt() {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            value |= (readByte() & 0xFF) << shift;
        }
        return value;
    }

    /** Replaces the four bytes that were read last. */
    void replaceInt(int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes[position - Integer.BYTES + i] = (byte) (value >>> Byte.SIZE * i);
        }
    }

    long readLong() {
        long low = readInt() & 0xFFFF_FFFFL;
        return low | (long) readInt() << Integer.SIZE;
    }

    long readNumber() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = readByte();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedValueException("number does not end at " + position);
    }

    long readSigned() {
        long value = readNumber();
        return value >>> 1 ^ -(value & 1);
    }

    /** Reads a number of bytes. */
    int readCount() {
        long count = readNumber();
        if (count < 0 || count > Integer.MAX_VALUE) {
            throw new MalformedValueException("number too large: " + Long.toUnsignedString(count));
        }
        return (int) count;
    }

    byte[] readBytes() {
        return read(readCount());
    }

    private byte[] read(int count) {
        if (count > bytes.length - position) {
            throw new MalformedValueException("bytes=" + count + " at " + position + " of " + bytes.length);
        }
        byte[] value = new byte[count];
        System.arraycopy(bytes, position, value, 0, count);
        position += count;
        return value;
    }

    String readText() {
        long head = readNumber();
        if (head < 0 || head >>> 1 > Integer.MAX_VALUE) {
            throw new MalformedValueException("text too long: " + Long.toUnsignedString(head >>> 1));
        }
        byte[] encoded = read((int) (head >>> 1));
        return (head & 1) == 0 ? new String(encoded, StandardCharsets.UTF_8) : Utf16.decode(encoded);
    }
}
