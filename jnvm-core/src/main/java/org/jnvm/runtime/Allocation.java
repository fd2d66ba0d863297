package org.jnvm.runtime;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.LongStack;
import org.jnvm.spi.AssignsEarly;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;

/**
 * Makes and frees persistent objects, for generated code and data types.
 */
public final class Allocation {
    private static final long[] NO_REFS = {};

    private Allocation() {}

    /**
     * Allocates the persistent part of a new object of fixed size; called by the constructor of the topmost persistent
     * class, right after that of its superclass.
     *
     * @param self the new proxy
     */
    public static void allocate(Proxy self) {
        ClassDescriptor descriptor = self.$jnvm$descriptor();
        allocate(self, descriptor.layout().bytes());
        if (descriptor.assignsEarly()) {
            assignEarly(self);
        }
    }

    /** What is refused, as an object of another heap, leaves no object: no constructor would give it back. */
    private static void assignEarly(Proxy self) {
        try {
            ((AssignsEarly) self).$jnvm$assignEarly();
        } catch (RuntimeException | Error e) {
            constructorFailed(self, e);
            throw e;
        }
    }

    /**
     * Has a heap collected that was found full in an operation which has left all as it was, before that is tried again; not in the
     * middle of another one.
     *
     * @param owner an object of the heap
     * @param full thrown again if the heap is not collected, or cannot be here
     */
    public static void makeRoom(Proxy owner, HeapFullException full) {
        PersistentHeap.of(owner).collection().makeRoom(full);
    }

    /**
     * Allocates the persistent part of a new object with a variable part. The fields and the tail are zero, also the
     * tail's length, which the caller sets before anything else.
     *
     * @param self the new proxy
     * @param bytes its object bytes; see {@link TailAccess#bytesWithTail}
     */
    public static void allocate(Proxy self, long bytes) {
        PersistentHeap.forAllocation().objects().allocate(self, bytes);
    }

    /**
     * Allocates the persistent part of a new object whose tail the caller fills at once, and which has no references there. The
     * fields are zero, what is in the tail is garbage.
     *
     * @param self the new proxy
     * @param bytes its object bytes; see {@link TailAccess#bytesWithTail}
     * @param tailOffset the object offset of element 0
     */
    public static void allocateFilled(Proxy self, long bytes, int tailOffset) {
        PersistentHeap.forAllocation().objects().allocate(self, bytes, tailOffset);
    }

    /**
     * Opens a failure-atomic block on the heap of the new object, and allocates it in the block, so that it is taken back
     * if its constructor fails; called instead of {@link #allocate(Proxy)} and {@link Transactions#faStart}.
     *
     * @param self the new proxy
     * @return what {@link Transactions#faStart} returns
     */
    public static int allocateInBlock(Proxy self) {
        PersistentHeap heap = PersistentHeap.forAllocation();
        Transaction transaction = heap.transaction();
        int depth = transaction.start(heap);
        try {
            heap.objects().allocate(self, bytesOf(self));
            if (self.$jnvm$descriptor().assignsEarly()) {
                ((AssignsEarly) self).$jnvm$assignEarly();
            }
        } catch (RuntimeException | Error e) {
            transaction.fail(depth, e);
            throw e;
        }
        return depth;
    }

    /**
     * Allocates the persistent part of an object that Java deserialization made, whose own {@code readObject} is going to
     * fill it: no constructor of its class has run.
     *
     * @param self the proxy
     */
    public static void allocateToRead(Proxy self) {
        if (self.$jnvm$region() == null) {
            allocate(self);
        }
    }

    /**
     * Takes a new object back because one of its constructors threw, unless it is valid by then, as something may lead to
     * it. Called by each constructor that an exception leaves after the allocation. If it cannot be freed, the reason is
     * added to the exception as a suppressed one, and recovery takes it back.
     *
     * @param self the new proxy
     * @param thrown what the constructor threw
     */
    public static void constructorFailed(Proxy self, Throwable thrown) {
        if (self.$jnvm$region() != null) {
            PersistentHeap.of(self).objects().discard(self, thrown);
        }
    }

