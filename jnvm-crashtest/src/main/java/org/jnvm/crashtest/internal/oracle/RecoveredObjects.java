package org.jnvm.crashtest.internal.oracle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.crashtest.internal.engine.Survivors;

/** Finds out what survives by opening images as heaps. */
public final class RecoveredObjects implements Survivors, AutoCloseable {
    private final HeapOptions options;
    private final ImageFile file = new ImageFile();

    /**
     * Prepares.
     *
     * @param recovery the recovery that images of the workload are opened with
     */
    public RecoveredObjects(Recovery recovery) {
        // the linear scan keeps what is valid; all others, what is reachable, too, which only this one finds for sure
        options = HeapOptions.defaults().recovery(recovery == Recovery.SCAN_ONLY ? recovery : Recovery.FULL);
    }

    @Override
    public BitSet objects(byte[] image) {
        return new LiveWords(ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN)).numbers();
    }

    @Override
    public BitSet live(byte[] image) {
        file.write(image);
        try (Heap heap = file.open(options)) {
            return new LiveWords(file.content()).numbers();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
