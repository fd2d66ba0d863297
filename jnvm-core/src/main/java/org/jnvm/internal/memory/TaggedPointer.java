package org.jnvm.internal.memory;

import org.jnvm.internal.layout.Reference;

/**
 * How a pointer is written: where a block or slot lies, and whether an access to it may go straight there.
 *
 * <pre>
 *  63   62        56 55        48 47                                              0
 * +----+------------+------------+-------------------------------------------------+
 * | s  |  kind (7)  |  gen (8)   |  native address, or offset in the segment + 1    |
 * +----+------------+------------+-------------------------------------------------+
 *
 *  s  kind    meaning
 *  0  0       plain: access goes straight to memory while the guard is open
 *  1  0       every access takes the slow path
 *  1  1, 2    the same; in a checked heap it compares the generation with that of the header here
 *  1  127     of a freed object: every access is refused; the low bits are the heap offset of what was there
 * </pre>
 *
 * <p>The pointer 0 is that of a proxy which has no persistent part yet. A pointer says by itself whether it may be used as
 * an address, so that a race between an access and a {@code free} ends in an exception at worst.
 */
final class TaggedPointer {
    private static final long SLOW = Long.MIN_VALUE;
    private static final long FREED = SLOW | 127L << 56;
    private static final long GENERATION_AND_OFFSET = (1L << 56) - 1;

    private TaggedPointer() {}

    /** Returns the pointer at which every access takes the slow path. */
    static long slow(long where, long ref) {
        return SLOW | ref & ~Reference.OFFSET_MASK | where;
    }

    /** Returns the pointer of an object that was freed. */
    static long freed(long ref) {
        return FREED | ref & GENERATION_AND_OFFSET;
    }

    /** Tells whether a pointer is plain: the address, or the offset in the segment + 1. */
    static boolean isPlain(long pointer) {
        return pointer > 0;
    }

    /** Tells whether a pointer is that of a freed object. */
    static boolean isFreed(long pointer) {
        return (pointer & FREED) == FREED;
    }

    /** Returns the reference, as one to a block, of the freed object that was at a pointer. */
    static long ref(long pointer) {
        return (long) Reference.KIND_BLOCK << 56 | pointer & GENERATION_AND_OFFSET;
    }

    /** Returns where a block lies: its native address, or the offset in the segment + 1. */
    static long where(long pointer) {
        return pointer & Reference.OFFSET_MASK;
    }

    /** Returns the high bits of the reference that a slow pointer was made from: kind and generation. */
    static long tag(long pointer) {
        return pointer & ~SLOW & ~Reference.OFFSET_MASK;
    }
}
