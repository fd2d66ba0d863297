package org.jnvm.bench.micro;

/**
 * Stands for a {@link Cell} without framework, as {@link RawCell} does, but in a file of several chunks: an object, as
 * large as a proxy, with the offset of its block and another object that knows where the chunk is mapped.
 */
final class BasedCell {
    private final Base base;
    private final long offset;
    /** Stands for a proxy's reference word, for the size. */
    final long reference;

    BasedCell(Base base, long offset) {
        this.base = base;
        this.offset = offset;
        this.reference = -offset;
    }

    /** A mapped chunk. */
    static final class Base {
        private final long address;

        Base(long address) {
            this.address = address;
        }
    }

    long value() {
        return RawMemory.getLong(base.address + offset + Cell.VALUE);
    }

    void setValue(long value) {
        RawMemory.putLong(base.address + offset + Cell.VALUE, value);
    }

    /** Reads the value in the chunk's memory segment. */
    long value(Object segment) {
        return RawMemory.getLong(segment, offset + Cell.VALUE);
    }

    /** Writes the value in the chunk's memory segment. */
    void setValue(Object segment, long value) {
        RawMemory.putLong(segment, offset + Cell.VALUE, value);
    }
}
