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

/** A group commit of a heap in domain DISK; by default only if it took long. */
@Name("org.jnvm.GroupCommit")
@Label("Group Commit")
@Category("J-NVM")
@Description("A group commit of a heap in domain DISK; by default only if it took long.")
@StackTrace(false)
@Threshold("10 ms")
final class GroupCommitEvent extends Event {
    /** Asked whether the event is enabled. */
    static final GroupCommitEvent IDLE = new GroupCommitEvent();

    @Label("Heap")
    String heap;

    @Label("Cache Lines")
    long lines;

    @Label("Written to the Log")
    @DataAmount
    long bytes;

    static GroupCommitEvent begun() {
        GroupCommitEvent event = new GroupCommitEvent();
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
