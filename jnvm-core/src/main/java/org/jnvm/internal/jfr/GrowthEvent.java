package org.jnvm.internal.jfr;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A heap file grew by a chunk. */
@Name("org.jnvm.Growth")
@Label("Heap Growth")
@Category("J-NVM")
@Description("A heap file grew by a chunk.")
@StackTrace(false)
final class GrowthEvent extends Event {
    /** Asked whether the event is enabled. */
    static final GrowthEvent IDLE = new GrowthEvent();

    @Label("Heap")
    String heap;

    @Label("Size Before")
    @DataAmount
    long before;

    @Label("Size After")
    @DataAmount
    long after;

    @Label("Maximum Size")
    @DataAmount
    long maxBytes;

    static GrowthEvent begun() {
        GrowthEvent event = new GrowthEvent();
        event.begin();
        return event;
    }

    void commit(Path heapFile, long beforeValue, long afterValue, long maxBytesValue) {
        end();
        if (shouldCommit()) {
            heap = heapFile.toString();
            before = beforeValue;
            after = afterValue;
            maxBytes = maxBytesValue;
            commit();
        }
    }
}
