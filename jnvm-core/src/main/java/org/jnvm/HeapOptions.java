package org.jnvm;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jnvm.spi.Recorder;

/**
 * How a heap is opened; immutable.
 *
 * <pre>{@code
 * Heap heap = Heap.openOrCreate(path, 1L << 30, HeapOptions.defaults().domain(DurabilityDomain.DAX));
 * }</pre>
 */
public final class HeapOptions implements Cloneable {
    private static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(10);
    private static final HeapOptions DEFAULTS = new HeapOptions();

    // set while an instance is made, by its own methods only
    private long maxBytes;
    private DurabilityDomain domain;
    private boolean acceptAfterPowerLoss;
    private Recorder recorder;
    private Recovery recovery = Recovery.AUTO;
    private long reservedBytes;
    private boolean sparse;
    private Duration closeTimeout = DEFAULT_CLOSE_TIMEOUT;

    private HeapOptions() {}

    /** Returns a copy, for the one change that its maker asks for. */
    private HeapOptions with(Consumer<HeapOptions> change) {
        HeapOptions copy;
        try {
            copy = (HeapOptions) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
        change.accept(copy);
        return copy;
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
        return with(options -> options.maxBytes = bytes);
    }

    /**
     * Asks for a durability domain. Without it, {@link DurabilityDomain#DAX} where the file can be mapped so, else
     * {@link DurabilityDomain#PAGE_CACHE}.
     *
     * @param wanted the domain; opening throws where it cannot be had
     * @return new options
     */
    public HeapOptions domain(DurabilityDomain wanted) {
        Objects.requireNonNull(wanted);
        return with(options -> options.domain = wanted);
    }

    /**
     * Opens a {@code PAGE_CACHE} heap that was not closed before the machine went down. Its content may have lost
     * stores in any order; recovery checks structure, not the program's data.
     *
     * @return new options
     */
    public HeapOptions acceptAfterPowerLoss() {
        return with(options -> options.acceptAfterPowerLoss = true);
    }

    /**
     * Records every store, write-back and fence; for crash explorers. Slow.
     *
     * @param listener who listens
     * @return new options
     */
    public HeapOptions recorder(Recorder listener) {
        Objects.requireNonNull(listener);
        return with(options -> options.recorder = listener);
    }

    /**
     * Sets what opening the heap does to recover it. Without it, {@link Recovery#AUTO}.
     *
     * @param wanted how to recover
     * @return new options
     */
    public HeapOptions recovery(Recovery wanted) {
        Objects.requireNonNull(wanted);
        return with(options -> options.recovery = wanted);
    }

    /**
     * Takes space on the disk when the heap is opened, so that growing up to there cannot fail: the file is really
     * written to at least this size. Beyond it the heap grows chunk by chunk as it needs to.
     *
     * @param bytes the bytes of the file, at most what the heap may grow to; rounded up to a whole chunk
     * @return new options
     */
    public HeapOptions reserve(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes to reserve must not be negative: bytes=" + bytes);
        }
        return with(options -> options.reservedBytes = bytes);
    }

    /**
     * Lets the file have holes instead of writing it with zeros before it is mapped. For tests of limits only: when the
     * disk is full, the system cannot back a page that is stored to, the JVM skips the store, and what a failure-atomic
     * block or a root promised may be missing.
     *
     * @param wanted whether the file may have holes
     * @return new options
     */
    public HeapOptions sparse(boolean wanted) {
        return with(options -> options.sparse = wanted);
    }

    /**
     * Sets how long {@link Heap#close()} waits for failure-atomic blocks and operations of other threads. Without it,
     * 10 seconds.
     *
     * @param longest the longest wait; zero: not at all
     * @return new options
     */
    public HeapOptions closeTimeout(Duration longest) {
        if (longest.isNegative()) {
            throw new IllegalArgumentException("timeout must not be negative: timeout=" + longest);
        }
        return with(options -> options.closeTimeout = longest);
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

    /** Returns how the heap is recovered. */
    public Recovery recovery() {
        return recovery;
    }

    /** Returns the bytes of the file that are really written at least, 0 if not set. */
    public long reservedBytes() {
        return reservedBytes;
    }

    /** Tells whether the file may have holes. */
    public boolean isSparse() {
        return sparse;
    }

    /** Returns how long closing waits for other threads. */
    public Duration closeTimeout() {
        return closeTimeout;
    }
}
