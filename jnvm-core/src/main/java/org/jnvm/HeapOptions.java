package org.jnvm;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jnvm.spi.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * How a heap is opened; immutable.
 *
 * <pre>{@code
 * Heap heap = Heap.openOrCreate(path, 1L << 30, HeapOptions.defaults().domain(DurabilityDomain.DAX));
 * }</pre>
 */
public final class HeapOptions {
    private static final HeapOptions DEFAULTS = new HeapOptions();
    /** The system property that makes every heap a checked one. */
    private static final String CHECKED = "org.jnvm.checked";
    /** The system property that names the domain of heaps for which the program asks for none. */
    private static final String DOMAIN = "org.jnvm.domain";
    /** The one that names the collector of heaps for which the program asks for none. */
    private static final String COLLECTOR = "org.jnvm.collector";
    /** The one that has free space of every heap given back in the background. */
    private static final String TRIM = "org.jnvm.trim";
    /** The one that makes those in domain DISK asynchronous. */
    private static final String INTERVAL = "org.jnvm.interval";

    private static final long DEFAULT_WAL_BYTES = 64L << 20;
    private static final long MIN_WAL_BYTES = 1L << 20;

    private long maxBytes;
    private @Nullable DurabilityDomain domain;
    private boolean acceptAfterPowerLoss;
    private @Nullable Recorder recorder;
    private Recovery recovery = Recovery.AUTO;
    private @Nullable RecoveryListener recoveryListener;
    private boolean checked;
    private long reservedBytes;
    private boolean sparse;
    private boolean randomAccess;
    private Duration closeTimeout = Duration.ofSeconds(10);
    private Duration conflictTimeout = Duration.ofSeconds(10);
    private @Nullable Duration interval;
    private long walBytes = DEFAULT_WAL_BYTES;

    private @Nullable Collector collector;
    private @Nullable CollectorListener collectorListener;
    private boolean trimInBackground;
    private boolean management;
    private @Nullable Consumer<SalvageReport> salvage;
    private Trust trust = Trust.TRUSTED;
    private @Nullable Duration snapshots;

    private HeapOptions() {}

    /** Makes a copy, for the setter that returns it to change before anyone else sees it. */
    private HeapOptions(HeapOptions other) {
        maxBytes = other.maxBytes;
        domain = other.domain;
        acceptAfterPowerLoss = other.acceptAfterPowerLoss;
        recorder = other.recorder;
        recovery = other.recovery;
        recoveryListener = other.recoveryListener;
        checked = other.checked;
        reservedBytes = other.reservedBytes;
        sparse = other.sparse;
        randomAccess = other.randomAccess;
        closeTimeout = other.closeTimeout;
        conflictTimeout = other.conflictTimeout;
        interval = other.interval;
        walBytes = other.walBytes;
        collector = other.collector;
        collectorListener = other.collectorListener;
        trimInBackground = other.trimInBackground;
        management = other.management;
        salvage = other.salvage;
        trust = other.trust;
        snapshots = other.snapshots;
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
        HeapOptions options = new HeapOptions(this);
        options.maxBytes = bytes;
        return options;
    }

    /**
     * Asks for a durability domain. Without it, {@link DurabilityDomain#DAX} where the file can be mapped so, else
     * {@link DurabilityDomain#PAGE_CACHE}.
     *
     * <p>The system property {@code org.jnvm.domain} does the same for every heap for which the program does not ask.
     *
     * @param wanted the domain; opening throws where it cannot be had
     * @return new options
     */
    public HeapOptions domain(DurabilityDomain wanted) {
        HeapOptions options = new HeapOptions(this);
        options.domain = Objects.requireNonNull(wanted);
        return options;
    }

    /**
     * Opens a {@code PAGE_CACHE} heap that was not closed before the machine went down, if the check of its whole
     * structure finds no damage. Its content may have lost stores in any order; the check sees structure, not the
     * program's data.
     *
     * @param accepted whether to open it; without it, it is refused
     * @return new options
     */
    public HeapOptions acceptAfterPowerLoss(boolean accepted) {
        HeapOptions options = new HeapOptions(this);
        options.acceptAfterPowerLoss = accepted;
        return options;
    }

    /**
     * Records every store, write-back and fence; for crash explorers. Slow.
     *
     * @param listener who listens
     * @return new options
     */
    public HeapOptions recorder(Recorder listener) {
        HeapOptions options = new HeapOptions(this);
        options.recorder = Objects.requireNonNull(listener);
        return options;
    }

