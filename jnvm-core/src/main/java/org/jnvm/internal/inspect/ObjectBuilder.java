package org.jnvm.internal.inspect;

import java.util.HashMap;
import java.util.Map;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.util.LongStack;
import org.jnvm.internal.value.StoredValue;
import org.jspecify.annotations.Nullable;

/** An object that is being made by its layout: its fields, then its elements, or the members of a collection. */
public final class ObjectBuilder {
    private final NewObjects heap;
    private final ClassEntry entry;
    private final ClassLayout layout;
    /** By object offset, the bits of fields. */
    private final Map<Integer, Long> words = new HashMap<>();

    private final LongStack elements = new LongStack();
    private @Nullable IndexBuilder index;

    ObjectBuilder(NewObjects heap, ClassEntry entry) {
        this.heap = heap;
        this.entry = entry;
        this.layout = entry.layout();
    }

    /** Returns the layout. */
    public ClassLayout layout() {
        return layout;
    }

    /** Returns the type of the elements if they are of a primitive type, else null. */
    public @Nullable String plainElementType() {
        ClassLayout.Tail tail = layout.tail();
        return tail == null || tail.type() == 'L' ? null : String.valueOf(tail.type());
    }

    private boolean isList() {
        return entry.id() == ReservedClass.ARRAY_LIST;
    }

    /**
     * Sets a field, once.
     *
     * @param field the field
     * @param value of a primitive type or a box its box; else a {@code String}, a value, an {@link ObjectId}; or null
     * @throws IllegalArgumentException if the field cannot hold it
     */
    public void set(ClassLayout.Field field, @Nullable Object value) {
        if (value != null) {
            try {
                words.put(field.offset(), bits(field, value));
            } catch (ClassCastException e) {
                throw new IllegalArgumentException("value that the field cannot hold: class=" + layout.className()
                        + ", field=" + field.name() + ", type=" + field.type() + ", value=" + value);
            }
        }
    }

    private long bits(ClassLayout.Field field, Object value) {
        String type = field.type();
        return switch (type.charAt(0)) {
            case 'E' -> heap.number((StoredValue.Constant) value);
            case 'V' ->
                ValueLayout.isTimeWordType(type)
                        ? ValueLayout.word(value)
                        : ValueLayout.PRESENT | ValueLayout.bits(value) & 0xFFFFFFFFL;
            case 'O' -> heap.member(value);
            case 'L' ->
                switch (type) {
                    case ValueLayout.STRING_TYPE -> heap.string((String) value);
                    case ValueLayout.LONG_TYPE -> heap.box(ReservedClass.LONG_BOX, (Long) value);
                    case ValueLayout.DOUBLE_TYPE ->
                        heap.box(ReservedClass.DOUBLE_BOX, ValueLayout.bits((Double) value));
                    default -> heap.member(value);
                };
            default -> ValueLayout.bits(value);
        };
    }

    /**
     * Adds an element of the variable part, or of a list.
     *
     * @param value a box; or, if elements are references, what {@link #member} takes
     */
    public void element(@Nullable Object value) {
        ClassLayout.Tail tail = layout.tail();
        if (isList() || tail != null && tail.type() == 'L') {
            heap.operate(() -> elements.push(heap.member(value)));
        } else if (tail != null && value != null) {
            elements.push(ValueLayout.bits(value));
        } else {
            throw new IllegalArgumentException(
                    "element that the object cannot hold: class=" + layout.className() + ", element=" + value);
        }
    }

    /**
     * Adds a member of a map or set.
     *
     * @param key the key, or the element of a set: an {@link ObjectId}, a {@code String}, or another value
     * @param value the value; null in a set
     */
    public void member(Object key, @Nullable Object value) {
        heap.operate(() -> {
            long word = heap.member(key);
            index().add(word, value == null ? word : heap.member(value));
        });
    }

    /** Ends a leaf of a sorted map or set: keys that are added later are behind those that were added before. */
    public void endLeaf() {
        heap.operate(() -> index().endLeaf());
    }

    private IndexBuilder index() {
        if (index == null) {
            index = layout.treeOffset() != 0 ? new TreeBuilder(heap) : new TableBuilder(heap);
        }
        return index;
    }

    /**
     * Makes the object.
     *
     * @param id its id
     */
    public void finish(ObjectId id) {
        heap.operate(() -> heap.add(id, make()));
    }

    private long make() {
        if (index != null) {
            words.put(layout.treeOffset() != 0 ? layout.treeOffset() : layout.tableOffset(), index.finish());
        }
        if (isList()) {
            words.put(ReservedClass.LIST_ELEMENTS_OFFSET, makeListElements());
        }
        ClassLayout.Tail tail = layout.tail();
        long count = isList() ? 0 : elements.size();
        long bytes =
                tail == null ? layout.bytes() : BlockLayout.bytesWithTail(tail.offset(), tail.elementBytes(), count);
        ObjectView made = entry.id() < ReservedClass.STRING
                ? heap.space().create(entry.id(), bytes)
                : heap.space().createDense(entry.id(), bytes);
        for (ClassLayout.Field field : layout.fields()) {
            store(made, field.offset(), field.type().charAt(0), words.getOrDefault(field.offset(), 0L));
        }
        if (tail != null) {
            made.store(tail.lengthOffset(), count);
            storeElements(made, tail);
        }
        return heap.finishWithMembers(made);
    }

    private long makeListElements() {
        ClassLayout list = heap.layout(ReservedClass.LIST_ELEMENTS);
        ClassLayout.Tail tail = list.tail();
        long capacity = Math.max(1, elements.size());
        ObjectView made = heap.space()
                .createDense(
                        ReservedClass.LIST_ELEMENTS,
                        BlockLayout.bytesWithTail(tail.offset(), tail.elementBytes(), capacity));
        made.store(list.fields().get(0).offset(), elements.size());
        made.store(tail.lengthOffset(), capacity);
        storeElements(made, tail);
        return heap.finishWithMembers(made);
    }

    private void store(ObjectView made, long off, char type, long bits) {
        long at = made.heapOffset(off);
        MappedChunk chunk = heap.space().chunk(at);
        switch (ClassLayout.bytesOf(type)) {
            case 1 -> chunk.storeByte(at, (byte) bits);
            case 2 -> chunk.storeShort(at, (short) bits);
            case 4 -> chunk.storeInt(at, (int) bits);
            default -> chunk.storeLong(at, bits);
        }
    }

    private void storeElements(ObjectView made, ClassLayout.Tail tail) {
        for (int i = 0; i < elements.size(); i++) {
            store(made, tail.offset() + (long) tail.elementBytes() * i, tail.type(), elements.get(i));
        }
    }
}
