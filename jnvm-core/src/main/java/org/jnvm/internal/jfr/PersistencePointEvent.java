package org.jnvm.internal.jfr;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A persistence point of a heap in domain DISK; by default only if it took long. */
@Name("org.jnvm.PersistencePoint")
@Label("Persistence Point")
@Category("J-NVM")
@Description("A persistence point of a heap in domain DISK; by default only if it took long.")
@StackTrace(false)
@Threshold("10 ms")
final class PersistencePointEvent extends Event {
    /** Asked whether the event is enabled. */
    static final PersistencePointEvent IDLE = new PersistencePointEvent();

    @Label("Heap")
    String heap;

    @Label("Cache Lines")
    long lines;

    @Label("Written to the Area")
    @DataAmount
    long bytes;

    static PersistencePointEvent begun() {
        PersistencePointEvent event = new PersistencePointEvent();
        event.begin();
        return event;
    }

    void commit(Path heapFile, long linesValue, long bytesValue) {
        end();
        if (shouldCommit()) {
            heap = heapFile.toString();
            lines = linesValue;
            bytes = bytesValue;
            commit();
        }
    }
}
