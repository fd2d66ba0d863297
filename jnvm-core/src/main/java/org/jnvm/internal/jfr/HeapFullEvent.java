package org.jnvm.internal.jfr;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** An allocation failed because the heap is full. */
@Name("org.jnvm.HeapFull")
@Label("Heap Full")
@Category("J-NVM")
@Description("An allocation failed because the heap is full.")
final class HeapFullEvent extends Event {
    /** Asked whether the event is enabled. */
    static final HeapFullEvent IDLE = new HeapFullEvent();

    @Label("Heap")
    String heap;

    @Label("File Size")
    @DataAmount
    long bytes;

    @Label("Maximum Size")
    @DataAmount
    long maxBytes;

    static void commit(Path heapFile, long bytesValue, long maxBytesValue) {
        HeapFullEvent event = new HeapFullEvent();
        event.heap = heapFile.toString();
        event.bytes = bytesValue;
        event.maxBytes = maxBytesValue;
        event.commit();
    }
}
