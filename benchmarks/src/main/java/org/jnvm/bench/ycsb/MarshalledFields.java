package org.jnvm.bench.ycsb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Records of {@link Layout#FIELDS} that Infinispan marshals.
 *
 * @param length of a field in bytes
 */
record MarshalledFields(int length) implements Records<MarshalledRecord> {
    @Override
    public MarshalledRecord make(byte[] record) {
        List<byte[]> fields = new ArrayList<>(record.length / length);
        for (int from = 0; from < record.length; from += length) {
            fields.add(Arrays.copyOfRange(record, from, from + length));
        }
        return new MarshalledRecord(fields);
    }

    @Override
    public byte[] copy(MarshalledRecord record) {
        List<byte[]> fields = record.getFields();
        byte[] copy = new byte[fields.size() * length];
        for (int i = 0; i < fields.size(); i++) {
            System.arraycopy(fields.get(i), 0, copy, i * length, length);
        }
        return copy;
    }

    @Override
    public MarshalledRecord with(MarshalledRecord record, int field, byte[] value) {
        List<byte[]> changed = new ArrayList<>(record.getFields());
        changed.set(field, value);
        return new MarshalledRecord(changed);
    }

    @Override
    public void freeReplaced(MarshalledRecord record, int field) {
        // the collector does it
    }

    /** {@inheritDoc} Not possible: a store would not see it. */
    @Override
    public void replace(MarshalledRecord record, int field, byte[] value) {
        throw new UnsupportedOperationException("a marshalled record cannot be changed in place");
    }
}
