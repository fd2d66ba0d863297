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
    private static final HeapOptions DEFAULTS = new HeapOptions(0, null, false, null, false);
    /** The system property that makes every heap a checked one. */
    private static final String CHECKED = "org.jnvm.checked";

    private final long maxBytes;
    private final DurabilityDomain domain;
    private final boolean acceptAfterPowerLoss;
    private final Recorder recorder;
    private final boolean checked;

    private HeapOptions(
            long maxBytes, DurabilityDomain domain, boolean acceptAfterPowerLoss, Recorder recorder, boolean checked) {
        this.maxBytes = maxBytes;
        this.domain = domain;
        this.acceptAfterPowerLoss = acceptAfterPowerLoss;
        this.recorder = recorder;
        this.checked = checked;
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
        return new HeapOptions(bytes, domain, acceptAfterPowerLoss, recorder, checked);
    }

    /**
     * Asks for a durability domain. Without it, {@link DurabilityDomain#DAX} where the file can be mapped so, else
     * {@link DurabilityDomain#PAGE_CACHE}.
     *
     * @param wanted the domain; opening throws where it cannot be had
     * @return new options
     */
    public HeapOptions domain(DurabilityDomain wanted) {
        return new HeapOptions(maxBytes, Objects.requireNonNull(wanted), acceptAfterPowerLoss, recorder, checked);
    }

    /**
     * Opens a {@code PAGE_CACHE} heap that was not closed before the machine went down. Its content may have lost
     * stores in any order; recovery checks structure, not the program's data.
     *
     * @return new options
     */
    public HeapOptions acceptAfterPowerLoss() {
        return new HeapOptions(maxBytes, domain, true, recorder, checked);
    }

    /**
     * Records every store, write-back and fence; for crash explorers. Slow.
     *
     * @param listener who listens
     * @return new options
     */
    public HeapOptions recorder(Recorder listener) {
        return new HeapOptions(maxBytes, domain, acceptAfterPowerLoss, Objects.requireNonNull(listener), checked);
    }

    /**
     * Checks at every field access that the object is still the one that the proxy was made for; for tests. Else a proxy
     * of an object that was freed through another proxy reads and writes what is in its blocks now.
     *
     * <p>The system property {@code org.jnvm.checked=true} does the same for every heap that is opened.
     *
     * @return new options
     */
    public HeapOptions checked() {
        return new HeapOptions(maxBytes, domain, acceptAfterPowerLoss, recorder, true);
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

    /** Tells whether every field access checks that its object is still there. */
    public boolean isChecked() {
        return checked || Boolean.getBoolean(CHECKED);
    }

    /** Returns the recorder, or null. */
    public Recorder recorder() {
        return recorder;
    }
}
