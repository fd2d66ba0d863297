package org.jnvm.internal.jfr;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** An outermost failure-atomic block was committed; by default only if that took long. */
@Name("org.jnvm.FaCommit")
@Label("Failure-Atomic Commit")
@Category("J-NVM")
@Description("An outermost failure-atomic block was committed; by default only if that took long.")
@StackTrace(false)
@Threshold("10 us")
final class FaCommitEvent extends Event {
    /** Asked whether the event is enabled. */
    static final FaCommitEvent IDLE = new FaCommitEvent();

    @Label("Heap")
    String heap;

    @Label("Log Entries")
    int entries;

    static FaCommitEvent begun() {
        FaCommitEvent event = new FaCommitEvent();
        event.begin();
        return event;
    }

    void commit(Path heapFile, int entriesValue) {
        end();
        if (shouldCommit()) {
            heap = heapFile.toString();
            entries = entriesValue;
            commit();
        }
    }
}
