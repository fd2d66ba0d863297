package org.jnvm.internal.check;

import org.jnvm.HeapCheck.Finding;
import org.jnvm.HeapCheck.Rule;
import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ClassLayout.Field;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.recovery.HeapWords;

/**
 * Checks the fields that hold values: that no two own one string or box, and that the table has the enum constants. Safe
 * for use by several threads.
 */
final class ValueCheck {
    /** Bits of {@link #owned} for each block: one for each slot, the last for the block as a whole. */
    private static final int BITS = 16;

    private static final Field[] NONE = {};

    private final HeapWords words;
    private final Findings findings;
    private final EnumTableCheck enums;
    /** By class id, the fields to look at. */
    private final Field[][] fields;
    /** What fields own. */
    private final MarkBitmap owned;

    /**
     * Prepares the check.
     *
     * @param layouts the heap's classes by id, null where there is none
     * @param enums the table of enum constants, read
     */
    ValueCheck(HeapWords words, Findings findings, ClassLayout[] layouts, EnumTableCheck enums) {
        this.words = words;
        this.findings = findings;
        this.enums = enums;
        owned = new MarkBitmap((words.end() >>> BlockLayout.BLOCK_SHIFT) * BITS);
        fields = new Field[layouts.length][];
        for (int id = 0; id < layouts.length; id++) {
            fields[id] = layouts[id] == null ? NONE : layouts[id].valueFields();
        }
    }

    /**
     * Checks an object, once.
     *
     * @param object the heap offset of its master block or slot
     * @param classId its class
     */
    void check(long object, int classId) {
        for (Field field : classId < fields.length ? fields[classId] : NONE) {
            long at = heapOffset(object, field.offset());
            if (at < 0) {
                continue; // the trace tells
            }
            if (!field.isOwned()) {
                String problem = enums.problem(words.chunkOf(at).loadInt(at), field.type());
                if (problem != null) {
                    add(Rule.ENUM_CONSTANT, at, field, problem);
                }
            } else if (ownedTwice(words.load(at))) {
                add(
                        Rule.SHARED_VALUE,
                        at,
                        field,
                        "owns what another field owns: " + Reference.describe(words.load(at)));
            }
        }
    }

    private void add(Rule rule, long at, Field field, String message) {
        findings.add(
                rule,
                rule.severity(),
                () -> new Finding(rule, rule.severity(), at, field.declaringClass(), field.name(), message));
    }

    /** Returns the heap offset of an object offset, -1 if the object has no such block. */
    private long heapOffset(long object, int off) {
        long block = RawObject.firstBlock(words, object);
        if (block < 0) {
            return off < RawObject.roomInOnePiece(words, object) ? object + off : -1;
        }
        for (int k = BlockLayout.linkedBlock(off); k > 0 && words.isBlock(block); k--) {
            block = BlockLayout.next(words.load(block)) << BlockLayout.BLOCK_SHIFT;
        }
        return words.isBlock(block) ? block + BlockLayout.inLinkedBlock(off) : -1;
    }

    /** Notes that a field owns what a reference leads to, if it leads to anything; else the trace tells. */
    private boolean ownedTwice(long ref) {
        long offset = Reference.offset(ref);
        int bit = bit(Reference.kind(ref), offset);
        return bit >= 0
                && BlockLayout.generation(words.load(offset)) == Reference.generation(ref)
                && !owned.set((offset >>> BlockLayout.BLOCK_SHIFT) * BITS + bit);
    }

    /** Returns the bit of a block or slot among those of its block, -1 if there is none at an offset. */
    private int bit(int kind, long offset) {
        if (kind == Reference.KIND_BLOCK) {
            return words.isBlock(offset) ? BITS - 1 : -1;
        }
        if (kind != Reference.KIND_SLOT || !words.isPayloadWord(offset)) {
            return -1;
        }
        long slab = words.headerAround(offset);
        boolean slot = SlabLayout.isSlot(offset, slab, words.load(slab));
        return slot ? (int) (offset & BlockLayout.BLOCK_MASK) >>> 4 : -1; // slots have 16 bytes at least
    }
}
