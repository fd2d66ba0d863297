package org.jnvm.pfa.internal;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.LogLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.util.LongStack;

/**
 * The checksums by which a record vouches for small new objects: with them it needs no fence before it, as recovery sees
 * whether their contents reached media with the record; see {@link LogLayout#CONTENT}.
 */
final class NewContent {
    /** Objects of more words in all are fenced: that takes less time than the checksum. */
    private static final int MOST_WORDS_IN_ALL = 96;

    private NewContent() {}

    /**
     * Tells whether a record can vouch for objects: they are few, each is in one block or slot, and whoever changes one later asks for
     * the lock on it, so that nobody does while the record counts. References in collections have locks of their own.
     *
     * @param objects references to invalid objects
     */
    static boolean areSmall(ObjectSpace space, LongStack objects) {
        int words = 0;
        for (int i = 0; i < objects.size(); i++) {
            long ref = objects.get(i);
            long header = space.load(Reference.offset(ref));
            words += words(ref, header);
            if (words > MOST_WORDS_IN_ALL
                    || SlabLayout.hasFurtherParts(ref, header)
                    || hasReferenceSlots(space, header)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasReferenceSlots(ObjectSpace space, long header) {
        int classId = BlockLayout.classId(header);
        ClassLayout layout = space.classes().entry(classId).layout();
        return classId == ReservedClass.SLOT_ARRAY
                || classId == ReservedClass.TABLE_SEGMENT
                || classId == ReservedClass.TREE_LEAF
                || layout.tableOffset() != 0
                || layout.treeOffset() != 0;
    }

    /** Returns how many words an object has behind its header. */
    private static int words(long ref, long header) {
        return Reference.isSlot(ref) ? SlabLayout.payloadWords(header) : BlockLayout.PAYLOAD_BYTES / Long.BYTES;
    }

    /** Returns the argument of the entry for an object. */
    static long argument(ObjectSpace space, long ref) {
        long master = Reference.offset(ref);
        MappedChunk chunk = space.chunk(master);
        int words = words(ref, chunk.loadLong(master));
        return LogLayout.content(words, checksum(chunk, master, words));
    }

    /**
     * Tells whether the contents are there.
     *
     * @param master a block or slot with as many words in its page as the argument says
     * @param argument what {@link #argument} returned
     */
    static boolean isThere(ObjectSpace space, long master, long argument) {
        int words = LogLayout.contentWords(argument);
        return LogLayout.content(words, checksum(space.chunk(master), master, words)) == argument;
    }

    private static long checksum(MappedChunk chunk, long master, int words) {
        long checksum = LogLayout.CHECKSUM_START;
        long end = master + 8L * words;
        for (long offset = master + 8; offset <= end; offset += 8) {
            checksum = LogLayout.mix(checksum, chunk.loadLong(offset));
        }
        return checksum;
    }
}
