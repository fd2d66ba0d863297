package org.jnvm.internal.heap;

import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jnvm.FailureAtomicException;
import org.jnvm.ForeignHeapException;
import org.jnvm.HeapCheck;
import org.jnvm.HeapClosedException;
import org.jnvm.HeapHistogram;
import org.jnvm.HeapLockedException;
import org.jnvm.HeapOptions;
import org.jnvm.HeapStats;
import org.jnvm.JnvmException;
import org.jnvm.NotTransformedException;
import org.jnvm.ReadOnlyHeapException;
import org.jnvm.RecoveryReport;
import org.jnvm.StaleObjectException;
import org.jnvm.Trust;
import org.jnvm.internal.check.HeapChecker;
import org.jnvm.internal.collector.LateRecovery;
import org.jnvm.internal.epoch.Operations;
import org.jnvm.internal.file.DetachedHeap;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.file.HeapFileOpener;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.memory.SlowPath;
import org.jnvm.internal.object.AtomicCommit;
import org.jnvm.internal.object.Migration;
import org.jnvm.internal.object.Monitors;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.PersistentClasses;
import org.jnvm.internal.object.ProxyTable;
import org.jnvm.internal.object.Tails;
import org.jnvm.internal.object.Validator;
import org.jnvm.internal.recovery.Progress;
import org.jnvm.internal.recovery.RecoveryPass;
import org.jnvm.internal.recovery.RecoverySettings;
import org.jnvm.internal.transaction.HeapTransactions;
import org.jnvm.internal.transaction.JointSettling;
import org.jnvm.internal.transaction.ReplayedHeaps;
import org.jnvm.internal.transaction.Retries;
import org.jnvm.internal.transaction.ThreadTransactions;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.transaction.TransactionEngine;
import org.jnvm.internal.transaction.TransactionalHeap;
import org.jnvm.internal.util.StackReserve;
import org.jnvm.spi.Proxy;

/**
 * An open heap: ties file, objects, proxies and failure-atomic blocks together. What {@link org.jnvm.Heap} and generated code
 * call ends here.
 *
 * <p>Longer than other classes, as it is the one object that proxies lead to, the engine is attached to and memory asks in
 * its slow path. What each of them needs is a method here, a few lines before it goes on to the part that does the work:
 * {@link ObjectAllocator}, {@link ReferenceSlots}, {@link FieldValues}, {@link HeapOpener}, {@link HeapCloser}.
 */
public final class PersistentHeap implements SlowPath, TransactionalHeap {
    /** Blocks that are kept for commits when the heap is full, and the least part of the heap that they may be. */
    private static final int RESERVED_BLOCKS = 64;

    private static final int RESERVE_SHARE = 100;
    /** What failed if the JVM throws an {@code InternalError}. */
    private static final String UNREACHABLE =
            "access to a mapped page, maybe of a file that was truncated or a disk that is full";

    private final HeapFile file;
    private final HeapState state;
    private final ObjectSpace space;
    private final Orders orders;
    private final Migration migration;
    private final ProxyTable proxies;
    private final Monitors monitors = new Monitors();
    /** Proxies that stay until the heap is closed; else they are known weakly only. */
    private final Set<Proxy> kept = ConcurrentHashMap.newKeySet();

    private final Validator validator;
    private volatile RecoveryReport recovery;
    private final HeapStatistics statistics = new HeapStatistics(this);
    private final ObjectAllocator objects;
    private final ReferenceSlots slots;
    private final FieldRegion freedRegion;
    private final FieldValues values;
    private final ObjectReferences references;
    /** Null if there is no transaction engine. */
    private final HeapTransactions transactions;

    private final HeapCloser closing;
    private final Freezer freezer;
    private final Duration conflictTimeout;
    /** Null before the first retrying block. */
    private volatile Retries retries;

    private final HeapCollection collection;
    /** Whether the program may only look at the heap, once it is open. */
    private final boolean readOnly;
    /** Whether {@code recover()} is called after a pass. */
    private final boolean callsBack;

    private final HeapTrim trimming;
    private final boolean trimsAlone;

    /** What recovery found, until the callbacks have run. */
    private RecoveryPass recovered;
    /** Hears of the end of the recovery that runs beside the program; null without one. */
    private LateRecovery.Listener recoveredLate;

