package org.jnvm.internal.jfr;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Redo logs were replayed, and the recovery GC ran. */
@Name("org.jnvm.Recovery")
@Label("Recovery")
@Category("J-NVM")
@Description("Redo logs were replayed, and the recovery GC ran.")
@StackTrace(false)
final class RecoveryEvent extends Event {
    /** Asked whether the event is enabled. */
    static final RecoveryEvent IDLE = new RecoveryEvent();

    @Label("Heap")
    String heap;

    @Label("Replayed Logs")
    int replayedLogs;

    @Label("Live Objects")
    long liveObjects;

    @Label("Live Blocks")
    long liveBlocks;

    @Label("Free Blocks")
    long freeBlocks;

    @Label("Nullified References")
    long nullifiedReferences;

    static RecoveryEvent begun() {
        RecoveryEvent event = new RecoveryEvent();
        event.begin();
        return event;
    }

    void commit(
            Path heapFile,
            int replayedLogsValue,
            long liveObjectsValue,
            long liveBlocksValue,
            long freeBlocksValue,
            long nullifiedReferencesValue) {
        end();
        if (shouldCommit()) {
            heap = heapFile.toString();
            replayedLogs = replayedLogsValue;
            liveObjects = liveObjectsValue;
            liveBlocks = liveBlocksValue;
            freeBlocks = freeBlocksValue;
            nullifiedReferences = nullifiedReferencesValue;
            commit();
        }
    }
}
