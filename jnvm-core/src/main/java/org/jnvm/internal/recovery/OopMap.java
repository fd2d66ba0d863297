package org.jnvm.internal.recovery;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ReservedClass;

/** What a trace needs of a class's layout, computed once. */
public final class OopMap {
    /** The declared type of state words, which may lead to anything. */
    static final int ANY = 0;
    /** The declared type of what may lead to any object but core's own structures. */
    static final int PROGRAM = -1;
    /** The declared type of slots: as {@link #PROGRAM}, or an entry of the root map. */
    static final int SLOT = -2;

    /** The class id in this heap. */
    final int classId;

    final ClassLayout layout;
    /** Object offsets of the reference fields, ascending. */
    final int[] offsets;
    /** For each reference field, its declared type: see {@code OopMaps.fits}. */
    final int[] types;
    /** Object bytes of the fixed part. */
    final int bytes;
    /** Whether an object has one block. */
    final boolean single;
    /** Whether an object has no reference. */
    final boolean leaf;
    /** Whether the tail holds references. */
    final boolean refTail;
    /** Whether an object is a segment of a hash table or a leaf of a tree, and consists of keys and values. */
    final boolean pairs;
    /** What elements of the tail may lead to, if it holds references: see {@code OopMaps.fits}. */
    final int elementType;
    /** Element size of the tail, 0 if there is none. */
    final int elementBytes;

    final int tailOffset;
    final int lengthOffset;

    OopMap(int classId, ClassLayout layout, int[] types) {
        this.classId = classId;
        this.layout = layout;
        this.offsets = layout.referenceOffsets();
        this.types = types;
        bytes = layout.bytes();
        ClassLayout.Tail tail = layout.tail();
        elementBytes = tail == null ? 0 : tail.elementBytes();
        tailOffset = tail == null ? 0 : tail.offset();
        lengthOffset = tail == null ? 0 : tail.lengthOffset();
        refTail = tail != null && (tail.type() == 'L' || tail.type() == 'N');
        elementType = switch (classId) {
            case ReservedClass.SLOT_ARRAY -> SLOT;
            case ReservedClass.TABLE_PAGE, ReservedClass.HASH_TABLE, ReservedClass.TREE_NODE -> ANY;
            default -> PROGRAM;
        };
        single = tail == null && bytes <= BlockLayout.BLOCK_BYTES;
        pairs = classId == ReservedClass.TABLE_SEGMENT || classId == ReservedClass.TREE_LEAF;
        leaf = offsets.length == 0 && !refTail;
    }

    /** Returns the layout. */
    public ClassLayout layout() {
        return layout;
    }

    /**
     * Tells whether the objects' bytes fit.
     *
     * @param length the number of elements, 0 if the class has no tail
     * @param room the object bytes there are
     */
    boolean fits(long length, long room) {
        return bytes <= room && (elementBytes == 0 || length >= 0 && length <= (room - tailOffset) / elementBytes);
    }
}
