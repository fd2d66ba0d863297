package org.jnvm.internal.heap;

import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jnvm.FailureAtomicException;
import org.jnvm.ForeignHeapException;
import org.jnvm.Heap;
import org.jnvm.HeapCensus;
import org.jnvm.HeapCheck;
import org.jnvm.HeapClosedException;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.HeapStats;
import org.jnvm.InvalidObjectException;
import org.jnvm.JnvmException;
import org.jnvm.NotTransformedException;
import org.jnvm.Recovery;
import org.jnvm.RecoveryReport;
import org.jnvm.internal.alloc.AllocatorCounts;
import org.jnvm.internal.alloc.FreeMap;
import org.jnvm.internal.alloc.FreeMapBuilder;
import org.jnvm.internal.alloc.LongStack;
import org.jnvm.internal.check.HeapChecker;
import org.jnvm.internal.fa.FaContext;
import org.jnvm.internal.fa.Leases;
import org.jnvm.internal.file.FreeMapImage;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.FreeMapLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.memory.Mode;
import org.jnvm.internal.memory.SlowPath;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.Migration;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.PersistentClasses;
import org.jnvm.internal.object.ProxyTable;
import org.jnvm.internal.object.Strings;
import org.jnvm.internal.object.Tails;
import org.jnvm.internal.object.Validator;
import org.jnvm.internal.recovery.Progress;
import org.jnvm.internal.recovery.RecoveryPass;
import org.jnvm.internal.recovery.RecoverySettings;
import org.jnvm.internal.recovery.RootMapCheck;
import org.jnvm.internal.thread.Operations;
import org.jnvm.internal.thread.ReadSections;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.RedoLogProvider;
import org.jnvm.spi.RedoLogs;

/**
 * An open heap: ties file, objects, proxies and failure-atomic blocks together. What {@link Heap} and generated code
 * call ends here.
 */
public final class PersistentHeap implements SlowPath, FaContext.FaOwner {
    private static final int FINDINGS_IN_MESSAGE = 3;
    private static final long NOT_CLOSING = -1;
    private static final long CLOSING_POLL_NANOS = 100_000;

    private final HeapFile file;
    private final Duration closeTimeout;
    private final Mode mode;
    private final ObjectSpace space;
    private final Migration migration;
    private final ProxyTable proxies;
    private final Validator validator;
    private final RedoLogs logs;
    private final RecoveryReport recovery;
    private final LongAdder commits = new LongAdder();
    private final LongAdder aborts = new LongAdder();
    private final FieldRegion freedRegion;
    private final FieldValues values;
    private final Leases leases;
    /** What recovery found, until the callbacks have run. */
    private RecoveryPass recovered;

    private Heap facade;
    /** The epoch that ended when closing began. */
    private volatile long closingEpoch = NOT_CLOSING;
    /** Whether the lock was given up. */
    private boolean released;
    /** Why the next opening must run the recovery pass; null if it need not. */
    private volatile String passRequired;

    private PersistentHeap(Path path, long maxBytes, HeapFile.Intent intent, HeapOptions options) {
        long began = System.nanoTime();
        closeTimeout = options.closeTimeout();
        Object opening = HeapEvents.heapOpens();
        file = HeapFile.open(
                path,
                maxBytes,
                intent,
                options,
                this,
                (heap, facts) -> decideAfterPowerLoss(heap, facts, options, began));
        try {
            mode = file.mode();
            freedRegion = FieldRegion.freed(this);
            space = new ObjectSpace(file, new PersistentClasses());
            validator = new Validator(space);
            values = new FieldValues(this);
            migration = new Migration(space, this::logsIfAny);
            proxies = new ProxyTable(space, migration);
            logs = attachLogs();
            leases = new Leases(space, this::logs);
            space.allocator().onShortage(leases::settleIdle);
            space.beforeFree(this::requireMayChange);
            Object recovering = HeapEvents.recoveryStarts();
            FreeMap map = options.recovery() == Recovery.AUTO ? freeMap() : null;
            recovery = map == null ? replayAndRecover(options, began) : skipPass(map, began);
            HeapEvents.recovered(
                    recovering,
                    file.path(),
                    recovery.replayedLogs(),
                    recovery.liveObjects(),
                    recovery.liveBlocks(),
                    recovery.freeBlocks(),
                    recovery.nullifiedReferences());
            file.markInUse();
            file.reserve(options.reservedBytes());
        } catch (RuntimeException | Error e) {
            file.close();
            throw e;
        }
        HeapEvents.heapOpened(
                opening,
                file.path(),
                file.domain().name(),
                access(),
                file.bytes(),
                file.maxBytes(),
                recovery.replayedLogs());
        Log.LOG.debug("heap open: heap={}, domain={}, access={}, {}", file.path(), file.domain(), access(), recovery);
    }

