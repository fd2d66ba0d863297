package org.jnvm.bench.ycsb;

import org.jnvm.runtime.Allocation;

/**
 * Records of {@link Layout#FIELDS} in the heap that the thread has entered.
 *
 * @param length of a field in bytes
 */
record PersistentFields(int length) implements Records<PersistentRecord> {
    @Override
    public PersistentRecord make(byte[] record) {
        return PersistentRecord.of(record, length);
    }

    @Override
    public byte[] copy(PersistentRecord record) {
        return record.copy(length);
    }

    @Override
    public PersistentRecord with(PersistentRecord record, int field, byte[] value) {
        return record.with(field, value);
    }

    @Override
    public void freeReplaced(PersistentRecord record, int field) {
        Allocation.free(record.field(field));
        Allocation.free(record);
    }

    @Override
    public void replace(PersistentRecord record, int field, byte[] value) {
        record.replace(field, value);
    }
}
