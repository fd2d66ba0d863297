package org.jnvm;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jnvm.internal.backup.HeapBackup;
import org.jnvm.internal.backup.ReadOnlyOpening;
import org.jnvm.internal.backup.Snapshots;
import org.jnvm.internal.file.HeapDeletion;
import org.jnvm.internal.file.HeapFile.Intent;
import org.jnvm.internal.heap.HeapScopes;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.heap.Roots;
import org.jnvm.internal.salvage.Salvage;
import org.jnvm.internal.transaction.RetryLoop;
import org.jnvm.internal.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * A persistent heap: one file, mapped, with the objects that are reachable from its {@linkplain #root() roots}.
 *
 * <p>Several heaps may be open at once. Safe for use by several threads.
 */
public final class Heap implements AutoCloseable {
    /** A stretch of code in which the calling thread's {@code new} allocates in a certain heap. */
    public interface Scope extends AutoCloseable {
        /** Leaves the scope; once, in the thread that entered it, innermost first. */
        @Override
        void close();
    }

    private final PersistentHeap core;
    private final Roots roots;
    private final RootMap root;
    private @Nullable HeapManagement management;
    private @Nullable Snapshots snapshots;
    /** How a heap is found anew that is open read-only; null if it is not. */
    private @Nullable ReadOnlyOpening reading;

    private Heap(PersistentHeap core) {
        this.core = core;
        this.roots = new Roots(core);
        this.root = new RootMap(
                new Supplier<>() { // opening a heap makes no lambda, which the first one of a program pays for
                    @Override
                    public Roots get() {
                        return roots;
                    }
                });
    }

    private static Heap open(Path path, long maxBytes, Intent intent, HeapOptions options) {
        if (options.trust() == Trust.UNTRUSTED) {
            if (intent == Intent.CREATE) {
                throw new IllegalArgumentException("a heap file that is not trusted is one that exists: heap=" + path
                        + "; create it with another level of HeapOptions.trust");
            }
            return openReadOnly(path, options);
        }
        Consumer<SalvageReport> listener = options.salvage();
        if (listener == null) {
            return openSound(path, maxBytes, intent, options);
        }
        try {
            return openSound(path, maxBytes, intent, options);
        } catch (HeapFormatException e) {
            if (intent == Intent.CREATE || !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
            listener.accept(salvage(path, options, e));
            return openSound(path, maxBytes, Intent.OPEN, options);
        }
    }

    private static SalvageReport salvage(Path path, HeapOptions options, HeapFormatException refusal) {
        RecoveryListener given = options.recoveryListener();
        try {
            return Salvage.inPlace(path, given == null ? (phase, done, all, elapsed) -> {} : given);
        } catch (HeapFormatException e) {
            refusal.addSuppressed(e);
            throw refusal;
        }
    }

    private static Heap openSound(Path path, long maxBytes, Intent intent, HeapOptions options) {
        return finish(PersistentHeap.open(path, maxBytes, intent, Objects.requireNonNull(options)), options);
    }

    private static Heap finish(PersistentHeap core, HeapOptions options) {
        try {
            Heap heap = new Heap(core);
            core.finishOpening(heap);
            if (options.management()) {
                heap.management = HeapManagement.register(core);
            }
            Duration every = options.snapshots();
            if (every != null) {
                heap.snapshots = Snapshots.start(core, every);
            }
            return heap;
        } catch (InternalError e) {
            JnvmException poisoned = core.poison(e);
            core.abandon();
            throw poisoned;
        } catch (RuntimeException | Error e) {
            core.abandon();
            throw e;
        }
    }

    /**
     * Opens a heap file that exists.
     *
     * @param path the file
     * @return the heap, recovered
     * @throws HeapFormatException if it is missing, foreign, damaged or of a newer version; it is left as it was
     * @throws HeapLockedException if it is open already, here or in another process
     * @throws JnvmException if the calling thread is interrupted, as Java closes files then; it stays so, the heap is
     *     left as it was
     */
    public static Heap open(Path path) {
        return open(path, HeapOptions.defaults());
    }

    /** Opens a heap file that exists, with options; see {@link #open(Path)}. */
    public static Heap open(Path path, HeapOptions options) {
        return open(path, options.maxBytes(), Intent.OPEN, options);
    }

    /**
     * Creates a heap file.
     *
     * @param path the file, which must not exist, in a folder that does
     * @param maxBytes the most the heap may grow to, in bytes; at least 1 MiB
     * @return the heap, empty
     * @throws HeapFormatException if the file exists or cannot be made
     * @throws HeapFullException if the disk is full
     * @throws JnvmException if the calling thread is interrupted; see {@link #open(Path)}
     */
    public static Heap create(Path path, long maxBytes) {
        return create(path, maxBytes, HeapOptions.defaults());
    }

    /** Creates a heap file, with options; see {@link #create(Path, long)}. */
    public static Heap create(Path path, long maxBytes, HeapOptions options) {
        return open(path, maxBytes, Intent.CREATE, options);
    }

    /**
     * Opens a heap file, or creates it if there is none.
     *
     * @param path the file
     * @param maxBytes the most the heap may grow to, in bytes; raises what the file says if that is less
     * @return the heap
     */
    public static Heap openOrCreate(Path path, long maxBytes) {
        return openOrCreate(path, maxBytes, HeapOptions.defaults());
    }

    /** Opens or creates a heap file, with options; see {@link #openOrCreate(Path, long)}. */
    public static Heap openOrCreate(Path path, long maxBytes, HeapOptions options) {
        return open(path, maxBytes, Intent.OPEN_OR_CREATE, options);
    }

    /**
     * Deletes a heap that nobody has open: the file, its write-ahead log and its {@linkplain #snapshot() snapshot}. Its lock
     * file stays, as another process may be waiting to take it. After a power failure it may be there again, whole, until
     * this has returned.
     *
     * @param path the file
     * @return false if there is no such file
     * @throws HeapLockedException if it is open, here or in another process
     * @throws HeapFormatException if it is no heap, or this user may not delete it; it is left as it was
     */
    public static boolean delete(Path path) {
        return HeapDeletion.delete(path, Snapshots.of(path.toAbsolutePath()));
    }

    /** Opens a heap to look at it, with the default options; see {@link #openReadOnly(Path, HeapOptions)}. */
    public static Heap openReadOnly(Path path) {
        return openReadOnly(path, HeapOptions.defaults());
    }

    /**
     * Opens a heap to look at it: no byte of the file is changed, and the program that changes an object, a collection or a root is refused
     * with {@link ReadOnlyHeapException}. Failure-atomic blocks that only read are allowed.
     *
     * <p>Any number of processes can have a heap open so, which was closed or which a crash has left: what a crash left is replayed and
     * recovered in memory of this process. So long nobody can open it to change it, who is told why. If somebody has the heap open to
     * change it, the last {@linkplain #snapshot() snapshot} of it is opened instead; {@link #refresh()} goes on to a newer one. To keep
     * nobody waiting, open the snapshot by its own name.
     *
     * <p>Needs the right to read the file. Without the right to write it, and for a file that is {@linkplain HeapOptions#trust not
     * trusted}, a copy of it is made in {@code java.io.tmpdir}, as Java maps privately only what it may write; else only pages that recovery
     * changes take memory.
     *
     * @param path the heap file, or a snapshot or backup of one
     * @param options the options; those on growth, collector, salvage and snapshots do not count
     * @return the heap
     * @throws HeapFormatException if it is missing, foreign, damaged or of a newer version
     * @throws HeapLockedException if somebody has it open to change it, and there is no snapshot; or if this process has it open already
     */
    public static Heap openReadOnly(Path path, HeapOptions options) {
        ReadOnlyOpening opening = new ReadOnlyOpening(path, options.forReading());
        return finish(opening.open(), opening);
    }

    private static Heap finish(PersistentHeap core, ReadOnlyOpening opening) {
        Heap heap = finish(core, opening.options());
        heap.reading = opening;
        return heap;
    }

    /**
     * Returns the newest state of a heap that is open read-only: this heap if there is nothing newer, else another one, with which the
     * caller goes on. Then this one stays as it is until the caller closes it, with the objects that were taken from it.
     *
     * @return this heap, or a newer one
     * @throws IllegalStateException if this heap is not open read-only
     * @throws HeapClosedException if it was closed
     */
    public Heap refresh() {
        core.requireOpen();
        if (reading == null) {
            throw new IllegalStateException("heap is not open read-only: heap=" + path() + "; it has the newest state");
        }
        ReadOnlyOpening.Newer newer = reading.newer();
        return newer == null ? this : finish(newer.heap(), newer.opening());
    }

    /** Returns the roots. */
    public RootMap root() {
        return root;
    }

    /**
     * Frees an object: not what it references. Every proxy of it becomes unusable; remove references to it
     * first. Outside a failure-atomic block it takes effect at once, without a fence; it is durable when its memory is
     * used again, or the heap is forced or closed: a crash before may leave the object as it was if something still refers
     * to it. Inside a failure-atomic block it takes effect, durably, when that commits.
     *
     * <p>The address of the proxy becomes 0, and the proxy refuses every use but {@code equals}, {@code hashCode} and
     * {@code toString}. Other proxies of the object keep the address: free, dereference and comparison tell by the
     * generation that the object is no more, field accesses only in a {@linkplain HeapOptions#checked() checked} heap.
     *
     * @param object a persistent object of this heap
     * @throws NullPointerException if it is null
     * @throws NotTransformedException if it is not persistent
     * @throws ForeignHeapException if it is of another heap
     * @throws StaleObjectException if it was freed already, another thread frees it at the same time, or no object of its class is at its address
     * @throws ConflictException if another thread's open failure-atomic block changes or frees it
     */
    public void free(Object object) {
        core.refOf(Objects.requireNonNull(object, "object to free"));
        core.objects().free(Proxies.require(object));
    }

    /**
     * Runs an action as a failure-atomic block: after a crash, all of its persistent effects are there or none.
     * Durable when it returns. If the action throws, its effects are undone and the exception goes on.
     *
     * <p>Inside another failure-atomic block of the thread it is an inner block: what it does becomes durable with the
     * outermost one. If the action throws, just its own effects are undone; if the exception is caught, the enclosing
     * block goes on. Of Java objects nothing is undone, {@code transient} fields of persistent objects included; see
     * {@link #onAbort}.
     *
     * <p>It is not isolated: other threads' blocks that change the same are refused, with a {@link ConflictException}; what it
     * only reads others may change. Guard shared objects with locks, or see {@link #atomicallyRetrying(FailureAtomicAction)}.
     * {@link Heaps} has blocks over several heaps.
     *
     * <p>A lambda needs no cast, whether it has a value or not, and what it throws is what this throws: with no checked
     * exception in the lambda there is none to catch.
     *
     * @param <X> the checked exception that the action throws; {@link RuntimeException} if it throws none
     * @param action the action; runs in the calling thread
     * @throws X if the action throws it
     * @throws FailureAtomicException if a block of another heap is open, or the action ended more or fewer blocks than it
     *     started
     * @throws HeapFullException if there is no room for what the commit needs; the block is undone
     */
    public <X extends Exception> void atomically(FailureAtomicAction<X> action) throws X {
        Transaction transaction = core.transaction();
        int depth = transaction.start(core);
        try {
            action.run();
        } catch (Throwable e) {
            transaction.fail(depth, e);
            throw e;
        }
        transaction.end(depth);
    }

    /**
     * Runs a function as a failure-atomic block; see {@link #atomically(FailureAtomicAction)}.
     *
     * @param <T> the type of the result
     * @param <X> the checked exception that the function throws; {@link RuntimeException} if it throws none
     * @param function the function
     * @return its result
     * @throws X if the function throws it
     */
    public <T extends @Nullable Object, X extends Exception> T atomically(FailureAtomicFunction<T, X> function)
            throws X {
        Transaction transaction = core.transaction();
        int depth = transaction.start(core);
        T result;
        try {
            result = function.call();
        } catch (Throwable e) {
            transaction.fail(depth, e);
            throw e;
        }
        transaction.end(depth);
        return result;
    }

    /**
     * Runs an action as a failure-atomic block that is isolated from others: it locks what it reads, too, waits for what
     * other blocks have locked, and runs again from the start where waiting does not help. Durable when it returns. {@code
     * heap.atomicallyRetrying(() -> account.balance += 10)} in several threads loses nothing: blocks of this kind are
     * serialisable as far as fields of objects, array elements and roots go. Which keys a collection has is not locked;
     * docs/ISOLATION.md says more.
     *
     * <p>The action may run several times: it must have no effects of its own but on persistent objects; for others there are
     * {@link #onAbort}, whose actions run after each attempt that failed, and {@link #onCommit}, whose actions run after
     * the one that commits. An attempt that failed leaves nothing. It waits for about a millisecond where it is, not at all
     * if blocks wait for each other in a circle and it is the one to give way; then it is undone, backs off for up to 2
     * milliseconds, and runs again, for {@link HeapOptions#conflictTimeout(Duration)} in all. Only a {@link
     * ConflictException} that leaves the action has it run again: one that the action wraps in another exception goes on.
     *
     * <p>Inside another failure-atomic block of the thread it is an inner block like that of {@link
     * #atomically(FailureAtomicAction)}: it can wait for nothing, as it cannot run the outer one again; if that is a
     * retrying one, it is part of it. What an inner block has read stays locked when that is undone.
     *
     * <p>From the first such block on, until the heap is closed, reads in all failure-atomic blocks on the heap take the way that
     * looks for locks, some 20 ns more; reads outside blocks do not. {@link Heaps} has such blocks over several heaps.
     *
     * @param <X> the checked exception that the action throws; {@link RuntimeException} if it throws none
     * @param action the action; runs in the calling thread
     * @throws X if the action throws it; the block is undone then, and not run again
     * @throws ConflictException if the time is over, or the thread is interrupted while it waits, and it stays so; the block is
     *     undone
     * @throws FailureAtomicException if a block of another heap is open, or the action ended more or fewer blocks than it
     *     started
     * @throws HeapFullException if there is no room for what the commit needs; the block is undone
     */
    public <X extends Exception> void atomicallyRetrying(FailureAtomicAction<X> action) throws X {
        FailureAtomicFunction<Boolean, X> function = () -> {
            action.run();
            return true;
        };
        atomicallyRetrying(function);
    }

    /**
     * Runs a function as an isolated failure-atomic block, several times maybe; see {@link
     * #atomicallyRetrying(FailureAtomicAction)}.
     *
     * @param <T> the type of the result
     * @param <X> the checked exception that the function throws; {@link RuntimeException} if it throws none
     * @param function the function
     * @return its result, of the attempt that committed
     * @throws X if the function throws it
     */
    public <T extends @Nullable Object, X extends Exception> T atomicallyRetrying(FailureAtomicFunction<T, X> function)
            throws X {
        if (core.transaction().depth() > 0) {
            return atomically(function);
        }
        return new RetryLoop<>(function, core.retries()).run();
    }

    /**
     * Runs what is a {@code Runnable} already, or several of them in their order, as one failure-atomic block; see
     * {@link #atomically(FailureAtomicAction)}.
     *
     * @param action the action
     * @param more what is to run after it, in the same block
     */
    // a variable number of them, so that javac comes to this one only if no other fits: a lambda is never ambiguous
    public void atomically(Runnable action, Runnable... more) {
        atomically(() -> {
            action.run();
            for (Runnable next : more) {
                next.run();
            }
        });
    }

    /**
     * Runs what is a {@code Callable} already as a failure-atomic block; see
     * {@link #atomically(FailureAtomicAction)}.
     *
     * @param <T> the type of the result
     * @param function the function
     * @return its result
     * @throws Exception what the function throws
     */
    public <T extends @Nullable Object> T atomically(Callable<T> function) throws Exception {
        return atomically((FailureAtomicFunction<T, Exception>) function::call);
    }

    /**
     * Runs an action once the calling thread's open failure-atomic block on this heap is committed and durable; at once
     * if none is open. Actions run in the thread of the block, in the order in which they were registered, after the
     * outermost block has ended: they may use persistent objects, and open blocks of their own.
     *
     * <p>An action that was registered in an inner block is dropped when that is undone. If an action throws, the others
     * run all the same; the exception, with those of the others suppressed, leaves the call that ended the block. The
     * block stays committed.
     *
     * @param action the action
     * @throws HeapClosedException if the heap was closed
     */
    public void onCommit(Runnable action) {
        core.onCommit(Objects.requireNonNull(action, "action"));
    }

    /**
     * Runs an action if the calling thread's innermost open failure-atomic block on this heap is undone, or one around
     * it; never if none is open. For what J-NVM does not undo: Java objects, {@code transient} fields.
     *
     * <p>Actions run in the thread of the block, the last one registered first, when persistent objects are as they were
     * before the block. If an inner block is undone they run inside the enclosing one, and what they do is part of that;
     * if the outermost is, they run after it. Only when a thread ended and left its block open they run in the thread
     * that finds this out. If an action throws, the others run all the same, and the block stays undone; the exception
     * is suppressed on the one because of which the block was undone, or leaves {@code faAbort} with those of the others
     * suppressed.
     *
     * @param action the action
     * @throws HeapClosedException if the heap was closed
     */
    public void onAbort(Runnable action) {
        core.onAbort(Objects.requireNonNull(action, "action"));
    }

    /** Opens a failure-atomic block in the calling thread, or one inside it. */
    void faStart() {
        core.transaction().startByHand(core);
    }

    Roots roots() {
        return roots;
    }

    /**
     * Lets the calling thread's {@code new} allocate in this heap.
     *
     * @return the scope, to be closed by the same thread
     */
    public Scope enter() {
        core.requireOpen();
        int depth = HeapScopes.enter(core);
        return () -> HeapScopes.leave(core, depth);
    }

    /** Returns the durability domain. */
    public DurabilityDomain domain() {
        return core.file().domain();
    }

    /** Returns the access route and the kind of write-back, for people. */
    public String access() {
        return core.access();
    }

    /** Returns the heap file, as an absolute path. */
    public Path path() {
        return core.file().path();
    }

    /** Returns what opening the heap had to do. */
    public RecoveryReport recovery() {
        return core.recovery();
    }

    /**
     * Returns how the heap stands: sizes, blocks, slabs, write-backs and fences, failure-atomic blocks. Takes microseconds and
     * stops nobody; works on a closed heap, too.
     *
     * @return a snapshot
     */
    public HeapStats stats() {
        return core.stats();
    }

    /**
     * Counts the objects in the heap by class, and tells how well they fill their blocks. Reads a word of every block
     * that was ever handed out: all of the heap's pages, some 10 ms for each 100 MB that are in memory. Stops nobody and
     * changes nothing; no snapshot while other threads work.
     *
     * @return the counts
     * @throws HeapClosedException if the heap was closed
     */
    public HeapHistogram histogram() {
        return core.histogram();
    }

    /**
     * Says what lies at an offset of the heap file, for messages: class, address and field, like {@code
     * Account@0x3400.balance}. Looks at the headers as they are, in the worst case at those of all blocks; no snapshot
     * while other threads work.
     *
     * @param offset bytes from the beginning of the file
     * @return the text
     * @throws HeapClosedException if the heap was closed
     */
    public String describe(long offset) {
        return core.describe(offset);
    }

    /**
     * Checks the whole heap: superblock, class table, root map, redo logs, each reachable object and reference, each
     * block, and the free store. Changes nothing, needs no class of the program, and goes on after what it finds.
     *
     * <p>Takes time in proportion to the heap, and about 1/2000 of its size in memory. The program must not change the
     * heap meanwhile, also in no other thread; else what is reported may not be there.
     *
     * @return what was found
     * @throws HeapClosedException if the heap was closed
     */
    public HeapCheck check() {
        return core.check();
    }

    /** Makes a backup with the default options; see {@link #backup(Path, BackupOptions)}. */
    public BackupReport backup(Path target) {
        return backup(target, BackupOptions.defaults());
    }

    /**
     * Makes a copy of the heap, while other threads go on. The copy is what the heap was at one moment, without the failure-atomic blocks
     * that were open: what a program finds that opens the heap after a crash at that moment. It is recovered, closed and checked, and on
     * the device when this returns. A heap is restored by copying its backup back.
     *
     * <p>At the end nobody can change the heap for a moment, in which it is compared with the copy: the longer, the more is in use.
     * Reading goes on. Where the file system can clone files (XFS, Btrfs), the copy is on it, too, and {@link #trim()} could
     * work, the file is cloned instead: that takes no space until either is changed. Stores outside blocks and operations,
     * those of fields that are assigned there, may be in the copy in another
     * order.
     *
     * <p>Safe for use by several threads. If the JVM ends meanwhile, {@code NAME.partial} is left, of which the next backup of that name
     * uses what is still the same.
     *
     * @param target the file to make, which must not exist; its folder must
     * @param options how to make it
     * @return what was done
     * @throws BackupException if it cannot be made; there is no file then
     * @throws HeapClosedException if the heap was closed
     */
    public BackupReport backup(Path target, BackupOptions options) {
        return HeapBackup.make(core, target, options);
    }

    /**
     * Makes a snapshot, {@code NAME.snapshot} beside the heap file, for readers in other processes: a backup as {@link #backup(Path)} makes
     * it, that takes the place of the snapshot before. Who has that open keeps it.
     *
     * @return what was done
     * @throws BackupException if it cannot be made; the one before stays then
     * @throws ReadOnlyHeapException if this heap is open read-only
     * @throws HeapClosedException if the heap was closed
     */
    public BackupReport snapshot() {
        return Snapshots.take(core);
    }

    /**
     * Frees the objects that nothing leads to: no root, no object that a root leads to, and no proxy that the program still has.
     * Others go on meanwhile.
     *
     * <p>What Java's collector has not cleared yet counts as a proxy that the program has: what became unreachable just now may be freed by
     * the next call only.
     *
     * @return how many were freed
     * @throws IllegalStateException if the heap was opened with {@link Collector#OFF}, or from inside an operation of the heap, such as a
     *     function that computes the value of a map
     * @throws HeapClosedException if the heap was closed
     */
    public long collect() {
        return core.collection().collect();
    }

    /**
     * Gives the space of free pages back to the file system: those of 4 KiB in which nothing is. The file keeps its length, and takes
     * less of the disk. A page is really written again before anything is stored there, so that a full disk is met as where the heap
     * grows: other memory is used, and in the end {@link HeapFullException} thrown. Others go on meanwhile, but for moments in which they
     * wait for memory: some 10 ms for each million of free blocks. Durable when this returns as far as the file system's own
     * bookkeeping is.
     *
     * <p>It takes JDK 22 or later, Linux, native access ({@code --enable-native-access}: of the module {@code org.jnvm.core}, or of {@code
     * ALL-UNNAMED}) and a file system with holes (ext4, XFS, Btrfs, tmpfs). Elsewhere nothing is done, and the log says why, once;
     * {@code jnvm compact} makes a small copy of a heap that is closed.
     *
     * <p>In domain {@code DISK} the copies of such pages in the memory of the process are given back, too. Before that everything in the
     * write-ahead log is checkpointed, once for a call.
     *
     * <p>See {@link HeapOptions#trimInBackground} for a thread that does this by itself. Safe for use by several threads.
     *
     * @return how many bytes were given back; 0 also where it cannot be done
     * @throws HeapClosedException if the heap was closed
     */
    public long trim() {
        return core.trimming().trim();
    }

    /** Orders the calling thread's write-backs and stores before it against those after it. */
    public void pfence() {
        core.pfence();
    }

    /**
     * Like {@link #pfence()}, and returns when what the thread wrote back before is durable. In domain {@code DISK} what any
     * thread wrote back and fenced before is then on the device, also in mode {@link HeapOptions#asynchronous(Duration)
     * ASYNC}, in which operations themselves do not wait. In domain {@code PAGE_CACHE} it survives the process: {@link
     * #force()} is what survives power loss.
     *
     * @throws HeapPoisonedException if the device failed; in domain {@code DISK} also if the heap's files are not at their
     *     paths any more, see {@link #force()}
     */
    public void psync() {
        core.psync();
    }

    /**
     * Makes the file grow now, so that allocating up to there need not: while this thread writes the new space, others
     * allocate in what there is. Does nothing if the file is as large already.
     *
     * @param bytes the bytes of the file, rounded up to a whole chunk; more than the maximum counts as the maximum
     * @throws HeapFullException if the disk is full; the heap is as it was before
     */
    public void reserve(long bytes) {
        core.reserve(bytes);
    }

    /**
     * Forces the whole heap to its device: in domains {@code PAGE_CACHE} and {@code DISK} what was stored before survives
     * power loss, written back or not.
     *
     * @throws HeapPoisonedException if the device failed; or if the heap's files are not at their paths any more, as they
     *     were deleted, renamed, replaced or truncated: then nothing is acknowledged from here on
     */
    public void force() {
        core.force();
    }

    /**
     * Begins what {@link #force()} does, in another thread, and returns.
     *
     * @return completes when everything that was stored before this call is on the device, or with the exception that {@link
     *     #force()} throws
     */
    public CompletionStage<Void> forceAsync() {
        return core.forceAsync();
    }

    /**
     * Closes the heap: forces it to its device and marks it clean. Objects throw {@link HeapClosedException} from then
     * on. Does nothing if it is closed already. A poisoned heap is given up as after a crash, without an exception.
     *
     * @throws HeapPoisonedException if the device failed, or the heap's files are not at their paths any more, see {@link
     *     #force()}; the heap is closed all the same
     */
    @Override
    public void close() {
        if (snapshots != null) {
            snapshots.close();
        }
        try {
            core.close();
        } finally {
            unregister();
        }
    }

    private synchronized void unregister() {
        if (management != null) {
            management.unregister();
            management = null;
        }
    }

    PersistentHeap core() {
        return core;
    }

    @Override
    public String toString() {
        return core.toString();
    }
}