    /** An {@code org.jnvm.Heap}, which is not known here. */
    private Object facade;

    private PersistentHeap(Path path, long maxBytes, HeapFile.Intent intent, HeapOptions options) {
        Object event = HeapEvents.heapOpens();
        HeapOpener opening = new HeapOpener(this, options);
        closing = new HeapCloser(this, options.closeTimeout());
        freezer = new Freezer(this);
        conflictTimeout = options.conflictTimeout();
        readOnly = intent.reads();
        callsBack = options.trust() != Trust.UNTRUSTED;
        file = openFile(path, maxBytes, intent, options, opening);
        try {
            state = file.state();
            freedRegion = FieldRegion.freed(this);
            PersistentClasses loader = new PersistentClasses();
            space = new ObjectSpace(file, loader);
            collection = new HeapCollection(this, space, options);
            trimming = new HeapTrim(this);
            trimsAlone = options.trimInBackground();
            orders = new Orders(space);
            validator = new Validator(space);
            values = new FieldValues(this);
            references = new ObjectReferences(this, loader);
            objects = new ObjectAllocator(this);
            slots = new ReferenceSlots(this);
            migration = new Migration(space, new Supplier<>() {
                @Override
                public AtomicCommit get() {
                    awaitThaw();
                    requireOpen();
                    return transactions;
                }
            });
            proxies = new ProxyTable(space, migration);
            TransactionEngine engine = ThreadTransactions.engine();
            transactions = engine == null ? null : engine.attach(this);
            if (transactions != null) {
                prepareTransactions();
            }
            Object recovering = HeapEvents.recoveryStarts();
            recovery = opening.recover();
            recovered = opening.pass();
            if (opening.late() == null) {
                noteRecovery(recovering);
            } else {
                recoveredLate = new LateRecovery.Listener() {
                    @Override
                    public void ended(LateRecovery.Outcome outcome) {
                        endRecovery(opening, outcome, recovering);
                    }
                };
            }
            file.markInUse();
            collection.prepare(opening.late());
            if (!readOnly) {
                file.reserve(options.reserve());
            }
            if (transactions != null) {
                long share = file.maxBytes() / RESERVE_SHARE >>> BlockLayout.BLOCK_SHIFT;
                space.allocator().keepForCommits((int) Math.min(RESERVED_BLOCKS, share));
            }
            HeapEvents.heapOpened(
                    event,
                    file.path(),
                    file.domain().name(),
                    access(),
                    file.bytes(),
                    file.maxBytes(),
                    recovery.replayedLogs());
            if (recovered != null) { // else a program's provider of SLF4J would be started for nothing
                Log.LOG.debug(
                        "heap open: heap={}, domain={}, access={}, {}", file.path(), file.domain(), access(), recovery);
            }
        } catch (InternalError e) {
            JnvmException poisoned = file.state().poison(UNREACHABLE, e);
            giveUp(file);
            throw poisoned;
        } catch (RuntimeException | Error e) {
            giveUp(file);
            throw e;
        }
    }

    /** Leaves the file to the next one that opens it. */
    private static void giveUp(HeapFile file) {
        try {
            ReplayedHeaps.remove(file);
        } finally {
            file.close();
        }
    }

    /** Opens the file; waits for a thread that has it locked for a moment only, as the heap it opens needs this one. */
    private HeapFile openFile(
            Path path, long maxBytes, HeapFile.Intent intent, HeapOptions options, HeapOpener opening) {
        while (true) {
            long before = JointSettling.uses();
            try {
                return intent.reads()
                        ? DetachedHeap.open(path, intent, options, this, opening)
                        : HeapFileOpener.open(path, maxBytes, intent, options, this, opening);
            } catch (HeapLockedException e) {
                if (!JointSettling.awaitIfUsed(before)) {
                    throw e;
                }
            }
        }
    }

    private void noteRecovery(Object event) {
        HeapEvents.recovered(
                event,
                file.path(),
                recovery.replayedLogs(),
                recovery.liveObjects(),
                recovery.liveBlocks(),
                recovery.freeBlocks(),
                recovery.nullifiedReferences());
    }