    /**
     * Chooses the recovery pass. Without it, {@link Recovery#AUTO}.
     *
     * @param wanted the pass
     * @return new options
     */
    public HeapOptions recovery(Recovery wanted) {
        HeapOptions options = new HeapOptions(this);
        options.recovery = Objects.requireNonNull(wanted);
        return options;
    }

    /**
     * Sets whether objects are freed that nothing leads to any more. Without it, what the system property {@code
     * org.jnvm.collector} says, else {@link Collector#OFF}.
     *
     * @param wanted whether, and when
     * @return new options
     */
    public HeapOptions collector(Collector wanted) {
        HeapOptions options = new HeapOptions(this);
        options.collector = Objects.requireNonNull(wanted);
        return options;
    }

    /**
     * Sets who hears of collections. Without it, nobody; {@link HeapStats} and the Flight Recorder tell of them, too.
     *
     * @param listener who hears of them
     * @return new options
     */
    public HeapOptions collectorListener(CollectorListener listener) {
        HeapOptions options = new HeapOptions(this);
        options.collectorListener = Objects.requireNonNull(listener);
        return options;
    }

    /** Returns who hears of collections, or null. */
    public @Nullable CollectorListener collectorListener() {
        return collectorListener;
    }

    /** Returns whether, and when, objects are freed that nothing leads to any more. */
    public Collector collector() {
        if (collector != null) {
            return collector;
        }
        Collector byProperty = byProperty(Collector.class, COLLECTOR, "collector");
        return byProperty != null ? byProperty : Collector.OFF;
    }

    /** Returns the constant that a system property names, null if it is not set. */
    private static <E extends Enum<E>> @Nullable E byProperty(Class<E> type, String property, String noun) {
        String name = System.getProperty(property);
        if (name == null) {
            return null;
        }
        try {
            return Enum.valueOf(type, name);
        } catch (IllegalArgumentException e) {
            throw new JnvmException("no such " + noun + ": " + property + "=" + name + ", expected one of "
                    + Arrays.toString(type.getEnumConstants()));
        }
    }

    /**
     * Sets who hears how recovery advances, when it takes longer than about a second.
     *
     * @param listener who listens; called by the thread that opens the heap
     * @return new options
     */
    public HeapOptions recoveryListener(RecoveryListener listener) {
        HeapOptions options = new HeapOptions(this);
        options.recoveryListener = Objects.requireNonNull(listener);
        return options;
    }

    /**
     * Checks at every field access that the object is still the one that the proxy was made for; for tests. Else a proxy
     * of an object that was freed through another proxy reads and writes what is in its blocks now.
     *
     * <p>The system property {@code org.jnvm.checked=true} does the same for every heap that is opened.
     *
     * @param wanted whether to check
     * @return new options
     */
    public HeapOptions checked(boolean wanted) {
        HeapOptions options = new HeapOptions(this);
        options.checked = wanted;
        return options;
    }

