package org.jnvm.internal.jfr;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A heap was closed. */
@Name("org.jnvm.HeapClose")
@Label("Heap Close")
@Category("J-NVM")
@Description("A heap was closed.")
@StackTrace(false)
final class HeapCloseEvent extends Event {
    /** Asked whether the event is enabled. */
    static final HeapCloseEvent IDLE = new HeapCloseEvent();

    @Label("Heap")
    String heap;

    @Label("Clean")
    boolean clean;

    static HeapCloseEvent begun() {
        HeapCloseEvent event = new HeapCloseEvent();
        event.begin();
        return event;
    }

    void commit(Path heapFile, boolean cleanValue) {
        end();
        if (shouldCommit()) {
            heap = heapFile.toString();
            clean = cleanValue;
            commit();
        }
    }
}