    /** Takes note of what recovery beside the program has found. */
    private void endRecovery(HeapOpener opening, LateRecovery.Outcome found, Object event) {
        if (found.isComplete()) {
            recovery = opening.report(recovery, found);
            noteRecovery(event);
            Log.LOG.debug("heap recovered: heap={}, {}", file.path(), recovery);
        } else if (!isClosed()) {
            Log.LOG.error(
                    "recovery beside the program was given up, what is free before the crash stays unused: heap={}, reason={};"
                            + " close the heap and open it with HeapOptions.recovery(Recovery.FULL), or look at it with"
                            + " jnvm check",
                    file.path(),
                    found.incomplete());
        }
    }

    /** Opens a heap; see {@link org.jnvm.Heap} for the arguments. */
    public static PersistentHeap open(Path path, long maxBytes, HeapFile.Intent intent, HeapOptions options) {
        StackReserve.forCompound(); // what is given up half opened is closed again
        return new PersistentHeap(path, maxBytes, intent, options);
    }

    /** Returns what gives free space back to the file system. */
    public HeapTrim trimming() {
        return trimming;
    }

    /** Gives free memory, in rows of so many blocks at least, back to the file system; returns how many bytes. */
    long trimFree(long leastBlocks) {
        return touch(() -> space.allocator().trim(leastBlocks));
    }

    /** Retires all that is freed, so that it is free once the operations have ended that are under way. */
    void relieve() {
        touch(() -> space.slabs().relieve());
    }

    /** Checks the whole heap; see {@link org.jnvm.Heap#check()}. */
    public HeapCheck check() {
        requireOpen();
        collection.awaitRecovery();
        Progress quiet = new Progress((phase, done, total, elapsed) -> {}, System.nanoTime());
        return touch(() -> new HeapChecker(file, space.allocator(), RecoverySettings.defaults(), quiet).run());
    }

    /**
     * Calls {@code recover()} where it is overridden; the last step of opening, when the façade is in place.
     *
     * @param heap the façade, an {@code org.jnvm.Heap}
     */
    public void finishOpening(Object heap) {
        facade = heap;
        if (recovered != null) {
            if (callsBack) {
                touch(() -> new RecoverCalls(this, recovered).run());
            }
            recovered = null;
        }
        collection.start(recoveredLate);
        if (readOnly) {
            state.makeReadOnly();
        } else if (trimsAlone) {
            trimming.start();
        }
    }

    /**
     * Ends opening without the callbacks, for tools that do not have the program's classes. If a pass ran and classes
     * want their {@code recover()} called, it is due at the next opening, which therefore runs the pass again.
     *
     * @return whether callbacks are due
     */
    public boolean finishWithoutCallbacks() {
        boolean due = recovered != null && RecoverCalls.areDue(space.classes(), recovered);
        if (due) {
            closing.requirePass("it was opened by a tool, and recover() is due");
        }
        recovered = null;
        collection.start(recoveredLate);
        return due;
    }

    /** Gives the heap up when opening it failed in its last step: as after a crash, and no proxy works any more. */
    public void abandon() {
        closing.abandon();
    }

    // ---- what others ask for ----

    @Override
    public ObjectSpace space() {
        return space;
    }

    /** Before a chunk of memory is short, or an object's blocks are freed, records that name them are erased. */
    private void prepareTransactions() {
        space.allocator().onShortage(new Runnable() {
            @Override
            public void run() {
                transactions.checkpointIdle();
            }
        });
        space.beforeFree(new LongConsumer() {
            @Override
            public void accept(long offset) {
                transactions.beforeChange(offset);
            }
        });
    }

    /** Erases the records of ended transactions; see {@link HeapTransactions#checkpoint}. */
    void checkpoint() {
        if (transactions != null) {
            transactions.checkpoint();
        }
    }

    /** Drops the redo logs; returns whether the heap has none that must be replayed. */
    boolean closeLogs() {
        return transactions == null || transactions.close();
    }

    /**
     * Returns the calling thread's transaction, to open a block on this heap.
     *
     * @throws HeapClosedException if the heap was closed
     * @throws FailureAtomicException if there is no transaction engine
     */
    public Transaction transaction() {
        if (transactions == null) {
            requireOpen();
            throw ThreadTransactions.missing(this);
        }
        return ThreadTransactions.current();
    }

