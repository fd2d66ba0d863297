package org.jnvm.bench.ycsb;

/**
 * Records of {@link Layout#FLAT} on the Java heap.
 *
 * @param length of a field in bytes
 */
record VolatileFlat(int length) implements Records<byte[]> {
    @Override
    public byte[] make(byte[] record) {
        return record;
    }

    @Override
    public byte[] copy(byte[] record) {
        return record.clone();
    }

    @Override
    public byte[] with(byte[] record, int field, byte[] value) {
        byte[] changed = record.clone();
        System.arraycopy(value, 0, changed, field * length, length);
        return changed;
    }

    @Override
    public void freeReplaced(byte[] record, int field) {
        // the collector does it
    }

    @Override
    public void replace(byte[] record, int field, byte[] value) {
        System.arraycopy(value, 0, record, field * length, length);
    }
}