    /** Opens a heap; see {@link Heap} for the arguments. */
    public static PersistentHeap open(Path path, long maxBytes, HeapFile.Intent intent, HeapOptions options) {
        return new PersistentHeap(path, maxBytes, intent, options);
    }

    /** Returns the free map that the last close left, or null if there is none that can be trusted. */
    private FreeMap freeMap() {
        if (file.freeMap() == null || space.load(StateLayout.LOGS_OFFSET) != Reference.NULL) {
            return null;
        }
        FreeMap map = FreeMap.of(file.freeMap(), space.load(StateLayout.BUMP_OFFSET), () -> {
            Log.LOG.warn(
                    "free map damaged, some free blocks stay out of use until the next opening: heap={}", file.path());
            requirePass("its free map was damaged");
        });
        if (map == null) {
            Log.LOG.warn("free map damaged, the recovery pass runs instead: heap={}", file.path());
        }
        return map;
    }

    // persist-order: [superblock: in use] < force (in markInUse) < the program. The heap was closed: there is nothing
    // to
    //   replay, nothing to nullify, and the bump pointer stays.
    private RecoveryReport skipPass(FreeMap map, long began) {
        RootMapCheck.check(space, false);
        file.markInUse();
        long end = space.load(StateLayout.BUMP_OFFSET);
        space.allocator().recovered(map, end, map.freeBlocks());
        space.pools().foundLater(map::poolBlocks);
        return new RecoveryReport(
                Recovery.AUTO,
                0,
                -1,
                end - StateLayout.FIRST_BLOCK - map.freeBlocks(),
                map.freeBlocks(),
                0,
                Duration.ofNanos(System.nanoTime() - began));
    }

    /** Replays the logs and runs the pass. A heap that was closed is in use as soon as there is something to replay. */
    private RecoveryReport replayAndRecover(HeapOptions options, long began) {
        if (logs != null && file.wasClean() && space.load(StateLayout.LOGS_OFFSET) != Reference.NULL) {
            file.markInUse();
        }
        int replayed = logs == null ? 0 : logs.replay();
        if (replayed > 0) {
            space.classes().load(); // a damaged log can have changed a class record
            space.enums().load();
        }
        return recover(options, replayed, began);
    }

    /** Makes the next opening run the recovery pass, however the heap is closed. */
    void requirePass(String why) {
        passRequired = why;
    }

    /** Runs the recovery pass that the options ask for. */
    private RecoveryReport recover(HeapOptions options, int replayed, long began) {
        Progress progress = new Progress(new LoggedProgress(file.path(), options.recoveryListener()), began);
        recovered = new RecoveryPass(space, space.pools(), RecoverySettings.defaults(), progress);
        return recovered.run(options.recovery(), replayed, began);
    }

    /** Checks a heap that may have lost any store, and refuses it unless the program accepts it and it is undamaged. */
    private static void decideAfterPowerLoss(HeapFile heap, String facts, HeapOptions options, long began) {
        Progress progress = new Progress(new LoggedProgress(heap.path(), options.recoveryListener()), began);
        HeapCheck check = new HeapChecker(heap, null, RecoverySettings.defaults(), progress).run();
        if (options.acceptsAfterPowerLoss() && check.isRecoverable()) {
            Log.LOG.warn("heap accepted that was open when the machine went down: {}, {}", facts, check);
            return;
        }
        String first = check.findings().stream()
                .filter(finding -> finding.severity() != HeapCheck.Severity.INFO)
                .sorted(Comparator.comparing(HeapCheck.Finding::severity))
                .limit(FINDINGS_IN_MESSAGE)
                .map(finding -> "[" + finding + "]")
                .collect(Collectors.joining(", "));
        throw new HeapFormatException("heap was open when the machine went down: heap=" + heap.path() + ", " + facts
                + ", errors found=" + check.count(HeapCheck.Severity.ERROR) + ", warnings="
                + check.count(HeapCheck.Severity.WARNING) + (first.isEmpty() ? "" : ", first=" + first) + "; in domain "
                + heap.domain() + " any of its last stores may be missing: restore it from a copy"
                + (check.isRecoverable()
                        ? ", or take it as it is with HeapOptions.acceptAfterPowerLoss()"
                        : "; it is damaged, HeapOptions.acceptAfterPowerLoss() does not help"));
    }

