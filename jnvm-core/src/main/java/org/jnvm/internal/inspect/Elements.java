package org.jnvm.internal.inspect;

/** The elements of the variable part of an object, one by one in their order, loaded some at a time. */
public final class Elements {
    private static final int BATCH = 1024;

    private final StoredObject object;
    private final char type;
    private final long length;
    private final Object batch;
    private long next;
    private int at;

    /** Begins before the first element of an object that has such a part. */
    public Elements(StoredObject object) {
        this.object = object;
        this.type = object.layout().tail().type();
        this.length = object.length();
        int size = (int) Math.min(BATCH, Math.max(1, length));
        this.batch = switch (type) {
            case 'Z', 'B' -> new byte[size];
            case 'S' -> new short[size];
            case 'C' -> new char[size];
            case 'I' -> new int[size];
            case 'F' -> new float[size];
            case 'D' -> new double[size];
            default -> new long[size];
        };
    }

    /** Goes to the next element; returns whether there is one. */
    public boolean next() {
        if (next == length) {
            return false;
        }
        at = (int) (next % BATCH);
        if (at == 0) {
            object.elements(next, batch, (int) Math.min(BATCH, length - next));
        }
        next++;
        return true;
    }

    /** Returns the index of the element it is at. */
    public long index() {
        return next - 1;
    }

    /** Tells whether the elements are references. */
    public boolean areReferences() {
        return type == 'L';
    }

    /** Returns a reference. */
    public long reference() {
        return ((long[]) batch)[at];
    }

    /** Returns an element that is no reference, as a box. */
    public Object value() {
        return switch (type) {
            case 'Z' -> ((byte[]) batch)[at] != 0;
            case 'B' -> ((byte[]) batch)[at];
            case 'S' -> ((short[]) batch)[at];
            case 'C' -> ((char[]) batch)[at];
            case 'I' -> ((int[]) batch)[at];
            case 'F' -> ((float[]) batch)[at];
            case 'D' -> ((double[]) batch)[at];
            default -> ((long[]) batch)[at];
        };
    }
}
