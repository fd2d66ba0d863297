package org.jnvm.internal.heap;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.UsageCounts;

/** Says, for messages, what lies at a heap offset: class, address and field. Looks at headers as they are now. */
final class LocationText {
    private final ObjectSpace space;

    LocationText(ObjectSpace space) {
        this.space = space;
    }

    String describe(long offset) {
        if (offset < StateLayout.BUMP_OFFSET) {
            return "superblock";
        }
        if (offset < StateLayout.BLOCKS_OFFSET) {
            return stateWord(offset & -Long.BYTES);
        }
        if (!space.file().isWithin(offset)) {
            return offset < space.file().bytes() ? "interior map" : "beyond the heap";
        }
        long block = space.file().headerAround(offset);
        if (block == 0) {
            long interior = offset & -BlockLayout.BLOCK_BYTES;
            return inFurtherBlock(interior, offset - interior);
        }
        int id = BlockLayout.classId(space.load(block));
        if (space.file().isSlabAt(id, block)) {
            return inSlab(id, block, offset);
        }
        return id != 0 ? inObject(id, block, offset - block) : inFurtherBlock(block, offset - block);
    }

    private static String stateWord(long offset) {
        if (offset == StateLayout.BUMP_OFFSET) {
            return "state word bump";
        }
        if (offset == StateLayout.CLASS_TABLE_OFFSET) {
            return "state word class table";
        }
        if (offset == StateLayout.ROOTS_OFFSET) {
            return "state word roots";
        }
        if (offset == StateLayout.LOGS_OFFSET) {
            return "state word logs";
        }
        return offset == StateLayout.ENUMS_OFFSET ? "state word enums" : "state page";
    }

    private String inSlab(int slab, long block, long offset) {
        long payload = block + BlockLayout.PAYLOAD_OFFSET;
        long slot = offset < payload ? -1 : (offset - payload) / SlabLayout.slotBytes(slab);
        if (slot < 0 || slot >= SlabLayout.slots(slab)) {
            return "slab@0x" + Long.toHexString(block);
        }
        long start = SlabLayout.slotOffset(slab, block, (int) slot);
        int id = BlockLayout.classId(space.load(start));
        return id == 0 ? "free slot@0x" + Long.toHexString(start) : inObject(id, start, offset - start);
    }

    /** Finds the object by following the blocks of all. */
    private String inFurtherBlock(long block, long within) {
        long end = Math.min(space.allocator().bump(), space.file().bytes() >>> BlockLayout.BLOCK_SHIFT);
        for (long master = StateLayout.FIRST_BLOCK; master < end; master++) {
            long offset = master << BlockLayout.BLOCK_SHIFT;
            if (!space.file().isBlock(offset)) {
                continue; // part of an object in a slab
            }
            long header = space.load(offset);
            int id = BlockLayout.classId(header);
            if (space.file().isSlabAt(id, offset)) {
                for (int slot = 0; slot < SlabLayout.slots(id); slot++) {
                    long start = SlabLayout.slotOffset(id, offset, slot);
                    long word = space.load(start);
                    long at = SlabLayout.isOutgrown(word) ? distance(SlabLayout.firstBlock(word), block, end) : -1;
                    if (at >= 0) {
                        return inObject(BlockLayout.classId(word), start, at + within);
                    }
                }
            } else if (id != 0) {
                long at = distance(offset, block, end);
                if (at >= 0) {
                    return inObject(id, offset, at + within);
                }
            }
        }
        return "free block or in-flight copy@0x" + Long.toHexString(block);
    }

    /** Returns the object offset of a block in the object that begins with another; -1 if it is none of its blocks. */
    private long distance(long first, long block, long limit) {
        if (BlockLayout.isExtent(space.load(first))) {
            long blocks = block - first >>> BlockLayout.BLOCK_SHIFT;
            return blocks < BlockLayout.extentBlocks(space.load(first)) ? block - first : -1;
        }
        long at = first;
        for (long i = 0; space.file().isBlock(at) && i < limit; i++) {
            if (at == block) {
                return i * BlockLayout.PAYLOAD_BYTES;
            }
            at = BlockLayout.next(space.load(at)) << BlockLayout.BLOCK_SHIFT;
        }
        return -1;
    }

    private String inObject(int id, long object, long at) {
        ClassEntry entry = space.classes().entry(id);
        String where = "@0x" + Long.toHexString(object);
        if (entry == null) {
            return UsageCounts.reservedName(id) + where + "+" + at;
        }
        ClassLayout layout = entry.layout();
        String name = layout.className();
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1) + where + field(layout, at);
    }

    private static String field(ClassLayout layout, long at) {
        if (at < BlockLayout.HEADER_BYTES) {
            return " header";
        }
        for (ClassLayout.Field field : layout.fields()) {
            int bytes = ClassLayout.bytesOf(field.type().charAt(0));
            if (at >= field.offset() && at < field.offset() + bytes) {
                return "." + field.name();
            }
        }
        ClassLayout.Tail tail = layout.tail();
        if (tail == null) {
            return "+" + at;
        }
        if (at >= tail.offset()) {
            return "[" + (at - tail.offset()) / tail.elementBytes() + "]";
        }
        return at >= tail.lengthOffset() && at < tail.lengthOffset() + Long.BYTES ? ".length" : "+" + at;
    }
}
