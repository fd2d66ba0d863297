package org.jnvm.bench.micro;

/** Stands for a {@link Cell} without framework: an object, as large as a proxy, with the native address of its block. */
final class RawCell {
    private final long address;
    /** Stands for a proxy's reference word and region, for the size. */
    final long reference;

    RawCell(long address) {
        this.address = address;
        this.reference = -address;
    }

    int count() {
        return RawMemory.getInt(address + Cell.COUNT);
    }

    void setCount(int count) {
        RawMemory.putInt(address + Cell.COUNT, count);
    }

    long value() {
        return RawMemory.getLong(address + Cell.VALUE);
    }

    void setValue(long value) {
        RawMemory.putLong(address + Cell.VALUE, value);
    }
}
