package org.jnvm.internal.inspect;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.object.ObjectView;

/** Which objects of a heap that is looked at are parts of others, as values that a reference owns, and which are objects of the program. */
public final class OwnedObjects {
    private final StoredHeap heap;
    /** Strings that a reference owns. */
    private final ObjectMarks strings;

    /**
     * Finds them.
     *
     * @param heap the heap
     * @param group the objects whose references are looked at
     */
    public OwnedObjects(StoredHeap heap, ObjectGroup group) {
        this.heap = heap;
        this.strings = new ObjectMarks(group.endOfBlocks());
        group.forEach(this::look);
    }

    /** Tells whether an object stands where the one is that owns it. */
    public boolean isPart(StoredObject object) {
        return object.classId() == ReservedClass.STRING ? strings.has(object.ref()) : isPart(object.classId());
    }

    /** Tells whether all objects of a class are parts of others. */
    public static boolean isPart(int classId) {
        return switch (classId) {
            case ReservedClass.LONG_BOX,
                    ReservedClass.DOUBLE_BOX,
                    ReservedClass.VALUE,
                    ReservedClass.TABLE_SEGMENT,
                    ReservedClass.TABLE_PAGE,
                    ReservedClass.HASH_TABLE,
                    ReservedClass.TREE_LEAF,
                    ReservedClass.TREE_NODE,
                    ReservedClass.LIST_ELEMENTS -> true;
            default -> false;
        };
    }

    private void look(long ref) {
        ObjectView view = heap.space().viewChecked(ref, 0);
        if (view == null) {
            return;
        }
        for (int off : heap.layout(BlockLayout.classId(view.header())).ownedOffsets()) {
            add(view.load(off));
        }
        heap.space().forEachReference(view, at -> {
            long word = heap.space().load(at);
            if (Reference.isOwner(word)) {
                add(word);
            }
        });
    }

    private void add(long ref) {
        StoredObject target = heap.object(ref);
        if (target != null && target.classId() == ReservedClass.STRING) {
            strings.add(ref);
        }
    }
}