    /** Returns what the retrying blocks on this heap have in common. */
    public Retries retries() {
        Retries known = retries;
        return known != null ? known : makeRetries();
    }

    private synchronized Retries makeRetries() {
        if (retries == null) {
            retries = new Retries(this, conflictTimeout);
        }
        return retries;
    }

    /** Returns how often failure-atomic blocks were run again. */
    long retryCount() {
        Retries known = retries;
        return known == null ? 0 : known.count();
    }

    /** Returns how the heap is closed. */
    HeapCloser closing() {
        return closing;
    }

    /** Returns the proxies of objects that have one at most. */
    ProxyTable proxies() {
        return proxies;
    }

    /** Keeps a proxy from being collected as garbage while the heap is open. */
    public void keep(Proxy proxy) {
        kept.add(proxy);
    }

    /** Returns the monitors of objects that can have several proxies. */
    public Monitors monitors() {
        return monitors;
    }

    /** Returns the durability mode. */
    HeapState state() {
        return state;
    }

    /** Tells whether the program may only look at the heap. */
    public boolean isReadOnly() {
        return readOnly;
    }

    /** Tells whether every access compares the object's header with its proxy. */
    public boolean isChecked() {
        return state.is(HeapState.CHECKED);
    }

    /** Returns what makes and frees objects. */
    public ObjectAllocator objects() {
        return objects;
    }

    /** Returns what reads and changes single references. */
    public ReferenceSlots slots() {
        return slots;
    }

    /** Returns what converts objects of older layouts. */
    public Migration migration() {
        return migration;
    }

    /** Returns the values that fields own. */
    public FieldValues values() {
        return values;
    }

    @Override
    public HeapTransactions transactions() {
        return transactions;
    }

    /** Returns the heap file. */
    public HeapFile file() {
        return file;
    }

    /** Returns what {@link #finishOpening} was given. */
    public Object facade() {
        return facade;
    }

    /** Returns what recovery did when the heap was opened. */
    public RecoveryReport recovery() {
        return recovery;
    }

    /** Returns how the heap stands; also of a closed one. */
    public HeapStats stats() {
        return statistics.take();
    }

    /** Counts the objects by class. */
    public HeapHistogram histogram() {
        requireOpen();
        return touch(() -> new HistogramWalk(space).take());
    }

    /** Says what lies at a heap offset. */
    @Override
    public String describe(long offset) {
        requireOpen();
        return touch(() -> new LocationText(space).describe(offset));
    }

    @Override
    public void abandoned(String thread, int blocks, String noticed, Throwable thrown) {
        Log.LOG.warn(
                "failure-atomic block of another thread aborted, which ended and left it open, or met an error when it"
                        + " ended the block: heap={}, thread={}, blocks written={}, noticed at={}; end each block in a"
                        + " finally clause, or use Heap.atomically",
                file.path(),
                thread,
                blocks,
                noticed,
                thrown);
    }

    @Override
    public void transactionEnded(boolean committed) {
        statistics.transactionEnded(committed);
    }

    /** Returns the access route and the kind of write-back, for people. */
    public String access() {
        return FieldRegion.route() + ", write-back " + state.writeBack().route();
    }

    /** Orders write-backs and stores. */
    public void pfence() {
        requireOpen();
        state.pfence();
    }

    /** Orders write-backs and stores, and waits until they are durable, in domain {@code DISK} in either mode. */
    // persist-order: [what this thread wrote back] < pfence < group commit, or psync
    public void psync() {
        requireOpen();
        file.psync();
    }

    /** What an operation does before it returns: like {@link #psync}, but that mode ASYNC waits for nothing. */
    // persist-order: [what the operation wrote back] < psync < it returns
    public void acknowledge() {
        requireOpen();
        state.psync();
    }

    /** Tells whether the heap was closed. */
    public boolean isClosed() {
        return state.is(HeapState.CLOSED);
    }

    @Override
    public void requireOpen() {
        if (state.isAny(HeapState.CLOSED | HeapState.CLOSING | HeapState.POISONED)) {
            closing.refuseUnlessBegun();
        }
    }