    /**
     * Allocates the persistent part of a new object in the heap of another one, whatever the current heap is.
     *
     * @param self the new proxy
     * @param owner an object of the heap
     * @param bytes its object bytes
     */
    public static void allocateBeside(Proxy self, Proxy owner, long bytes) {
        PersistentHeap.of(owner).objects().allocate(self, bytes);
    }

    /**
     * Allocates a persistent string, which never changes, in the current heap; packed with others if it is short.
     *
     * @param self the new proxy
     * @param text its content
     */
    public static void allocateString(Proxy self, String text) {
        PersistentHeap.forAllocation().objects().allocateString(self, text);
    }

    /**
     * Allocates a small object that consists of words without references and never changes, packed with others, in the
     * current heap.
     *
     * @param self the new proxy
     * @param words its fields, 8 bytes each, in order of offset
     */
    public static void allocatePacked(Proxy self, long... words) {
        PersistentHeap.forAllocation().objects().allocateImmutable(self, bytesOf(self), NO_REFS, words);
    }

    /**
     * Allocates an object that never changes, in the current heap; packed with others if it is small. Its tail, if it has
     * one, is to be filled by {@link TailAccess#initialiseTail} before anyone sees the object.
     *
     * @param self the new proxy
     * @param bytes its object bytes; see {@link TailAccess#bytesWithTail}
     * @param values what its first fields lead to, each null, a persistent object of the heap, or a value, which the field owns, in order of offset
     * @param words the fields behind them, 8 bytes each, in order of offset
     */
    public static void allocateImmutable(Proxy self, long bytes, Object[] values, long... words) {
        PersistentHeap heap = PersistentHeap.forAllocation();
        heap.objects().allocateImmutable(self, bytes, refs(heap, values), words);
        java.lang.ref.Reference.reachabilityFence(values); // kept by their proxies until the object has them
    }

    private static long bytesOf(Proxy self) {
        return self.$jnvm$descriptor().layout().bytes();
    }

    private static long[] refs(PersistentHeap heap, Object[] values) {
        long[] refs = new long[values.length];
        for (int i = 0; i < refs.length; i++) {
            refs[i] = heap.references().toStore(values[i]);
        }
        return refs;
    }

    /** Frees an object; see {@link Heap#free}. */
    public static void free(Proxy self) {
        PersistentHeap.of(self).objects().free(self);
    }

    /**
     * Frees objects and all that they lead to, iteratively. Inside a failure-atomic block it is done, outside it, after the
     * commit. The program sees to it that nothing else leads there; references to what was freed are skipped. If it is
     * broken off, by a crash or an exception, the recovery pass takes back what nothing leads to.
     *
     * @param owner an object of the heap, which is not freed, nor followed
     * @param roots what to begin with
     */
    public static void freeGraph(Proxy owner, Collection<? extends Proxy> roots) {
        PersistentHeap heap = PersistentHeap.of(owner);
        long kept = heap.refOf(owner);
        LongStack refs = refsOf(heap, roots);
        Transactions.onCommit(owner, () -> heap.objects().freeGraph(refs, ref -> ref != kept));
    }

    /**
     * Frees new objects, to which nothing valid leads, with all new ones that they lead to, outside failure-atomic blocks.
     *
     * @param owner an object of the heap
     * @param made what to free; what is found through these is freed if it is invalid
     * @param kept invalid objects that are kept
     */
    public static void takeBack(Proxy owner, Collection<? extends Proxy> made, Collection<? extends Proxy> kept) {
        PersistentHeap heap = PersistentHeap.of(owner);
        Set<Long> keptRefs = new HashSet<>();
        for (Proxy object : kept) {
            keptRefs.add(heap.refOf(object));
        }
        LongStack roots = refsOf(heap, made);
        heap.objects()
                .freeGraph(roots, ref -> !BlockLayout.isValid(heap.space().header(ref)) && !keptRefs.contains(ref));
    }

    private static LongStack refsOf(PersistentHeap heap, Collection<? extends Proxy> objects) {
        LongStack refs = new LongStack();
        for (Proxy object : objects) {
            refs.push(heap.refOf(object));
        }
        return refs;
    }
}
