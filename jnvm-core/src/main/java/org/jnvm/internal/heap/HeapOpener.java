package org.jnvm.internal.heap;

import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Collectors;
import org.jnvm.Collector;
import org.jnvm.HeapCheck;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.MissingHeapException;
import org.jnvm.Recovery;
import org.jnvm.RecoveryReport;
import org.jnvm.Trust;
import org.jnvm.internal.alloc.FreeMap;
import org.jnvm.internal.check.HeapChecker;
import org.jnvm.internal.collector.LateRecovery;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ClassTable;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.recovery.HeapWords;
import org.jnvm.internal.recovery.Progress;
import org.jnvm.internal.recovery.RecoveryPass;
import org.jnvm.internal.recovery.RecoverySettings;
import org.jnvm.internal.recovery.RootMapCheck;
import org.jnvm.internal.transaction.JointDecider;
import org.jnvm.internal.transaction.JointRecord;
import org.jnvm.internal.transaction.JointSettling;
import org.jnvm.internal.transaction.ReplayedHeaps;
import org.jnvm.internal.transaction.ThreadTransactions;

/**
 * What opening a heap does between mapping its file and the first store of the program: finds the redo logs, and uses
 * the free map of the last close or replays and runs the recovery pass. In the thread that opens the heap.
 *
 * <p>Neither here nor in what is called from here for a heap that was closed are there lambdas or streams: in a young JVM
 * they take as long as all the rest of opening the heap.
 */
final class HeapOpener implements HeapFile.Inspection {
    private static final int FINDINGS_IN_MESSAGE = 3;

    /** Opens no file that a heap names which is not trusted. */
    private enum UntrustedDecider implements JointDecider {
        REFUSES;

        @Override
        public boolean isCommitted(ObjectSpace space, JointRecord record) {
            if (record.decides()) {
                return true;
            }
            throw new MissingHeapException(
                    "heap needs another one, as a failure-atomic block over several heaps was being"
                            + " committed when the program ended, and it is not trusted: heap="
                            + space.file().path() + ", needed="
                            + record.members().get(0).path()
                            + "; have its owner open both, or open it with another level of HeapOptions.trust");
        }
    }

    private final PersistentHeap heap;
    private final HeapOptions options;
    private final long began = System.nanoTime();
    private RecoveryPass pass;
    private LateRecovery late;

    /**
     * Begins; nothing is done yet.
     *
     * @param heap the heap, of which file and objects must be there when it is recovered
     * @param options how to open it
     */
    HeapOpener(PersistentHeap heap, HeapOptions options) {
        this.heap = heap;
        this.options = options;
    }

    /** Checks a heap that may have lost any store, and refuses it unless the program accepts it and it is undamaged. */
    @Override
    public void afterPowerLoss(HeapFile file, String facts) {
        HeapCheck check = check(file);
        if (options.acceptAfterPowerLoss() && check.isRecoverable()) {
            Log.LOG.warn("heap accepted that was open when the machine went down: {}, {}", facts, check);
            return;
        }
        String first = first(check);
        throw new HeapFormatException("heap was open when the machine went down: heap=" + file.path() + ", " + facts
                + ", errors found=" + check.count(HeapCheck.Severity.ERROR) + ", warnings="
                + check.count(HeapCheck.Severity.WARNING) + first + "; in domain "
                + file.domain() + " any of its last stores may be missing: restore it from a copy"
                + (check.isRecoverable()
                        ? ", or take it as it is with HeapOptions.acceptAfterPowerLoss(true)"
                        : "; it is damaged, HeapOptions.acceptAfterPowerLoss(true) does not help"));
    }

    @Override
    public void verify(HeapFile file) {
        HeapCheck check = check(file);
        if (!check.isRecoverable()) {
            throw new HeapFormatException("heap is damaged: heap=" + file.path() + ", trust=" + options.trust()
                    + ", errors found=" + check.count(HeapCheck.Severity.ERROR) + first(check)
                    + "; restore it from a copy, or see what is sound with jnvm salvage");
        }
    }

    private HeapCheck check(HeapFile file) {
        Progress progress = new Progress(new LoggedProgress(file.path(), options.recoveryListener()), began);
        return new HeapChecker(file, null, RecoverySettings.defaults(), progress).run();
    }

    /** Returns the gravest findings for a message, beginning with a comma; nothing if there are none. */
    private static String first(HeapCheck check) {
        String first = check.findings().stream()
                .filter(finding -> finding.severity() != HeapCheck.Severity.INFO)
                .sorted(Comparator.comparing(HeapCheck.Finding::severity))
                .limit(FINDINGS_IN_MESSAGE)
                .map(finding -> "[" + finding + "]")
                .collect(Collectors.joining(", "));
        return first.isEmpty() ? "" : ", first=" + first;
    }

    /**
     * Makes the heap consistent after whatever ended its last use.
     *
     * @return what was done
     */
    RecoveryReport recover() {
        FreeMap map = options.recovery() == Recovery.AUTO ? freeMap() : null;
        return map == null ? replayAndRecover() : skipPass(map);
    }

    /** Returns the recovery pass that was run, null if there was none. */
    RecoveryPass pass() {
        return pass;
    }