    /** Checks the whole heap; see {@link Heap#check()}. */
    public HeapCheck check() {
        requireOpen();
        Progress quiet = new Progress((phase, done, total, elapsed) -> {}, System.nanoTime());
        return new HeapChecker(file, space.allocator(), RecoverySettings.defaults(), quiet).run();
    }

    /** Warns of objects that a crash would lose, though something leads to them: only weak operations leave such. */
    private void reportInvalidObjects() {
        if (!validator.weakUsed()) {
            return;
        }
        Progress quiet = new Progress((phase, done, total, elapsed) -> {}, System.nanoTime());
        HeapCheck check = new HeapChecker(file, null, RecoverySettings.defaults(), quiet).reachable();
        long invalid = check.count(HeapCheck.Rule.INVALID_OBJECT);
        if (invalid > 0) {
            Log.LOG.warn(
                    "heap closed with references to objects that are not valid, which recovery sets to null: heap={},"
                            + " references={}, first={}; validate them after wput",
                    file.path(),
                    invalid,
                    check.findings().stream()
                            .filter(finding -> finding.rule() == HeapCheck.Rule.INVALID_OBJECT)
                            .findFirst()
                            .orElseThrow());
        }
    }

    /** Calls {@code recover()} where it is overridden; the last step of opening, when the façade is in place. */
    public void finishOpening(Heap heap) {
        facade = heap;
        if (recovered != null) {
            new RecoverCalls(this, recovered).run();
            recovered = null;
        }
    }

    /** Gives the heap up when opening it failed in its last step: as after a crash, and no proxy works any more. */
    public synchronized void abandon() {
        mode.set(Mode.CLOSED);
        released = true;
        file.close();
    }

    private RedoLogs attachLogs() {
        RedoLogProvider provider = null;
        for (ClassLoader loader :
                new ClassLoader[] {Thread.currentThread().getContextClassLoader(), PersistentHeap.class.getClassLoader()
                }) {
            if (provider == null) {
                provider = ServiceLoader.load(RedoLogProvider.class, loader)
                        .findFirst()
                        .orElse(null);
            }
        }
        if (provider != null) {
            return provider.attach(new LogMemory(space));
        }
        if (space.load(StateLayout.LOGS_OFFSET) != Reference.NULL) {
            throw new FailureAtomicException("heap has redo logs and nothing to read them: heap=" + file.path()
                    + "; add the artifact org.jnvm:jnvm-pfa to the class path or module path");
        }
        return null;
    }

    // ---- what others ask for ----

    @Override
    public ObjectSpace space() {
        return space;
    }

    private RedoLogs logs() {
        requireOpen();
        if (logs == null) {
            throw new FailureAtomicException("failure-atomic blocks need a redo log: heap=" + file.path()
                    + "; add the artifact org.jnvm:jnvm-pfa to the class path or module path");
        }
        return logs;
    }

    /** Returns the values that fields own. */
    public FieldValues values() {
        return values;
    }

    @Override
    public Leases leases() {
        logs(); // refuses a heap that is closed, or has no redo log
        return leases;
    }

    private RedoLogs logsIfAny() {
        requireOpen();
        return logs;
    }

    /** Returns the heap file. */
    public HeapFile file() {
        return file;
    }

    /** Returns the façade. */
    public Heap facade() {
        return facade;
    }

    /** Returns what recovery did when the heap was opened. */
    public RecoveryReport recovery() {
        return recovery;
    }

    /** Returns how the heap stands; also of a closed one. */
    public HeapStats stats() {
        AllocatorCounts counts = space.allocator().counts();
        long bump = Math.max(0, counts.bump() - StateLayout.FIRST_BLOCK);
        return new HeapStats(
                file.path(),
                file.domain(),
                file.bytes(),
                file.maxBytes(),
                file.chunkCount(),
                counts.bump(),
                bump - counts.free(),
                counts.free(),
                counts.retired(),
                counts.cachedInAll(),
                space.classes().size(),
                migration.converted(),
                proxies.size(),
                mode.writeBacks(),
                mode.fences(),
                recovery.replayedLogs(),
                commits.sum(),
                aborts.sum(),
                mode.openBlocks(),
                mode.is(Mode.POISONED),
                isClosed());
    }

