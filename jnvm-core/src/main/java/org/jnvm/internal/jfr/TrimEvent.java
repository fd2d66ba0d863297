package org.jnvm.internal.jfr;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Free space of a heap that was given back to the file system. */
@Name("org.jnvm.Trim")
@Label("Heap Trim")
@Category("J-NVM")
@Description("Free pages of a heap file were given back to the file system.")
@StackTrace(false)
final class TrimEvent extends Event {
    /** Asked whether the event is enabled. */
    static final TrimEvent IDLE = new TrimEvent();

    @Label("Heap")
    String heap;

    @Label("Given Back")
    @DataAmount
    long bytes;

    @Label("Holes")
    @Description("What the free pages without space on the disk have in all.")
    @DataAmount
    long holeBytes;

    static TrimEvent begun() {
        TrimEvent event = new TrimEvent();
        event.begin();
        return event;
    }

    void commit(Path heapFile, long bytesValue, long holeBytesValue) {
        end();
        if (shouldCommit()) {
            heap = heapFile.toString();
            bytes = bytesValue;
            holeBytes = holeBytesValue;
            commit();
        }
    }
}
