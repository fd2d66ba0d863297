package org.jnvm.crashtest.internal.oracle;

import java.util.Map;
import java.util.TreeMap;
import org.jnvm.Heap;
import org.jnvm.HeapHistogram;

/** Counts objects, to find leaks. */
public final class ObjectCounts {
    private static final String FRAMEWORK = "jnvm.";

    private ObjectCounts() {}

    /** Returns how many valid objects of the program, and values of theirs, a heap has of each class. */
    public static Map<String, Long> byClass(Heap heap) {
        Map<String, Long> counts = new TreeMap<>();
        for (HeapHistogram.ClassUsage usage : heap.histogram().classes()) {
            if (!usage.className().startsWith(FRAMEWORK) && usage.objects() > 0) {
                counts.merge(usage.className(), usage.objects(), Long::sum);
            }
        }
        return counts;
    }
}