    /** Counts the objects by class. */
    public HeapCensus census() {
        requireOpen();
        return new Census(space).take();
    }

    @Override
    public void blockEnded(boolean committed) {
        (committed ? commits : aborts).increment();
    }

    /** Returns the access route and the kind of write-back, for people. */
    public String access() {
        return FieldRegion.route() + ", write-back " + mode.writeBack();
    }

    /** Orders write-backs and stores. */
    public void pfence() {
        requireOpen();
        mode.pfence();
    }

    /** Orders write-backs and stores, and waits until they are durable. */
    public void psync() {
        requireOpen();
        mode.psync();
    }

    /** Tells whether the heap was closed. */
    public boolean isClosed() {
        return mode.is(Mode.CLOSED);
    }

    @Override
    public void requireOpen() {
        if (mode.isAny(Mode.CLOSED | Mode.CLOSING | Mode.POISONED)) {
            refuseUnlessBegun();
        }
    }

    private void refuseUnlessBegun() {
        if (isClosed()) {
            throw new HeapClosedException("heap is closed: heap=" + file.path() + "; open it again");
        }
        if (mode.is(Mode.POISONED)) {
            throw mode.poisoned();
        }
        if (FaContext.current().isOpenOn(this)) {
            return;
        }
        long epoch = closingEpoch;
        while (epoch == NOT_CLOSING && !isClosed()) { // set right after the flag
            Thread.onSpinWait();
            epoch = closingEpoch;
        }
        if (!Operations.isBusySince(epoch)) {
            throw new HeapClosedException("heap is being closed: heap=" + file.path() + "; open it again");
        }
    }

    /**
     * Enters an operation that changes the heap: closing the heap waits until {@link #exitOperation}.
     *
     * @throws HeapClosedException if the heap was closed, or is being closed
     */
    public void enterOperation() {
        Operations.enter();
        try {
            requireOpen();
        } catch (RuntimeException | Error e) {
            Operations.exit();
            throw e;
        }
    }

    /** Leaves the innermost operation. */
    public void exitOperation() {
        Operations.exit();
    }

    /** Poisons the heap, as a page of it could not be reached; see {@link Mode#poison}. */
    public JnvmException poison(InternalError e) {
        return mode.poison("access to a mapped page, maybe of a file that was truncated or a disk that is full", e);
    }

    // ---- slow paths of field access ----

    @Override
    public MappedChunk chunkOf(long offset) {
        return file.chunkOf(offset);
    }

    @Override
    public long offsetOfAddress(long address) {
        return file.offsetOfAddress(address);
    }

    @Override
    public long placeToRead(FieldRegion region, long place, int off) {
        refuse(region, place);
        FaContext context = fa();
        if (context != null) {
            return context.placeToRead(region.offsetOf(place) + off);
        }
        return FieldRegion.isPlain(place) ? DIRECT : region.offsetOf(place) + off;
    }

    @Override
    public long placeToWrite(FieldRegion region, long place, int off, int bytes) {
        refuse(region, place);
        FaContext context = fa();
        if (context != null) {
            return context.placeToWrite(region.offsetOf(place) + off, bytes);
        }
        requireMayChange(region.offsetOf(place) & -BlockLayout.BLOCK_BYTES);
        return FieldRegion.isPlain(place) ? DIRECT : region.offsetOf(place) + off;
    }

    private void refuse(FieldRegion region, long place) {
        if (region.isFreed(place)) {
            throw freed(region.refOf(place));
        }
        requireOpen();
        if (mode.is(Mode.CHECKED)) {
            long ref = region.refOf(place);
            if (Reference.kind(ref) != 0) { // else of a slave block: its master was checked when it was looked up
                space.header(ref);
            }
        }
    }

    private InvalidObjectException freed(long ref) {
        return new InvalidObjectException("object was freed: heap=" + file.path() + ", object="
                + Reference.describe(ref) + "; do not use a persistent object after JNVM.free or an abort");
    }