    /**
     * Enters an operation that changes the heap: closing the heap waits until {@link #exitOperation}.
     *
     * @throws HeapClosedException if the heap was closed, or is being closed
     * @throws FailureAtomicException if the calling thread is in a failure-atomic block on another heap
     */
    public void enterOperation() {
        if (state.isShort()) {
            collection.makeRoom();
        }
        Operations.enter();
        try {
            if (state.isAny(HeapState.REFUSING | HeapState.READ_ONLY)) {
                freezer.awaitThawInOperation();
                requireOpen();
                requireChangeable(1);
            }
            blockToChangeIn();
        } catch (InternalError e) { // of an access before: compiled code delivers it late
            Operations.exit();
            throw poison(e);
        } catch (RuntimeException | Error e) {
            Operations.exit();
            throw e;
        }
    }

    /**
     * Refuses what changes a heap that is open read-only, unless it is part of what the framework does so that it can be read.
     *
     * @param depth in how many operations the calling thread is, if it has begun none before
     */
    private void requireChangeable(int depth) {
        if (state.is(HeapState.READ_ONLY) && Operations.depth() <= depth) {
            throw new ReadOnlyHeapException("heap is open read-only: heap=" + file.path()
                    + "; open it with Heap.open to change it, or make a copy with Heap.backup");
        }
    }

    /**
     * Runs what changes the heap so that it can be read, such as an index that is made anew: also where the heap is open read-only, of
     * which this changes pages of this process only.
     *
     * @param operation what changes the heap
     */
    public void maintain(Runnable operation) {
        Operations.enter(); // so what begins inside is not the outermost one
        try {
            operate(operation);
        } finally {
            Operations.exit();
        }
    }

    /**
     * Returns the calling thread's failure-atomic block on this heap, or null; refuses a change of this heap in a block on
     * another one, which would not undo it.
     */
    private Transaction blockToChangeIn() {
        if (!ThreadTransactions.mayBeOpen()) {
            return null;
        }
        Transaction transaction = ThreadTransactions.current();
        if (transaction.depth() == 0) {
            return null;
        }
        Transaction own = transaction.openOn(this);
        if (own == null) {
            throw new FailureAtomicException(
                    "a failure-atomic block changes no heap but those it was opened on: open on="
                            + transaction.heaps() + ", changing=" + file.path()
                            + "; end the block first, or open it on all of them with Heaps.of(...)");
        }
        own.requireNotAborted();
        return own;
    }

    @Override
    public boolean awaitThaw() {
        return state.is(HeapState.FROZEN) && freezer.awaitThawInOperation();
    }

    /** Leaves the innermost operation. */
    public void exitOperation() {
        Operations.exit();
    }

    /**
     * Runs something as an operation. What is called often (allocation, free, stores) spells that out, so that it
     * makes no object for it.
     *
     * @param <T> the type of the result
     * @param operation what changes the heap
     * @return its result
     */
    public <T> T operate(Supplier<T> operation) {
        enterOperation();
        try {
            return operation.get();
        } catch (InternalError e) {
            throw poison(e);
        } finally {
            exitOperation();
        }
    }

    /** Like {@link #operate(Supplier)}, without a result. */
    public void operate(Runnable operation) {
        operate(() -> {
            operation.run();
            return null;
        });
    }

    /**
     * Runs something that touches mapped pages and is no operation: poisons the heap if one cannot be reached. What is
     * called often (references, tails) spells that out.
     */
    private <T> T touch(Supplier<T> action) {
        try {
            return action.get();
        } catch (InternalError e) {
            throw poison(e);
        }
    }

    /** Like {@link #touch(Supplier)}, without a result. */
    void touch(Runnable action) {
        touch(() -> {
            action.run();
            return null;
        });
    }

    /** Poisons the heap, as a page of it could not be reached; see {@link HeapState#poison}. */
    public JnvmException poison(InternalError e) {
        return state.poison(UNREACHABLE, e);
    }

    /** Poisons the heap; see {@link HeapState#poison}. */
    public JnvmException poison(String what, Error e) {
        return state.poison(what, e);
    }