    /** Returns the free map that the last close left, or null if there is none that can be trusted. */
    private FreeMap freeMap() {
        if (heap.file().freeMap() == null || heap.space().load(StateLayout.LOGS_OFFSET) != Reference.NULL) {
            return null;
        }
        FreeMap map = FreeMap.of(heap.file().freeMap(), heap.space().load(StateLayout.BUMP_OFFSET), new Runnable() {
            @Override
            public void run() {
                Log.LOG.warn(
                        "free map damaged, some free blocks stay out of use until the next opening: heap={}",
                        heap.file().path());
                heap.closing().requirePass("its free map was damaged");
            }
        });
        if (map == null) {
            Log.LOG.warn(
                    "free map damaged, the recovery pass runs instead: heap={}",
                    heap.file().path());
        }
        return map;
    }

    // persist-order: [superblock: in use] < force (in markInUse) < the program
    //   The heap was closed: there is nothing to replay, nothing to nullify, and the bump pointer stays.
    private RecoveryReport skipPass(FreeMap map) {
        RootMapCheck.check(heap.space(), false);
        heap.file().markInUse();
        noteReplayed();
        long end = heap.space().load(StateLayout.BUMP_OFFSET);
        heap.space().allocator().recovered(map, end, map.freeBlocks());
        heap.space().slabs().foundLater(map);
        return new RecoveryReport(
                Recovery.AUTO,
                0,
                -1,
                heap.file().blocksBelow(end) - map.freeBlocks(),
                map.freeBlocks(),
                0,
                Duration.ofNanos(System.nanoTime() - began));
    }

    /** Replays the logs and runs the pass. A heap that was closed is in use as soon as there is something to replay. */
    private RecoveryReport replayAndRecover() {
        if (heap.file().wasClean() && heap.space().load(StateLayout.LOGS_OFFSET) != Reference.NULL) {
            heap.file().markInUse();
        }
        int replayed = ThreadTransactions.replay(heap.space(), decider());
        noteReplayed();
        heap.orders().giveUp();
        if (replayed > 0) {
            heap.space().classes().load(); // a damaged log can have changed a class record
            heap.space().enums().load();
        }
        return mayRunLater() ? runLater(replayed) : runPass(replayed);
    }

    /** Returns what decides on blocks over several heaps: where nothing is changed, it looks at the other heaps only. */
    private JointDecider decider() {
        if (!heap.isReadOnly()) {
            return JointSettling.opening(this);
        }
        return options.trust() == Trust.UNTRUSTED ? UntrustedDecider.REFUSES : JointSettling.looking();
    }

    /** Other heaps that are opened find this one open, and need not decide for it; not one whose file is as it was. */
    private void noteReplayed() {
        if (!heap.isReadOnly()) {
            ReplayedHeaps.add(heap.file());
        }
    }

    /** Returns the recovery pass that runs beside the program, null if there is none. */
    LateRecovery late() {
        return late;
    }

    /** Tells whether the program may use the heap before the recovery pass has ended: it is collected, and was not closed. */
    private boolean mayRunLater() {
        if (options.collector() == Collector.OFF
                || options.recovery() != Recovery.AUTO
                || heap.file().wasClean()) {
            return false;
        }
        ClassTable table = heap.space().classes();
        ClassLayout[] layouts = table.layouts();
        for (int id = 1; id < layouts.length; id++) {
            ClassEntry entry = table.entry(id);
            if (entry != null && table.overridesRecover(entry)) {
                Log.LOG.info(
                        "opening waits for the recovery pass, as recover() is overridden: heap={}, class={}",
                        heap.file().path(),
                        layouts[id].className());
                return false;
            }
        }
        return true;
    }

    private RecoveryReport runLater(int replayed) {
        HeapWords words = new HeapWords(heap.file());
        RecoveryPass.requireBump(heap.space(), words);
        RootMapCheck.check(heap.space(), true);
        heap.file().markInUse();
        late = new LateRecovery(
                heap.space(), words, new LoggedProgress(heap.file().path(), options.recoveryListener()));
        long below = heap.file().blocksBelow(heap.space().allocator().bump());
        return new RecoveryReport(
                Recovery.FULL, replayed, -1, below, 0, 0, Duration.ofNanos(System.nanoTime() - began));
    }

    /** Returns the report of a recovery pass that has run beside the program. */
    RecoveryReport report(RecoveryReport before, LateRecovery.Outcome found) {
        return new RecoveryReport(
                Recovery.FULL,
                before.replayedLogs(),
                found.objects(),
                before.liveBlocks() - found.freeBlocks(),
                found.freeBlocks(),
                found.dangling(),
                Duration.ofNanos(System.nanoTime() - began));
    }

    /** Runs the recovery pass that the options ask for; a full one where a scan cannot tell what is garbage. */
    private RecoveryReport runPass(int replayed) {
        try {
            return runPass(options.recovery(), replayed);
        } catch (HeapFormatException e) {
            if (options.recovery() != Recovery.SCAN_ONLY || !pass.metBrokenObject()) {
                throw e;
            }
            Log.LOG.warn("a scan does not do, the full recovery pass runs instead: {}", e.getMessage());
            return runPass(Recovery.FULL, replayed);
        }
    }

    private RecoveryReport runPass(Recovery kind, int replayed) {
        Progress progress = new Progress(new LoggedProgress(heap.file().path(), options.recoveryListener()), began);
        pass = new RecoveryPass(heap.space(), heap.space().slabs(), RecoverySettings.defaults(), progress);
        return pass.run(kind, replayed, began);
    }
}