    /** Returns the calling thread's failure-atomic block if one is open on this heap, else null. */
    public FaContext fa() {
        if (!mode.mayBeInBlock()) {
            return null;
        }
        FaContext context = FaContext.current();
        return context.isOpenOn(this) ? context : null;
    }

    /** Runs an action after the commit of the calling thread's block; at once if none is open on this heap. */
    public void onCommit(Runnable action) {
        requireOpen();
        FaContext context = fa();
        if (context != null) {
            context.onCommit(action);
        } else {
            action.run();
        }
    }

    /** Runs an action once the calling thread's innermost block was undone; never if none is open on this heap. */
    public void onAbort(Runnable action) {
        requireOpen();
        FaContext context = fa();
        if (context != null) {
            context.onAbort(action);
        }
    }

    // ---- proxies and references ----

    /** Returns the heap of a proxy. */
    public static PersistentHeap of(Proxy proxy) {
        FieldRegion region = (FieldRegion) proxy.$jnvm$region();
        if (region == null) {
            throw new InvalidObjectException("object has no persistent part yet: class="
                    + proxy.getClass().getName()
                    + "; a constructor of a superclass must not use persistent fields");
        }
        return (PersistentHeap) region.owner();
    }

    /**
     * Returns the reference of an argument that is stored into this heap.
     *
     * @param value a persistent object, or null
     * @return its reference word
     */
    public long refOf(Object value) {
        if (value == null) {
            return Reference.NULL;
        }
        if (!(value instanceof Proxy proxy)) {
            throw new NotTransformedException(value);
        }
        PersistentHeap other = of(proxy);
        if (other != this) {
            throw new ForeignHeapException("object belongs to another heap: object's heap=" + other.file.path()
                    + ", heap=" + file.path() + ", class=" + value.getClass().getName()
                    + "; make a copy of it in this heap");
        }
        if (((FieldRegion) proxy.$jnvm$region()).isFreed()) {
            throw freed(proxy.$jnvm$ref());
        }
        requireOpen();
        return proxy.$jnvm$ref();
    }

    /** Returns a proxy of the object that a reference leads to, null for the null reference. */
    public Proxy proxy(long ref) {
        if (ref == Reference.NULL) {
            return null;
        }
        long header = space.header(ref);
        VarHandle.acquireFence(); // another thread may just have converted the object, whose header it stored last
        FaContext context = fa();
        if (context != null) {
            context.requireNotFreed(ref);
        }
        return proxies.get(ref, space.classes().entry(BlockLayout.classId(header)));
    }

    /**
     * Allocates the persistent part of a new object.
     *
     * @param self its proxy
     * @param bytes its object bytes
     */
    public void allocate(Proxy self, long bytes) {
        enterOperation();
        try {
            allocateOpen(self, bytes);
        } catch (InternalError e) {
            throw poison(e);
        } finally {
            exitOperation();
        }
    }

    private void allocateOpen(Proxy self, long bytes) {
        FaContext context = requireAllocation(self);
        ClassEntry entry = space.classes().entry(self.$jnvm$descriptor());
        if (bytes <= BlockLayout.BLOCK_BYTES) {
            long ref = space.createBlock(entry.id());
            self.$jnvm$bind(space.chunk(Reference.offset(ref)).fields(), ref, null);
            if (context.depth() > 0) {
                context.allocated(ref, self);
            }
            if (self.$jnvm$descriptor().layout().canonical()) {
                proxies.add(self);
            }
            return;
        }
        bind(self, space.create(entry.id(), bytes));
    }

    /**
     * Allocates the persistent part of a new string; it never changes.
     *
     * @param self its proxy
     * @param text its content
     */
    public void allocateString(Proxy self, String text) {
        enterOperation();
        try {
            allocateStringOpen(self, text);
        } catch (InternalError e) {
            throw poison(e);
        } finally {
            exitOperation();
        }
    }

    private void allocateStringOpen(Proxy self, String text) {
        requireAllocation(self);
        space.classes().entry(self.$jnvm$descriptor());
        bind(self, Strings.create(space, text));
    }

    /**
     * Allocates the persistent part of a new small object that consists of references; a later change of one is made by
     * {@link #writeCell}.
     *
     * @param self its proxy
     * @param refs the references
     */
    public void allocatePacked(Proxy self, long... refs) {
        enterOperation();
        try {
            allocatePackedOpen(self, refs);
        } catch (InternalError e) {
            throw poison(e);
        } finally {
            exitOperation();
        }
    }

