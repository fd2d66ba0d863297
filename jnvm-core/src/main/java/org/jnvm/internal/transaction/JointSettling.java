package org.jnvm.internal.transaction;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapLockedException;
import org.jnvm.MissingHeapException;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.file.HeapFileOpener;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.PersistentClasses;
import org.jspecify.annotations.Nullable;

/**
 * Decides on failure-atomic blocks over several heaps that a crash has left in one of them, when that is opened or looked
 * at: finds the files of the others.
 *
 * <p>Two threads may open two heaps of one block at once, each of which has its file locked and needs the other. So one
 * decides at a time, and finds there the heaps of those that wait for their turn.
 */
// persist-order: I33 of docs/PERSIST-ORDER.md: [records of the others: settled] < psync < the record of the heap that
// decides goes
public final class JointSettling implements JointDecider {
    /** How long a heap that is locked may take to get where this finds it. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(2).toNanos();

    private static final long POLL_NANOS = 1_000_000;

    private static final Object TURN = new Object();
    /** Heaps whose threads wait for their turn, by what their files are called. */
    private static final Map<Path, ObjectSpace> WAITING = new ConcurrentHashMap<>();

    /** Counts, when heaps are opened, the files of other heaps that were opened and closed again: odd while one is open. */
    private static final AtomicLong USES = new AtomicLong();

    /** What is done with a heap of the block. */
    private interface Use {
        /** The heap is not open: this is what it has left. */
        boolean on(ObjectSpace space);

        /** The heap is open, and has decided before on all that it had left. */
        boolean ifReplayed();
    }

    /** Null if nothing is to be changed. */
    private final HeapFile.@Nullable Inspection inspection;

    private JointSettling(HeapFile.@Nullable Inspection inspection) {
        this.inspection = inspection;
    }

    /**
     * Returns what decides for a heap that is opened.
     *
     * @param inspection looks at a heap before it is changed
     */
    public static JointDecider opening(HeapFile.Inspection inspection) {
        return new JointSettling(inspection);
    }

    /** Returns what decides for a heap that is looked at, in memory: it changes nothing. */
    public static JointDecider looking() {
        return new JointSettling(null);
    }

    /** Returns a number for {@link #awaitIfUsed}. */
    public static long uses() {
        return USES.get();
    }

    /**
     * Waits until this has no file of another heap open, so that who found a heap locked can try again.
     *
     * @param before what {@link #uses} returned before
     * @return whether a file was open since then: if not, it is somebody else who has the heap
     */
    public static boolean awaitIfUsed(long before) {
        if ((before & 1) == 0 && USES.get() == before) {
            return false;
        }
        synchronized (TURN) {
            return true;
        }
    }

    @Override
    public int exclusively(ObjectSpace space, IntSupplier replay) {
        if (inspection == null) {
            return replay.getAsInt();
        }
        WAITING.put(space.file().path(), space);
        synchronized (TURN) {
            try {
                return replay.getAsInt();
            } finally {
                WAITING.remove(space.file().path()); // within the turn: nobody must change a heap that is replayed
            }
        }
    }

    @Override
    public boolean isCommitted(ObjectSpace space, JointRecord record) {
        if (!record.decides()) {
            return with(space, record, 0, new Use() {
                @Override
                public boolean on(ObjectSpace decider) {
                    return hasDecided(decider, record.id());
                }

                @Override
                public boolean ifReplayed() {
                    return false; // else it would have settled this record when it was opened
                }
            });
        }
        for (int i = 1; i < record.members().size() && inspection != null; i++) {
            with(space, record, i, new Use() {
                @Override
                public boolean on(ObjectSpace other) {
                    return settle(other, record.id());
                }

                @Override
                public boolean ifReplayed() {
                    return true;
                }
            });
        }
        return true;
    }

    private static boolean hasDecided(ObjectSpace decider, long id) {
        for (JointRecord record : ThreadTransactions.engine().joint(decider)) {
            if (record.id() == id && record.decides()) {
                return true;
            }
        }
        return false;
    }

    /** Settles the record of a block in another heap; it may be gone, if the heap needed it no more. */
    // persist-order: [record: settled] < psync < the record of the heap that decides goes
    private static boolean settle(ObjectSpace other, long id) {
        for (JointRecord record : ThreadTransactions.engine().joint(other)) {
            if (record.id() == id && !record.settled()) {
                if (other.file().wasClean()) {
                    other.file().markInUse(); // domain DISK: from here on it has a log
                }
                ThreadTransactions.engine().settle(other, record);
                other.file().psync();
            }
        }
        return true;
    }

