package org.jnvm.crashtest.internal.report;

import java.io.IOException;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.crashtest.internal.oracle.ImageFile;
import org.jnvm.crashtest.internal.trace.Trace;

/** Names what lies at an offset, by the class layouts of the heap as it was at the end of a trace. */
final class Places implements AutoCloseable {
    private final ImageFile file;
    /** Null if it does not open. */
    private final Heap heap;

    Places(Trace trace) {
        file = new ImageFile();
        file.write(trace.finalImage());
        heap = open(file);
    }

    private static Heap open(ImageFile file) {
        try {
            return file.open(HeapOptions.defaults());
        } catch (JnvmException e) {
            return null; // that is the failure to be reported; offsets then stand for themselves
        }
    }

    String of(long offset) {
        return heap == null ? "0x" + Long.toHexString(offset) : heap.describe(offset);
    }

    @Override
    public void close() throws IOException {
        if (heap != null) {
            heap.close();
        }
        file.close();
    }
}