    // ---- slow paths of field access ----

    @Override
    public MappedChunk chunkOf(long offset) {
        return file.chunkOf(offset);
    }

    @Override
    public long startOf(long offset) {
        return space.startOf(offset);
    }

    @Override
    public long offsetOfAddress(long address) {
        return file.offsetOfAddress(address);
    }

    @Override
    public long offsetToRead(FieldRegion region, long pointer, int off) {
        refuse(region, pointer);
        Transaction transaction = fa();
        if (transaction != null) {
            return transaction.memory().offsetToRead(region.offsetOf(pointer) + off);
        }
        return FieldRegion.isPlain(pointer) ? DIRECT : region.offsetOf(pointer) + off;
    }

    @Override
    public long offsetToWrite(FieldRegion region, long pointer, int off, int bytes) {
        if (state.is(HeapState.FROZEN)) {
            freezer.awaitThaw();
        }
        refuse(region, pointer);
        requireChangeable(0);
        Transaction transaction = blockToChangeIn();
        long offset = region.offsetOf(pointer) + off;
        if (transaction != null) {
            collection.holdInBlock(region);
            return transaction.memory().offsetToWrite(offset, bytes);
        }
        if (guardsChanges()) {
            beforeChange(space.startOf(offset));
        }
        return FieldRegion.isPlain(pointer) ? DIRECT : offset;
    }

    private void refuse(FieldRegion region, long pointer) {
        if (region.isFreed(pointer)) {
            throw freed(region.refOf(pointer));
        }
        requireOpen();
        if (isChecked()) {
            long ref = region.refOf(pointer);
            if (Reference.kind(ref) != 0) { // else of a slave block: its master was checked when it was looked up
                space.header(ref);
            }
        }
    }

    private StaleObjectException freed(long ref) {
        return new StaleObjectException("object was freed: heap=" + file.path() + ", object=" + Reference.describe(ref)
                + "; do not use a persistent object after JNVM.free or an abort");
    }

    /** Returns the calling thread's failure-atomic block if one is open on this heap, else null. */
    public Transaction fa() {
        if (!HeapState.threadMayBeInBlock()) {
            return null;
        }
        return ThreadTransactions.current().openOn(this);
    }

    /** Runs an action after the commit of the calling thread's block; at once if none is open on this heap. */
    public void onCommit(Runnable action) {
        requireOpen();
        Transaction transaction = fa();
        if (transaction != null) {
            transaction.onCommit(action);
        } else {
            action.run();
        }
    }

    /** Runs an action once the calling thread's innermost block was undone; never if none is open on this heap. */
    public void onAbort(Runnable action) {
        requireOpen();
        Transaction transaction = fa();
        if (transaction != null) {
            transaction.onAbort(action);
        }
    }

    // ---- proxies and references ----

