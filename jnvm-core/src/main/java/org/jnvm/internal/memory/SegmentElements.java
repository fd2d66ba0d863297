package org.jnvm.internal.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Copies between segments and arrays of primitives; a class of its own, as JDK 17 to 21 cannot load it. */
final class SegmentElements {
    private SegmentElements() {}

    static void load(MemorySegment segment, long offset, Object array, int from, int count) {
        MemorySegment.copy(segment, layout(array), offset, array, from, count);
    }

    static void store(MemorySegment segment, long offset, Object array, int from, int count) {
        MemorySegment.copy(array, from, segment, layout(array), offset, count);
    }

    private static ValueLayout layout(Object array) {
        if (array instanceof byte[]) {
            return ValueLayout.JAVA_BYTE;
        } else if (array instanceof long[]) {
            return ValueLayout.JAVA_LONG;
        } else if (array instanceof int[]) {
            return ValueLayout.JAVA_INT;
        } else if (array instanceof double[]) {
            return ValueLayout.JAVA_DOUBLE;
        } else if (array instanceof float[]) {
            return ValueLayout.JAVA_FLOAT;
        } else if (array instanceof short[]) {
            return ValueLayout.JAVA_SHORT;
        }
        return ValueLayout.JAVA_CHAR;
    }
}