    private void allocatePackedOpen(Proxy self, long... refs) {
        requireAllocation(self);
        ClassEntry entry = space.classes().entry(self.$jnvm$descriptor());
        ObjectView object = space.createPacked(entry.id(), entry.layout().bytes());
        for (int i = 0; i < refs.length; i++) {
            object.store(BlockLayout.PAYLOAD_OFFSET + 8L * i, refs[i]);
        }
        bind(self, object);
        FaContext context = fa();
        for (long ref : refs) {
            if (context != null && ref != Reference.NULL && !BlockLayout.isValid(space.header(ref))) {
                context.adopt(ref);
            }
        }
    }

    /** Returns the context of the calling thread, which has no block open on another heap. */
    private FaContext requireAllocation(Proxy self) {
        requireOpen();
        FaContext context = FaContext.current();
        if (context.depth() > 0 && !context.isOpenOn(this)) {
            throw new FailureAtomicException("a failure-atomic block belongs to one heap: open on="
                    + ((PersistentHeap) context.owner()).file.path() + ", allocating in=" + file.path() + ", class="
                    + self.getClass().getName() + "; end the block first");
        }
        return context;
    }

    private void bind(Proxy self, ObjectView object) {
        FaContext context = FaContext.current();
        self.$jnvm$bind(space.chunk(Reference.offset(object.ref())).fields(), object.ref(), object.blocks());
        if (context.depth() > 0) {
            context.allocated(object, self);
        }
        if (self.$jnvm$descriptor().layout().canonical()) {
            proxies.add(self);
        }
    }

    /** Returns the heap in which a {@code new} allocates: of {@code enter()}, of the open block, or the default one. */
    public static PersistentHeap forAllocation() {
        PersistentHeap entered = HeapScopes.innermost();
        if (entered != null) {
            return entered;
        }
        PersistentHeap open = (PersistentHeap) FaContext.current().owner();
        return open != null ? open : HeapScopes.defaultHeap();
    }

    @Override
    public void forget(Proxy proxy) {
        proxies.remove(proxy);
        proxy.$jnvm$bind(freedRegion, proxy.$jnvm$ref(), null);
    }

    @Override
    public void restore(Proxy proxy) {
        long ref = proxy.$jnvm$ref();
        proxy.$jnvm$bind(
                space.chunk(Reference.offset(ref)).fields(),
                ref,
                space.view(ref).blocks());
        if (proxy.$jnvm$descriptor().layout().canonical()) {
            proxies.add(proxy);
        }
    }

    /** Frees an object; in a failure-atomic block, at its commit. */
    public void free(Proxy proxy) {
        enterOperation();
        try {
            freeOpen(proxy);
        } catch (InternalError e) {
            throw poison(e);
        } finally {
            exitOperation();
        }
    }

    private void freeOpen(Proxy proxy) {
        long ref = refOf(proxy);
        requireClassOf(proxy, space.header(ref)); // refuses a stale proxy whose object another proxy freed
        FaContext context = fa();
        if (context == null) {
            requireMayChange(ref, space.header(ref));
            long header = space.invalidate(ref); // of several threads that free it at once, one gets past this
            LongStack owned = values.ownedBy(ref, header); // only now: its blocks are this thread's until retired
            forget(proxy);
            if (mode.anyBlockOpen() && firstHeld(ref, header) != 0) {
                // a block claimed the object after the look above: it aborts, or writes to memory that stays out of use
                requirePass("an object was freed while a failure-atomic block was about to change or free it");
                return;
            }
            space.retire(ref, header);
            values.freeOwned(ref, owned);
            return;
        }
        values.freeInBlock(context, ref);
        forget(proxy);
        context.freedProxy(proxy);
    }

    /** Refuses to free what only looks like an object of the program: a pool block, or one of core's own objects. */
    private void requireClassOf(Proxy proxy, long header) {
        ClassEntry entry = space.classes().entry(BlockLayout.classId(header));
        if (entry == space.classes().entry(proxy.$jnvm$descriptor())) {
            return;
        }
        String expected = proxy.$jnvm$descriptor().layout().className();
        if (entry == null || !entry.layout().className().equals(expected)) {
            throw new InvalidObjectException("no object of the proxy's class is there: heap=" + file.path()
                    + ", object=" + Reference.describe(proxy.$jnvm$ref()) + ", class="
                    + (entry == null
                            ? "id " + BlockLayout.classId(header)
                            : entry.layout().className())
                    + ", expected=" + expected + "; free only what you allocated or read from the heap");
        }
    }