    /** Returns the heap of a proxy. */
    public static PersistentHeap of(Proxy proxy) {
        FieldRegion region = (FieldRegion) proxy.$jnvm$region();
        if (region == null) {
            throw new StaleObjectException("object has no persistent part yet: class="
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
        collection.holdInBlock(proxy.$jnvm$region());
        return proxy.$jnvm$ref();
    }

    /**
     * Gets ready to take a key away from a collection, whose word stays and leads nowhere: a proxy may lead to it still.
     *
     * @param ref the key
     */
    public void dropping(long ref) {
        collection.dropping(ref);
    }

    /** Returns a proxy of the object that a reference leads to, null for the null reference. */
    public Proxy proxy(long ref) {
        if (ref == Reference.NULL || space.isLeftByCrash(ref)) {
            return null;
        }
        try {
            return proxy(ref, space.header(ref));
        } catch (InternalError e) {
            throw poison(e);
        }
    }

    private Proxy proxy(long ref, long header) {
        VarHandle.acquireFence(); // another thread may just have converted the object, whose header it stored last
        Transaction transaction = fa();
        if (transaction != null) {
            transaction.memory().requireNotFreed(ref);
        }
        return proxies.get(ref, header);
    }

    /**
     * Returns a proxy of a key of a collection, to compare with: also of one that the calling thread's open block has freed, as
     * others still see it.
     */
    Proxy keyProxy(long ref) {
        try {
            long header = space.header(ref);
            VarHandle.acquireFence();
            return proxies.get(ref, header);
        } catch (InternalError e) {
            throw poison(e);
        }
    }

    /** Returns what references to values and objects mean. */
    public ObjectReferences references() {
        return references;
    }

    /** Returns how the heap is collected. */
    public HeapCollection collection() {
        return collection;
    }

    /** Makes the file grow; see {@link org.jnvm.Heap#reserve}. */
    public void reserve(long bytes) {
        enterOperation();
        try {
            file.reserve(bytes);
        } catch (InternalError e) {
            throw poison(e);
        } finally {
            exitOperation();
        }
    }

    /** Returns the heap in which a {@code new} allocates: of {@code enter()}, of the open block, or the default one. */
    public static PersistentHeap forAllocation() {
        PersistentHeap entered = HeapScopes.innermost();
        if (entered != null) {
            return entered;
        }
        PersistentHeap open = ThreadTransactions.mayBeOpen()
                ? (PersistentHeap) ThreadTransactions.current().owner()
                : null;
        return open != null ? open : HeapScopes.defaultHeapForNew();
    }

    @Override
    public void forget(Proxy proxy) {
        proxies.remove(proxy);
        proxy.$jnvm$bind(freedRegion, proxy.$jnvm$ref(), null);
    }

    @Override
    public void restore(Proxy proxy) {
        long ref = proxy.$jnvm$ref();
        ObjectView object = space.view(ref);
        proxy.$jnvm$bind(space.regionFor(ref, object.heapOffset(0)), ref, object.blocks());
        if (proxy.$jnvm$descriptor().layout().canonical()) {
            proxies.add(proxy);
        }
    }

    /**
     * Gets ready to change something outside failure-atomic blocks; see {@link HeapTransactions#beforeChange}.
     *
     * @param key the heap offset of the block, slot word or reference slot that is about to be changed
     */
    public void beforeChange(long key) {
        if (guardsChanges()) {
            transactions.beforeChange(key);
        }
    }

    /** Returns the number by which trees tell whether their order is right; never 0. */
    public long orderNumber() {
        return orders.number();
    }

    Orders orders() {
        return orders;
    }

    /** Tells whether changes have to ask first: blocks may be open, or records of ended ones are not truncated yet. */
    public boolean guardsChanges() {
        return state.mayHaveBlocks() || state.anyUntruncated();
    }

    /** Returns how many failure-atomic blocks were committed by a record. */
    long commitsByRecord() {
        return transactions == null ? 0 : transactions.commits();
    }

    /** Returns how many outermost failure-atomic blocks are open on the heap. */
    int openBlocks() {
        return ThreadTransactions.openBlocks(this);
    }

    /** Returns where to write instead of a heap offset, or null if there: for stores that do not go through a region. */
    public Tails.Redirect redirectStores() {
        requireChangeable(0);
        Transaction transaction = blockToChangeIn();
        if (transaction != null) {
            return transaction.memory()::offsetToWrite;
        }
        if (!guardsChanges()) {
            return null;
        }
        return (offset, bytes) -> {
            transactions.beforeChange(space.startOf(offset));
            return offset;
        };
    }

    /** Returns the validator, for tests of validity. */
    public Validator validator() {
        return validator;
    }

    /** Returns what keeps others from changing the heap for a moment. */
    public Freezer freezer() {
        return freezer;
    }

    // ---- closing ----

    /** Does what {@link #force} does, in another thread. */
    public CompletionStage<Void> forceAsync() {
        requireOpen();
        return CompletableFuture.runAsync(this::force, work -> {
            Thread thread = new Thread(work, "jnvm-force");
            thread.setDaemon(true);
            thread.start();
        });
    }

    /** Forces everything to the device. */
    public void force() {
        requireOpen();
        StackReserve.forCompound();
        try {
            checkpoint();
            space.unlinked().drain();
            file.force();
        } catch (InternalError e) {
            throw poison(e);
        }
    }

    /** Closes the heap; see {@link org.jnvm.Heap#close()}. */
    public void close() {
        closing.close();
    }

    @Override
    public String toString() {
        return "Heap[" + file.path() + "]";
    }
}
