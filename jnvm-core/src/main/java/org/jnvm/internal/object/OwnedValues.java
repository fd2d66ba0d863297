package org.jnvm.internal.object;

import org.jnvm.HeapFormatException;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.ValueCode;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.value.MalformedValueException;
import org.jnvm.internal.value.PackedValue;
import org.jnvm.internal.value.StoredValue;
import org.jnvm.internal.value.ValueCodec;
import org.jnvm.internal.value.ValueDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Values that references own: strings, in the form of {@link Strings}, and all others, as {@link
 * org.jnvm.internal.layout.ValueCode} says. Immutable; the reference that owns one is the only one that leads to it. Safe for use by
 * several threads.
 */
public final class OwnedValues {
    private final ObjectSpace space;
    private final ValueCodec codec;

    /**
     * Makes access to the values of a heap.
     *
     * @param space its objects
     * @param loader finds classes that the heap names
     */
    public OwnedValues(ObjectSpace space, PersistentClasses loader) {
        this.space = space;
        this.codec = new ValueCodec(
                space.enums(), name -> loader.loadValueClass(name, space.file().path()));
    }

    /** Tells whether an object of Java is kept by value. */
    public boolean isValue(Object object) {
        return object instanceof String || codec.isValue(object);
    }

    /** Returns the hash code by which a value is found; see {@link ValueCodec#hashCode(Object)}. */
    public int hashCode(Object value) {
        return value instanceof String ? value.hashCode() : codec.hashCode(value);
    }

    /**
     * Makes a value: invalid, not written back.
     *
     * @param value a string, or another value
     * @return the object; whoever stores the reference to it makes it {@linkplain Reference#owner the owner}
     * @throws org.jnvm.HeapFullException if there is no room
     * @throws org.jnvm.NotTransformedException if it is no value, or a component of it is none
     */
    public ObjectView create(Object value) {
        if (value instanceof String text) {
            return Strings.create(space, text);
        }
        return create(space, codec.encode(value));
    }

    /**
     * Makes a value of class 9 of its bytes: invalid, not written back.
     *
     * @throws org.jnvm.HeapFullException if there is no room
     */
    public static ObjectView create(ObjectSpace space, byte[] bytes) {
        long objectBytes = BlockLayout.bytesWithTail(ValueLayout.VALUE_BYTES_OFFSET, 1, bytes.length);
        ObjectView object = space.createFilled(ReservedClass.VALUE, objectBytes, ValueLayout.VALUE_BYTES_OFFSET);
        object.store(ValueLayout.VALUE_LENGTH_OFFSET, bytes.length);
        object.storeTail(ValueLayout.VALUE_BYTES_OFFSET, bytes);
        return object;
    }

    /**
     * Reads a value.
     *
     * @param ref the reference that owns it
     * @return the value
     * @throws org.jnvm.StaleObjectException if it was freed since
     * @throws HeapFormatException if there is no value
     * @throws org.jnvm.ClassMismatchException if its class is missing, or has changed
     */
    public Object read(long ref) {
        EpochSections.enter(); // a value that is there now keeps its bytes until the section ends, whoever frees it
        try {
            Object packed = packed(ref);
            if (packed != null) {
                return packed;
            }
            long header = space.header(ref);
            int classId = BlockLayout.classId(header);
            if (classId == ReservedClass.STRING) {
                return Strings.read(space, ref);
            }
            if (classId != ReservedClass.VALUE) {
                throw space.damaged(ref, "reference owns an object that is no value", "class id=" + classId);
            }
            return read(space.view(ref, header));
        } finally {
            EpochSections.exit();
        }
    }

    /**
     * Tells whether a reference owns a value that is equal to an object, in an epoch-protected section: without making the value.
     *
     * @param ref the reference
     * @param wanted anything
     * @return whether it does; also no where only {@link #read} can tell
     */
    public boolean isEqual(long ref, Object wanted) {
        long at = Reference.offset(ref);
        MappedChunk chunk = chunkOfPacked(ref);
        if (chunk == null) {
            return false;
        }
        long length = chunk.loadLong(at + ValueLayout.VALUE_LENGTH_OFFSET);
        long bytes = at + ValueLayout.VALUE_BYTES_OFFSET;
        return length <= PackedValue.MOST_BYTES
                && PackedValue.isEqual(
                        wanted,
                        length,
                        chunk.loadLong(bytes),
                        chunk.loadLong(bytes + Long.BYTES),
                        chunk.loadLong(bytes + 2 * Long.BYTES));
    }

    /** Reads a value of a few bytes; null if it is none, which may be damaged, or freed. */
    private @Nullable Object packed(long ref) {
        MappedChunk chunk = chunkOfPacked(ref);
        if (chunk == null) {
            return null;
        }
        long at = Reference.offset(ref);
        long length = chunk.loadLong(at + ValueLayout.VALUE_LENGTH_OFFSET);
        if (length > PackedValue.MOST_BYTES) {
            return null;
        }
        long bytes = at + ValueLayout.VALUE_BYTES_OFFSET;
        long first = chunk.loadLong(bytes);
        if (length == 1 + Integer.BYTES && (first & 0xFF) == ValueCode.ENUM) {
            return codec.knownConstant((int) (first >>> Byte.SIZE));
        }
        return PackedValue.read(
                length, first, chunk.loadLong(bytes + Long.BYTES), chunk.loadLong(bytes + 2 * Long.BYTES));
    }

    /**
     * Returns the chunk of a value in a slot, null if there is none. As with {@link Texts} only the slot word is looked at: class and
     * generation say that the value is still there.
     */
    private @Nullable MappedChunk chunkOfPacked(long ref) {
        if (!Reference.isSlot(ref)) {
            return null;
        }
        long at = Reference.offset(ref);
        MappedChunk chunk = space.file().chunkWith(at, ValueLayout.VALUE_BYTES_OFFSET + PackedValue.MOST_BYTES);
        if (chunk == null) {
            return null;
        }
        long word = chunk.loadLong(at);
        return BlockLayout.classId(word) == ReservedClass.VALUE
                        && BlockLayout.generation(word) == Reference.generation(ref)
                        && !SlabLayout.isOutgrown(word)
                ? chunk
                : null;
    }

    /**
     * Returns the bytes of a value of class 9.
     *
     * @throws MalformedValueException if their number is impossible
     */
    public static byte[] bytes(ObjectView value) {
        long length = value.load(ValueLayout.VALUE_LENGTH_OFFSET);
        if (length < 0 || length > value.tailCapacity(ValueLayout.VALUE_BYTES_OFFSET)) {
            throw new MalformedValueException("bytes=" + length);
        }
        byte[] bytes = new byte[(int) length];
        value.loadTail(ValueLayout.VALUE_BYTES_OFFSET, bytes);
        return bytes;
    }

    /**
     * Reads a value of class 9 for people: without the classes of the program, and also where it is damaged.
     *
     * @param value the object
     * @param decoder one that makes {@linkplain org.jnvm.internal.value.StoredForms texts}
     */
    public static Object describe(ObjectView value, ValueDecoder decoder) {
        try {
            return decoder.decode(bytes(value));
        } catch (MalformedValueException e) {
            return new StoredValue.Damaged(String.valueOf(e.getMessage()));
        }
    }

    private Object read(ObjectView value) {
        try {
            return codec.decode(bytes(value));
        } catch (MalformedValueException e) {
            throw space.damaged(value.ref(), "value is damaged", e.getMessage());
        }
    }
}
