package org.jnvm.internal.file;

import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.memory.SlowPath;

/** The slow paths of a heap that is only looked at: it has no proxies that could take them. */
final class NoProxies implements SlowPath {
    static final NoProxies INSTANCE = new NoProxies();

    private NoProxies() {}

    @Override
    public long offsetToRead(FieldRegion region, long pointer, int off) {
        throw new AssertionError("a heap that is looked at has no proxies");
    }

    @Override
    public long offsetToWrite(FieldRegion region, long pointer, int off, int bytes) {
        throw new AssertionError("a heap that is looked at has no proxies");
    }

    @Override
    public MappedChunk chunkOf(long offset) {
        throw new AssertionError("a heap that is looked at has no proxies");
    }

    @Override
    public long startOf(long offset) {
        throw new AssertionError("a heap that is looked at has no proxies");
    }

    @Override
    public long offsetOfAddress(long address) {
        throw new AssertionError("a heap that is looked at has no proxies");
    }
}