    // ---- finding the other heap ----

    private boolean with(ObjectSpace own, JointRecord record, int which, Use use) {
        JointRecord.Member member = record.members().get(which);
        StringBuilder tried = new StringBuilder();
        for (Path candidate : candidates(own.file().path(), record, which)) {
            if (!Files.exists(candidate)) {
                tried.append(tried.isEmpty() ? "" : ", ").append(candidate).append(" (no such file)");
                continue;
            }
            Boolean done = with(own, record, member, candidate, use);
            if (done != null) {
                return done;
            }
            tried.append(tried.isEmpty() ? "" : ", ").append(candidate).append(" (another heap)");
        }
        throw new MissingHeapException("heap needs another one, as a failure-atomic block over several heaps was being"
                + " committed when the program ended: heap=" + own.file().path() + ", needed: heap id=" + member.heap()
                + ", file=" + member.path() + ", looked for=" + tried
                + "; put that file back, there or beside this heap, as the crash left it; if it is lost,"
                + " HeapOptions.salvage or jnvm salvage makes a heap without that block where it cannot be told");
    }

    /** Where the other heap may be: where it was in relation to this one, then where it was. */
    private static Set<Path> candidates(Path own, JointRecord record, int which) {
        Set<Path> candidates = new LinkedHashSet<>();
        Path then = record.members().get(record.own()).path();
        Path wanted = record.members().get(which).path();
        Path thenFolder = then.getParent();
        Path folder = own.toAbsolutePath().getParent();
        if (thenFolder != null && folder != null) {
            candidates.add(folder.resolve(thenFolder.relativize(wanted)).normalize());
        }
        candidates.add(wanted);
        return candidates;
    }

    /** Uses the heap in a file; returns null if that is another heap. */
    private @Nullable Boolean with(
            ObjectSpace own, JointRecord record, JointRecord.Member member, Path candidate, Use use) {
        long began = System.nanoTime();
        while (true) {
            if (ReplayedHeaps.contains(member.heap(), candidate)) {
                return use.ifReplayed();
            }
            ObjectSpace waiting = waiting(candidate);
            if (waiting != null) {
                return waiting.file().id().equals(member.heap()) ? use.on(waiting) : null;
            }
            count();
            try (HeapFile file = open(candidate, own, record)) {
                return file.id().equals(member.heap()) ? use.on(new ObjectSpace(file, new PersistentClasses())) : null;
            } catch (HeapLockedException e) {
                if (System.nanoTime() - began > PATIENCE_NANOS) {
                    throw new HeapLockedException(
                            "heap needs another one, which is in use, as a failure-atomic block over"
                                    + " several heaps was being committed when the program ended: heap="
                                    + own.file().path() + ", needed=" + candidate
                                    + "; open both in one program, or close the other one first; " + e.getMessage());
                }
                LockSupport.parkNanos(POLL_NANOS); // it may be about to wait for its turn, or opened
            } catch (MissingHeapException e) {
                throw e;
            } catch (HeapFormatException e) {
                MissingHeapException unusable = new MissingHeapException(
                        "heap needs another one, which cannot be used, as a failure-atomic block over several heaps was"
                                + " being committed when the program ended: heap="
                                + own.file().path() + ", needed="
                                + candidate + ", error=" + e.getMessage()
                                + "; mend that first; if it is lost, HeapOptions.salvage or jnvm salvage makes a heap"
                                + " without that block where it cannot be told");
                unusable.initCause(e);
                throw unusable;
            } finally {
                count();
            }
        }
    }

    private void count() {
        if (inspection != null) {
            USES.incrementAndGet();
        }
    }

    private HeapFile open(Path candidate, ObjectSpace own, JointRecord record) {
        return inspection == null || !record.decides()
                ? HeapFileOpener.openReadOnly(candidate, true)
                : HeapFileOpener.openToSettle(candidate, own.file().domain(), inspection);
    }

    private static @Nullable ObjectSpace waiting(Path candidate) {
        for (Map.Entry<Path, ObjectSpace> entry : WAITING.entrySet()) {
            if (ReplayedHeaps.isSame(entry.getKey(), candidate)) {
                return entry.getValue();
            }
        }
        return null;
    }
}
