package org.jnvm.internal.jfr;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A collection of a heap. */
@Name("org.jnvm.Collection")
@Label("Heap Collection")
@Category("J-NVM")
@Description("A collection of a heap: from new tokens until all garbage was freed.")
@StackTrace(false)
final class CollectionEvent extends Event {
    /** Asked whether the event is enabled. */
    static final CollectionEvent IDLE = new CollectionEvent();

    @Label("Heap")
    String heap;

    @Label("Marked Objects")
    long markedObjects;

    @Label("Freed Objects")
    long freedObjects;

    @Label("Tokens")
    int tokens;

    static CollectionEvent begun() {
        CollectionEvent event = new CollectionEvent();
        event.begin();
        return event;
    }

    void commit(Path heapFile, long markedValue, long freedValue, int tokensValue) {
        end();
        if (shouldCommit()) {
            heap = heapFile.toString();
            markedObjects = markedValue;
            freedObjects = freedValue;
            tokens = tokensValue;
            commit();
        }
    }
}