    // ---- changes outside failure-atomic blocks ----

    /**
     * Refuses a change, outside failure-atomic blocks, of what another thread's open block is going to change or free;
     * and has a record erased that still names it, whose replay would undo the change.
     *
     * @param key the heap offset of the block, slot word or cell that is about to be changed
     */
    public void requireMayChange(long key) {
        if (!mode.anyBlockOpen()) {
            if (mode.anyLingering()) {
                leases.settleAll(); // all of them: then the next store takes the fast path again
            }
        } else if (!leases.mayChange(key)) {
            throw inFlight(key);
        }
    }

    /**
     * Returns where to write instead of a heap offset, or null if there: for stores that do not go through a region.
     *
     * @param context the failure-atomic block of the calling thread on this heap, or null
     */
    public Tails.Redirect redirectStores(FaContext context) {
        if (context != null) {
            return context::placeToWrite;
        }
        if (!mode.anyBlockOpen() && !mode.anyLingering()) {
            return null;
        }
        return (place, bytes) -> {
            requireMayChange(place & -BlockLayout.BLOCK_BYTES);
            return place;
        };
    }

    /** The same for all blocks of an object, which is about to be freed. */
    private void requireMayChange(long ref, long header) {
        if (mode.anyBlockOpen() || mode.anyLingering()) {
            requireMayChange(Reference.offset(ref));
            long held = firstHeld(ref, header);
            if (held != 0) {
                throw inFlight(held);
            }
        }
    }

    /** Returns the first key of an object that an open block has claimed, or 0. */
    private long firstHeld(long ref, long header) {
        ObjectView view = space.view(ref, header);
        for (long k = 0; k < view.blockCount(); k++) {
            long key = view.place(k << BlockLayout.BLOCK_SHIFT);
            if (!leases.mayChange(key)) {
                return key;
            }
        }
        return 0;
    }

    private FailureAtomicException inFlight(long key) {
        return new FailureAtomicException("object is being changed or freed in another thread's failure-atomic block:"
                + " heap=" + file.path() + ", offset=0x" + Long.toHexString(key)
                + "; guard the object with a lock, held until the outermost block has ended");
    }

    /**
     * Gets ready to store a reference: what it leads to must be valid and durable before it is reachable (T§4.4.7).
     *
     * @param owner the object that will hold the reference, or null for a root or cell
     * @param target the reference
     */
    // persist-order: [target and what it leads to] < pfence < the store that the caller does next
    //   an owner that is itself invalid needs none of it: whatever makes the owner reachable validates both
    public void prepareStore(Proxy owner, long target) {
        if (target == Reference.NULL) {
            return;
        }
        boolean targetValid = BlockLayout.isValid(space.header(target));
        FaContext context = fa();
        if (context != null) {
            if (!targetValid) {
                context.adopt(target);
            }
        } else if (!targetValid && (owner == null || BlockLayout.isValid(space.header(owner.$jnvm$ref())))) {
            validator.validateReachable(target);
        }
    }

    /** Returns the validator, for tests of validity. */
    public Validator validator() {
        return validator;
    }

    // ---- cells: references that are changed one word at a time ----

    /** Reads a cell. */
    public long readCell(long cell) {
        requireOpen();
        FaContext context = fa();
        return context != null ? context.readWord(cell) : space.chunk(cell).loadLongAcquire(cell);
    }

    /**
     * Changes a cell; durable when it returns, or at the commit of the open block.
     *
     * @param key what a failure-atomic block claims: the cell, or the object that has it and can be freed
     * @param cell the heap offset of the cell
     * @param target the reference to store; what it leads to is made valid first
     */
    public void writeCell(long key, long cell, long target) {
        enterOperation();
        try {
            writeCellOpen(key, cell, target);
        } catch (InternalError e) {
            throw poison(e);
        } finally {
            exitOperation();
        }
    }

