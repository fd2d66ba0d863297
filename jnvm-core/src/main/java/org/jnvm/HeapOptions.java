package org.jnvm;

import java.util.Objects;
import org.jnvm.spi.Recorder;

/**
 * How a heap is opened; immutable.
 *
 * <pre>{@code
 * Heap heap = Heap.openOrCreate(path, 1L << 30, HeapOptions.defaults().domain(DurabilityDomain.DAX));
 * }</pre>
 */
public final class HeapOptions {
    private static final HeapOptions DEFAULTS = new HeapOptions(0, null, false, null);

    private final long maxBytes;
    private final DurabilityDomain domain;
    private final boolean acceptAfterPowerLoss;
    private final Recorder recorder;

    private HeapOptions(long maxBytes, DurabilityDomain domain, boolean acceptAfterPowerLoss, Recorder recorder) {
        this.maxBytes = maxBytes;
        this.domain = domain;
        this.acceptAfterPowerLoss = acceptAfterPowerLoss;
        this.recorder = recorder;
    }

    /** Returns the options that apply when none are given. */
    public static HeapOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets what the heap may grow to, for {@link JNVM#init(java.nio.file.Path, HeapOptions)}.
     *
     * @param bytes at least 1 MiB
     * @return new options
     */
    public HeapOptions maxBytes(long bytes) {
        return new HeapOptions(bytes, domain, acceptAfterPowerLoss, recorder);
    }

    /**
     * Asks for a durability domain. Without it, {@link DurabilityDomain#DAX} where the file can be mapped so, else
     * {@link DurabilityDomain#PAGE_CACHE}.
     *
     * @param wanted the domain; opening throws where it cannot be had
     * @return new options
     */
    public HeapOptions domain(DurabilityDomain wanted) {
        return new HeapOptions(maxBytes, Objects.requireNonNull(wanted), acceptAfterPowerLoss, recorder);
    }

    /**
     * Opens a {@code PAGE_CACHE} heap that was not closed before the machine went down. Its content may have lost
     * stores in any order; recovery checks structure, not the program's data.
     *
     * @return new options
     */
    public HeapOptions acceptAfterPowerLoss() {
        return new HeapOptions(maxBytes, domain, true, recorder);
    }

    /**
     * Records every store, write-back and fence; for crash explorers. Slow.
     *
     * @param listener who listens
     * @return new options
     */
    public HeapOptions recorder(Recorder listener) {
        return new HeapOptions(maxBytes, domain, acceptAfterPowerLoss, Objects.requireNonNull(listener));
    }

    /** Returns what the heap may grow to in bytes, 0 if not set. */
    public long maxBytes() {
        return maxBytes;
    }

    /** Returns the domain asked for, or null. */
    public DurabilityDomain domain() {
        return domain;
    }

    /** Tells whether a heap is opened that was open when the machine went down. */
    public boolean acceptsAfterPowerLoss() {
        return acceptAfterPowerLoss;
    }

    /** Returns the recorder, or null. */
    public Recorder recorder() {
        return recorder;
    }
}
