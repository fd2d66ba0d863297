package org.jnvm.internal.inspect;

import java.util.HashSet;
import java.util.Set;
import org.jnvm.HeapFullException;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.OwnedValues;
import org.jnvm.internal.object.Strings;
import org.jnvm.internal.util.LongStack;
import org.jnvm.internal.value.StoredCodec;
import org.jnvm.internal.value.StoredValue;
import org.jspecify.annotations.Nullable;

/** The objects that were made in a heap that is built, and what they refer to that is not made yet. */
final class NewObjects {
    /** The kind of a word that is not a reference yet, but the id of an object. */
    private static final long UNRESOLVED = 0x40L << 56;

    private static final long KIND_MASK = 0xFFL << 56;

    private final PersistentHeap heap;
    private final ObjectSpace space;
    private final StoredCodec codec;
    private final ObjectIds ids = new ObjectIds();
    private final LongStack unresolved = new LongStack();
    private final Set<Long> leftOut = new HashSet<>();
    private long count;

    NewObjects(PersistentHeap heap) {
        this.heap = heap;
        this.space = heap.space();
        this.codec = new StoredCodec(space.enums());
    }

    ObjectSpace space() {
        return space;
    }

    /** Runs an action that changes the heap. */
    void operate(Runnable action) {
        heap.operate(action);
    }

    /** Returns how many objects have an id. */
    long count() {
        return count;
    }

    /** Notes that there is an object. */
    void add(ObjectId id, long ref) {
        if (!ids.add(id.id(), ref)) {
            throw new IllegalArgumentException("id of two objects: " + id);
        }
        count++;
    }

    /** Notes that there is no object of an id, so that references to it are null. */
    void leaveOut(ObjectId id) {
        leftOut.add(id.id());
    }

    /** Returns the layout of a class of J-NVM. */
    ClassLayout layout(int reservedId) {
        ClassEntry entry = space.classes().entry(reservedId);
        if (entry == null) {
            throw new IllegalArgumentException("class whose layout is not given: class id=" + reservedId);
        }
        return entry.layout();
    }

    /** Makes an object valid that may refer to others by their ids; returns its reference. */
    long finishWithMembers(ObjectView object) {
        boolean[] open = {false};
        space.forEachReference(object, at -> open[0] |= isUnresolved(space.load(at)));
        if (open[0]) {
            unresolved.push(object.ref());
        }
        return finish(object);
    }

    /** Makes an object valid; returns its reference. */
    long finish(ObjectView object) {
        object.setValid();
        object.pwb();
        return object.ref();
    }

    private static boolean isUnresolved(long word) {
        return (word & KIND_MASK) == UNRESOLVED;
    }

    /** Returns the word of a member of a collection, or of a field that may own its value: an id, or a value that is made. */
    long member(@Nullable Object value) {
        if (value == null) {
            return Reference.NULL;
        }
        if (value instanceof ObjectId id) {
            return UNRESOLVED | id.id();
        }
        return Reference.owner(
                value instanceof String text ? string(text) : finish(OwnedValues.create(space, codec.encode(value))));
    }

    long string(String text) {
        return finish(Strings.create(space, text));
    }

    long box(int classId, long bits) {
        ObjectView made = space.createPacked(classId, ValueLayout.BOX_BYTES);
        made.store(ValueLayout.BOX_VALUE_OFFSET, bits);
        return finish(made);
    }

    int number(StoredValue.Constant constant) {
        return codec.number(constant);
    }

    /** Makes a part of an index, which must lie in one piece. */
    ObjectView whole(int classId, long bytes) {
        ObjectView made = space.create(classId, bytes);
        if (made.blocks() != null) {
            throw new HeapFullException("no run of free blocks for a part of a collection: heap="
                    + space.file().path() + ", bytes=" + bytes + "; take a larger size");
        }
        return made;
    }

    /** Gives objects what they refer to by ids. */
    void resolve() {
        while (!unresolved.isEmpty()) {
            resolve(space.view(unresolved.pop()));
        }
    }

    private void resolve(ObjectView object) {
        space.forEachReference(object, at -> {
            long word = space.load(at);
            if (isUnresolved(word)) {
                space.chunk(at).storeLong(at, get(word & ~KIND_MASK));
            }
        });
        object.pwb();
    }

    /** Returns the object of an id, null if that was left out. */
    long get(long id) {
        if (leftOut.contains(id)) {
            return Reference.NULL;
        }
        long ref = ids.get(id);
        if (ref == Reference.NULL) {
            throw new IllegalArgumentException("reference to an object that there is not: " + Reference.describe(id));
        }
        return ref;
    }
}
