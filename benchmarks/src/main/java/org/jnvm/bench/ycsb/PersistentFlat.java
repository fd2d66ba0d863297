package org.jnvm.bench.ycsb;

import java.util.Map;
import org.jnvm.pdt.PByteArray;
import org.jnvm.pdt.PersistentMap;
import org.jnvm.runtime.Allocation;

/**
 * Records of {@link Layout#FLAT} in the heap that the thread has entered.
 *
 * @param length of a field in bytes
 */
record PersistentFlat(int length) implements Records<PByteArray> {
    /** Returns a map of such records as what it is. */
    @SuppressWarnings("unchecked") // it has records of this kind only
    PersistentMap<Object, PByteArray> of(Map<Object, ?> map) {
        return (PersistentMap<Object, PByteArray>) map;
    }

    @Override
    public PByteArray make(byte[] record) {
        return new PByteArray(record);
    }

    @Override
    public byte[] copy(PByteArray record) {
        return record.toArray();
    }

    @Override
    public PByteArray with(PByteArray record, int field, byte[] value) {
        byte[] changed = record.toArray();
        System.arraycopy(value, 0, changed, field * length, length);
        return new PByteArray(changed);
    }

    @Override
    public void freeReplaced(PByteArray record, int field) {
        Allocation.free(record);
    }

    /** {@inheritDoc} As one, which is a failure-atomic block of one fence. */
    @Override
    public void replace(PByteArray record, int field, byte[] value) {
        record.patch(field * length, value);
    }
}
