package org.jnvm.pfa;

import org.jnvm.pfa.internal.BlockRedoLogs;
import org.jnvm.spi.HeapMemory;
import org.jnvm.spi.RedoLogProvider;
import org.jnvm.spi.RedoLogs;

/** Attaches the block-granular redo log to each heap that is opened; found by {@link java.util.ServiceLoader}. */
public final class BlockRedoLogProvider implements RedoLogProvider {
    /** For {@link java.util.ServiceLoader}. */
    public BlockRedoLogProvider() {}

    @Override
    public RedoLogs attach(HeapMemory memory) {
        return new BlockRedoLogs(memory);
    }
}
