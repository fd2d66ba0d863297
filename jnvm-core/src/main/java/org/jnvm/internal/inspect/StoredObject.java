package org.jnvm.internal.inspect;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.OwnedValues;
import org.jnvm.internal.object.Strings;
import org.jnvm.internal.value.StoredForms;
import org.jnvm.internal.value.StoredValue;

/** A sound object of a heap that is looked at, by the layout that its class has in the heap. */
public final class StoredObject {
    private final StoredHeap heap;
    private final ObjectView view;
    private final int classId;
    private final ClassLayout layout;

    StoredObject(StoredHeap heap, ObjectView view) {
        this.heap = heap;
        this.view = view;
        this.classId = BlockLayout.classId(heap.header(Reference.offset(view.ref())));
        this.layout = heap.layout(classId);
    }

    /** Returns the reference word of the object. */
    public long ref() {
        return view.ref();
    }

    /** Returns its class id. */
    public int classId() {
        return classId;
    }

    /** Returns the layout that it lies under. */
    public ClassLayout layout() {
        return layout;
    }

    /** Returns how many blocks it has; 1 for one in a slot. */
    public long blocks() {
        return view.blockCount();
    }

    /** Returns the heap offset of a block of it, from 0; of one in a slot, that of the slot. */
    public long block(long number) {
        return view.block(number);
    }

    /** Returns the number of elements of its variable part, 0 if it has none. */
    public long length() {
        return layout.tail() == null ? 0 : view.load(layout.tail().lengthOffset());
    }

    /** Returns the object bytes that are used. */
    public long bytes() {
        ClassLayout.Tail tail = layout.tail();
        return tail == null ? layout.bytes() : BlockLayout.bytesWithTail(tail.offset(), tail.elementBytes(), length());
    }

    /** Returns the bits of a field: sign-extended, but those of {@code char}, {@code boolean} and enum ids. */
    public long bits(ClassLayout.Field field) {
        long at = view.heapOffset(field.offset());
        MappedChunk chunk = heap.space().chunk(at);
        return switch (field.type().charAt(0)) {
            case 'Z' -> chunk.loadByte(at) & 0xFF;
            case 'B' -> chunk.loadByte(at);
            case 'S' -> chunk.loadShort(at);
            case 'C' -> chunk.loadShort(at) & 0xFFFF;
            case 'I', 'F', 'E' -> chunk.loadInt(at);
            default -> chunk.loadLong(at);
        };
    }

    /**
     * Returns the value of a field as Java has it: a box, a {@code String}, a {@link StoredValue.Constant}; of a reference the {@link
     * StoredObject} it leads to, or {@code null}.
     */
    public Object value(ClassLayout.Field field) {
        long bits = bits(field);
        return switch (field.type().charAt(0)) {
            case 'Z' -> bits != 0;
            case 'B' -> (byte) bits;
            case 'S' -> (short) bits;
            case 'C' -> (char) bits;
            case 'I' -> (int) bits;
            case 'F' -> Float.intBitsToFloat((int) bits);
            case 'J' -> bits;
            case 'D' -> Double.longBitsToDouble(bits);
            case 'E' -> bits == 0 ? null : heap.constant((int) bits);
            case 'V' -> StoredForms.boxed(field.type(), bits);
            default -> field.isOwned() || Reference.isOwner(bits) ? owned(heap.object(bits)) : heap.object(bits);
        };
    }

    private static Object owned(StoredObject value) {
        return value == null ? null : value.immediate();
    }

    /**
     * Returns what the object stands for if it is a string, a box or a value: a {@code String}, {@code Long}, {@code Double} or,
     * of a {@code PBox}, the box; of a value that a reference owns, that, or a {@link StoredValue} if its class is the program's; else null.
     */
    public Object immediate() {
        return switch (classId) {
            case ReservedClass.STRING -> text();
            case ReservedClass.LONG_BOX -> view.load(ValueLayout.BOX_VALUE_OFFSET);
            case ReservedClass.DOUBLE_BOX -> Double.longBitsToDouble(view.load(ValueLayout.BOX_VALUE_OFFSET));
            case ReservedClass.BOX -> pbox();
            case ReservedClass.VALUE -> OwnedValues.describe(view, heap.values());
            default -> null;
        };
    }

    private Object pbox() {
        long bits = view.load(16);
        return switch ((int) view.load(8)) {
            case 0 -> bits != 0;
            case 1 -> (byte) bits;
            case 2 -> (short) bits;
            case 3 -> (char) bits;
            case 4 -> (int) bits;
            case 5 -> bits;
            case 6 -> Float.intBitsToFloat((int) bits);
            case 7 -> Double.longBitsToDouble(bits);
            default -> null;
        };
    }

    private String text() {
        byte[] bytes = new byte[Math.toIntExact(length())];
        view.loadTail(ValueLayout.STRING_TEXT_OFFSET, bytes);
        return Strings.decode(bytes, view.loadByte(ValueLayout.STRING_CODER_OFFSET));
    }

    /**
     * Loads elements of the variable part.
     *
     * @param index the first of them
     * @param array of the elements' type; {@code byte[]} for {@code boolean}, {@code long[]} for references
     * @param count how many, in range
     */
    public void elements(long index, Object array, int count) {
        view.loadTail(layout.tail().offset(), index, array, 0, count);
    }
}