    // persist-order: [target] < pfence (in prepareStore) < [cell] < psync
    private void writeCellOpen(long key, long cell, long target) {
        prepareStore(null, target);
        FaContext context = fa();
        if (context != null) {
            if (key == cell) {
                context.writeWord(cell, target);
            } else {
                context.writeWordOf(key, cell, target);
            }
            return;
        }
        requireMayChange(key);
        MappedChunk chunk = space.chunk(cell);
        chunk.storeLongRelease(cell, target);
        chunk.pwb(cell);
        mode.psync();
    }

    // ---- closing ----

    /** Forces everything to the device. */
    public void force() {
        requireOpen();
        leases.settleAll();
        space.unlinked().drain();
        file.force();
    }

    /** Closes the heap; see {@link Heap#close()}. */
    public synchronized void close() {
        if (released) {
            return;
        }
        FaContext context = fa();
        if (context != null) {
            throw new FailureAtomicException("heap cannot be closed inside a failure-atomic block: heap=" + file.path()
                    + "; end the block first");
        }
        Object event = HeapEvents.heapCloses();
        boolean again = mode.is(Mode.CLOSED);
        mode.set(Mode.CLOSING);
        closingEpoch = ReadSections.seal();
        List<String> inside = awaitOthers();
        mode.set(Mode.CLOSED);
        if (!inside.isEmpty()) {
            Log.LOG.warn(
                    "heap closed as after a crash, and still locked, as threads are inside a failure-atomic block or an"
                            + " operation: heap={}, threads={}; close it again once they have ended",
                    file.path(),
                    inside);
            return;
        }
        released = true;
        boolean clean = !again && !mode.is(Mode.POISONED);
        if (clean) {
            closeClean();
        } else {
            file.close();
        }
        HeapEvents.heapClosed(event, file.path(), clean);
    }

    /**
     * Waits until no other thread is in a failure-atomic block, an operation or a read section that began before closing
     * did; at most as long as the options say.
     *
     * @return who still is, empty if nobody
     */
    private List<String> awaitOthers() {
        long began = System.nanoTime();
        boolean interrupted = false;
        try {
            while (true) {
                long waited = System.nanoTime() - began;
                if (waited < ReadSections.GRACE_NANOS) {
                    Thread.onSpinWait();
                    continue;
                }
                // in this order: an operation that had begun may open a block, a block that is open no operation
                // outside
                List<Thread> busy = Operations.busySince(closingEpoch);
                if (busy.isEmpty() && !mode.anyBlockOpen()) {
                    return List.of();
                }
                if (waited >= closeTimeout.toNanos()) {
                    return names(busy);
                }
                interrupted |= Thread.interrupted(); // closing is not given up half-way
                LockSupport.parkNanos(CLOSING_POLL_NANOS);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private List<String> names(List<Thread> busy) {
        List<Thread> inBlocks = Operations.threads(
                record -> record.failureAtomic() != null && ((FaContext) record.failureAtomic()).isOpenOn(this));
        List<String> names = Stream.concat(busy.stream(), inBlocks.stream())
                .map(Thread::getName)
                .distinct()
                .toList();
        return names.isEmpty() ? List.of("unknown") : names;
    }

    /** Returns the pool blocks that have a free slot, as the free map lists them. */
    private long[] freePools() {
        space.allocator().reclaim(); // reports retired slots, whereupon blocks without an object may be retired
        LongStack found = new LongStack();
        space.pools().forEachFree((block, freeMask) -> found.push(FreeMapLayout.poolEntry(block, freeMask)));
        return found.toArray();
    }

    private void closeClean() {
        FreeMapImage map = null;
        leases.settleAll();
        space.unlinked().drain();
        reportInvalidObjects();
        if (validator.weakUsed()) {
            requirePass("the program used wput, validate or invalidate");
        }
        if (logs != null && !logs.close()) {
            requirePass("a redo log is not erased");
        }
        if (passRequired == null) {
            long[] pools = freePools();
            FreeMapBuilder free = space.allocator().freeMap();
            if (free == null) {
                requirePass("free blocks do not add up");
            } else {
                map = free.build(pools);
            }
        }
        if (!file.closeClean(map) && passRequired == null) {
            requirePass("there was no space for the free map");
        }
        if (passRequired != null) {
            Log.LOG.debug(
                    "heap closed without a free map, the next opening runs the recovery pass: heap={}, reason={}",
                    file.path(),
                    passRequired);
        }
    }

    @Override
    public String toString() {
        return "Heap[" + file.path() + "]";
    }
}
