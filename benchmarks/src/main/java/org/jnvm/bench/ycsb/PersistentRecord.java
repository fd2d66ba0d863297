package org.jnvm.bench.ycsb;

import java.util.Arrays;
import org.jnvm.bench.proxy.TailProxy;
import org.jnvm.pdt.PByteArray;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A record of YCSB as a persistent object: references to its fields, as the transformer would make it. */
final class PersistentRecord extends TailProxy {
    private static final int LENGTH = 8;
    private static final int TAIL = 16;
    private static final int WORD_BYTES = 8;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PersistentRecord.class, """
            class org.jnvm.bench.ycsb.PersistentRecord
            version 1
            extends -
            bytes 16
            field org.jnvm.bench.ycsb.PersistentRecord length J 8
            tail L 16 8""", PersistentRecord::new);

    private PersistentRecord(int length) {
        Allocation.allocate(this, TailAccess.bytesWithTail(TAIL, WORD_BYTES, length));
        region.putLong(pointer, LENGTH, length);
    }

    private PersistentRecord(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    /**
     * Makes a record in the heap that the thread has entered.
     *
     * @param fields one behind the other
     * @param fieldLength in bytes
     */
    static PersistentRecord of(byte[] fields, int fieldLength) {
        PersistentRecord record = new PersistentRecord(fields.length / fieldLength);
        for (int i = 0; i < fields.length / fieldLength; i++) {
            byte[] field = Arrays.copyOfRange(fields, i * fieldLength, (i + 1) * fieldLength);
            TailAccess.setElement(record, TAIL, i, new PByteArray(field));
        }
        return record;
    }

    /** Makes a record that shares all fields but one with this one. */
    PersistentRecord with(int field, byte[] value) {
        int length = length();
        PersistentRecord copy = new PersistentRecord(length);
        for (int i = 0; i < length; i++) {
            TailAccess.setElement(copy, TAIL, i, i == field ? new PByteArray(value) : field(i));
        }
        return copy;
    }

    int length() {
        return (int) region.getLong(pointer, LENGTH);
    }

    PByteArray field(int field) {
        return (PByteArray) TailAccess.getElement(this, TAIL, field);
    }

    /** Copies all fields out, one behind the other. */
    byte[] copy(int fieldLength) {
        int length = length();
        byte[] copy = new byte[length * fieldLength];
        for (int i = 0; i < length; i++) {
            field(i).get(0, copy, i * fieldLength, fieldLength);
        }
        return copy;
    }

    /** Replaces a field, and frees the old one: durable and failure-atomic. */
    // persist-order: [value] < pfence < [element] < pfence < [freed header of the old value]
    void replace(int field, byte[] value) {
        PByteArray old = field(field);
        TailAccess.setElement(this, TAIL, field, new PByteArray(value));
        TailAccess.pwbElement(this, TAIL, WORD_BYTES, field);
        Durability.psync(this);
        Allocation.free(old);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
