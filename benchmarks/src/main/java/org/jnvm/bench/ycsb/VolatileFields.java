package org.jnvm.bench.ycsb;

import java.util.Arrays;

/**
 * Records of {@link Layout#FIELDS} on the Java heap.
 *
 * @param length of a field in bytes
 */
record VolatileFields(int length) implements Records<byte[][]> {
    @Override
    public byte[][] make(byte[] record) {
        byte[][] fields = new byte[record.length / length][];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = Arrays.copyOfRange(record, i * length, (i + 1) * length);
        }
        return fields;
    }

    @Override
    public byte[] copy(byte[][] record) {
        byte[] copy = new byte[record.length * length];
        for (int i = 0; i < record.length; i++) {
            System.arraycopy(record[i], 0, copy, i * length, length);
        }
        return copy;
    }

    @Override
    public byte[][] with(byte[][] record, int field, byte[] value) {
        byte[][] changed = record.clone();
        changed[field] = value;
        return changed;
    }

    @Override
    public void freeReplaced(byte[][] record, int field) {
        // the collector does it
    }

    @Override
    public void replace(byte[][] record, int field, byte[] value) {
        record[field] = value;
    }
}