    /**
     * Takes space on the disk when the heap is opened, so that growing up to there cannot fail: the file is really
     * written to at least this size. Beyond it the heap grows chunk by chunk as it needs to. A new heap without this begins
     * with about a sixteenth of its maximum, at most 1 GiB.
     *
     * @param bytes the bytes of the file, at most what the heap may grow to; rounded up to a whole chunk
     * @return new options
     */
    public HeapOptions reserve(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes to reserve must not be negative: bytes=" + bytes);
        }
        HeapOptions options = new HeapOptions(this);
        options.reservedBytes = bytes;
        return options;
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
        HeapOptions options = new HeapOptions(this);
        options.sparse = wanted;
        return options;
    }

    /**
     * Says that the heap is larger than memory, and its objects are read here and there, as by look-ups in hash maps: then the
     * system reads a page that is missing without those around it, which take the place of pages that are needed. Takes effect on
     * Linux from JDK 22 on, where native access is allowed ({@code --enable-native-access}: of the module {@code org.jnvm.core}, or
     * of {@code ALL-UNNAMED}); elsewhere it does nothing. While all of the heap is in memory it makes the first access to
     * each page slower, and nothing else.
     *
     * @param wanted whether pages are read one by one
     * @return new options
     */
    public HeapOptions randomAccess(boolean wanted) {
        HeapOptions options = new HeapOptions(this);
        options.randomAccess = wanted;
        return options;
    }

    /**
     * Has free space given back to the file system by a thread of its own, as {@link Heap#trim} does: when so much is free for
     * some seconds as an eighth of the file, at least 16 MiB, in rows of 64 KiB and more. What is deleted is off the disk within a
     * minute. Where no space can be given back, the log says so once, and nothing else is done. Without this, space is given back
     * only when the program asks for it.
     *
     * <p>The system property {@code org.jnvm.trim=true} does the same for every heap that is opened.
     *
     * @param wanted whether to give it back
     * @return new options
     */
    public HeapOptions trimInBackground(boolean wanted) {
        HeapOptions options = new HeapOptions(this);
        options.trimInBackground = wanted;
        return options;
    }

    /** Tells whether free space is given back to the file system by a thread of its own. */
    public boolean trimInBackground() {
        return trimInBackground || Boolean.getBoolean(TRIM);
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
        HeapOptions options = new HeapOptions(this);
        options.closeTimeout = longest;
        return options;
    }

    /**
     * Sets how long {@link Heap#atomicallyRetrying} runs a block again that is in conflict with blocks of other threads.
     * Without it, 10 seconds. It is looked at between two attempts: what an attempt itself takes is not cut short.
     *
     * @param longest the longest time from the first attempt on; zero: one attempt
     * @return new options
     */
    public HeapOptions conflictTimeout(Duration longest) {
        if (longest.isNegative()) {
            throw new IllegalArgumentException("timeout must not be negative: timeout=" + longest);
        }
        HeapOptions options = new HeapOptions(this);
        options.conflictTimeout = longest;
        return options;
    }

    /**
     * Lets operations of a heap in domain {@link DurabilityDomain#DISK} return at memory speed: failure-atomic blocks,
     * operations of data types, {@code psync}. After power loss, or a crash of the process, the heap is as it was at some
     * moment no longer ago than the interval, and consistent. Where the disk is too slow for that, operations wait.
     * Without this, mode SYNC: what has returned is on the device. {@link Heap#psync()} waits for the device in both.
     *
     * <p>The system property {@code org.jnvm.interval}, in milliseconds, does the same for every heap in domain {@code
     * DISK} for which the program does not ask.
     *
     * @param longest how much of the last work may be lost, at least a millisecond
     * @return new options
     */
    public HeapOptions asynchronous(Duration longest) {
        if (longest.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("interval must be at least a millisecond: interval=" + longest);
        }
        HeapOptions options = new HeapOptions(this);
        options.interval = longest;
        return options;
    }

    /**
     * Sets how large the write-ahead log of a heap in domain {@link DurabilityDomain#DISK} is, which lies in two files
     * beside the heap. Without it, 64 MiB. A smaller one is checkpointed more often, a larger one takes longer to be
     * checkpointed when the heap is opened after a crash. Commits that do not fit make it larger.
     *
     * @param bytes at least 1 MiB
     * @return new options
     */
    public HeapOptions walBytes(long bytes) {
        if (bytes < MIN_WAL_BYTES) {
            throw new IllegalArgumentException(
                    "a write-ahead log has at least " + MIN_WAL_BYTES + " bytes: bytes=" + bytes);
        }
        HeapOptions options = new HeapOptions(this);
        options.walBytes = bytes;
        return options;
    }

    /** Returns what a power loss may take back in domain {@code DISK}; null: nothing that was acknowledged. */
    public @Nullable Duration asynchronous() {
        String byProperty = interval == null && domain() == DurabilityDomain.DISK ? System.getProperty(INTERVAL) : null;
        if (byProperty == null) {
            return interval;
        }
        try {
            return asynchronous(Duration.ofMillis(Long.parseLong(byProperty))).interval;
        } catch (IllegalArgumentException e) {
            throw new JnvmException("not a number of milliseconds, at least 1: " + INTERVAL + "=" + byProperty, e);
        }
    }

    /** Returns the bytes of the write-ahead log in domain {@code DISK}. */
    public long walBytes() {
        return walBytes;
    }

    /** Returns what the heap may grow to in bytes, 0 if not set. */
    public long maxBytes() {
        return maxBytes;
    }

    /** Returns the domain asked for, by the program or else by the system property, or null. */
    public @Nullable DurabilityDomain domain() {
        return domain != null ? domain : byProperty(DurabilityDomain.class, DOMAIN, "durability domain");
    }

    /** Tells whether a heap is opened that was open when the machine went down. */
    public boolean acceptAfterPowerLoss() {
        return acceptAfterPowerLoss;
    }

    /** Returns which recovery pass is asked for. */
    public Recovery recovery() {
        return recovery;
    }

    /** Returns who hears how recovery advances, or null. */
    public @Nullable RecoveryListener recoveryListener() {
        return recoveryListener;
    }

    /** Tells whether every field access checks that its object is still there. */
    public boolean checked() {
        return checked || Boolean.getBoolean(CHECKED);
    }

    /** Returns the bytes of the file that are really written at least, 0 if not set. */
    public long reserve() {
        return reservedBytes;
    }

    /**
     * Registers the heap with the JVM's management server while it is open, as {@link HeapMXBean}: for JMX clients, {@code jnvm stats} and
     * {@code jnvm backup}. Who may connect to the JVM as its user, or as its options allow, may use it. Without it, it is not; the first
     * heap that is takes a JVM some 50 ms.
     *
     * @param wanted whether to register it
     * @return new options
     */
    public HeapOptions management(boolean wanted) {
        HeapOptions options = new HeapOptions(this);
        options.management = wanted;
        return options;
    }

    /**
     * Has a heap file that is too damaged to be opened be salvaged, so that the program starts with what is sound of it: that becomes a
     * new heap file in its place; the damaged one stays beside it, as {@code NAME.damaged}, with a part file if something
     * could not be placed ({@link SalvageReport}). Takes the time and the space of two copies. A crash leaves the damaged file, or the new
     * one. A file that holds nothing of a heap is refused as before; so is one that a program of a later format made.
     *
     * @param listener hears what was found and what is lost, before the heap is opened
     * @return new options
     */
    public HeapOptions salvage(Consumer<SalvageReport> listener) {
        HeapOptions options = new HeapOptions(this);
        options.salvage = Objects.requireNonNull(listener);
        return options;
    }

    /**
     * Makes snapshots of the heap while it is open, in a thread of its own; see {@link Heap#snapshot()}. One that fails is logged.
     *
     * @param every how long to wait from the end of one to the next, at least a millisecond
     * @return new options
     */
    public HeapOptions snapshots(Duration every) {
        if (every.toMillis() < 1) {
            throw new IllegalArgumentException("snapshots are at least a millisecond apart: interval=" + every);
        }
        HeapOptions options = new HeapOptions(this);
        options.snapshots = every;
        return options;
    }

    /** Returns how long after a snapshot the next one is made; null if none is made but on request. */
    public @Nullable Duration snapshots() {
        return snapshots;
    }

    /** Returns what of the options concerns who only reads. */
    HeapOptions forReading() {
        HeapOptions options = new HeapOptions(this);
        options.collector = Collector.OFF;
        options.salvage = null;
        options.snapshots = null;
        options.recorder = null;
        return options;
    }

    /**
     * Says how far the program trusts the heap file. With {@link Trust#UNTRUSTED} every way of opening opens it read-only, as {@link
     * Heap#openReadOnly(java.nio.file.Path)} does.
     *
     * @param level the level
     * @return new options
     */
    public HeapOptions trust(Trust level) {
        HeapOptions options = new HeapOptions(this);
        options.trust = Objects.requireNonNull(level);
        return options;
    }

    /** Returns how far the program trusts the heap file. */
    public Trust trust() {
        return trust;
    }

    /** Returns what hears of a salvage; null if a damaged heap is refused. */
    public @Nullable Consumer<SalvageReport> salvage() {
        return salvage;
    }

    /** Tells whether the heap is registered with the management server. */
    public boolean management() {
        return management;
    }

    /** Tells whether the file may have holes. */
    public boolean sparse() {
        return sparse;
    }

    /** Tells whether pages that are missing in memory are read one by one. */
    public boolean randomAccess() {
        return randomAccess;
    }

    /** Returns how long closing waits for other threads. */
    public Duration closeTimeout() {
        return closeTimeout;
    }

    /** Returns how long a retrying block is run again. */
    public Duration conflictTimeout() {
        return conflictTimeout;
    }

    /** Returns the recorder, or null. */
    public @Nullable Recorder recorder() {
        return recorder;
    }
}
