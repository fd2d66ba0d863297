package org.jnvm.internal.collector;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Words in the order in which they were added. Adding one never takes long, however many there are. */
final class Remembered {
    private static final int PART = 4096;

    private final List<long[]> parts = new ArrayList<>();
    private int sizeOfLast = PART;

    void add(long word) {
        if (sizeOfLast == PART) {
            parts.add(new long[PART]);
            sizeOfLast = 0;
        }
        parts.get(parts.size() - 1)[sizeOfLast++] = word;
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    void forEach(LongConsumer visitor) {
        for (int i = 0; i < parts.size(); i++) {
            int size = i == parts.size() - 1 ? sizeOfLast : PART;
            for (int k = 0; k < size; k++) {
                visitor.accept(parts.get(i)[k]);
            }
        }
    }
}
