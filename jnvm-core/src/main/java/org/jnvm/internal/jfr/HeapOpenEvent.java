package org.jnvm.internal.jfr;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A heap was opened: mapped, recovered, ready. */
@Name("org.jnvm.HeapOpen")
@Label("Heap Open")
@Category("J-NVM")
@Description("A heap was opened: mapped, recovered, ready.")
@StackTrace(false)
final class HeapOpenEvent extends Event {
    /** Asked whether the event is enabled. */
    static final HeapOpenEvent IDLE = new HeapOpenEvent();

    @Label("Heap")
    String heap;

    @Label("Durability Domain")
    String domain;

    @Label("Access Route")
    String access;

    @Label("File Size")
    @DataAmount
    long bytes;

    @Label("Maximum Size")
    @DataAmount
    long maxBytes;

    @Label("Replayed Logs")
    int replayedLogs;

    static HeapOpenEvent begun() {
        HeapOpenEvent event = new HeapOpenEvent();
        event.begin();
        return event;
    }

    void commit(
            Path heapFile,
            String domainValue,
            String accessValue,
            long bytesValue,
            long maxBytesValue,
            int replayedLogsValue) {
        end();
        if (shouldCommit()) {
            heap = heapFile.toString();
            domain = domainValue;
            access = accessValue;
            bytes = bytesValue;
            maxBytes = maxBytesValue;
            replayedLogs = replayedLogsValue;
            commit();
        }
    }
}
