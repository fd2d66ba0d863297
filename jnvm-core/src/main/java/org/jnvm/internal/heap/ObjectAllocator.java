package org.jnvm.internal.heap;

import java.util.function.LongPredicate;
import org.jnvm.HeapFullException;
import org.jnvm.NotTransformedException;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.Strings;
import org.jnvm.internal.transaction.HeapTransactions;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.LongStack;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;

/**
 * Allocates and frees the objects of a program, each time as an operation, and refuses what is none. Safe for use by several
 * threads.
 */
public final class ObjectAllocator {
    private final PersistentHeap heap;

    ObjectAllocator(PersistentHeap heap) {
        this.heap = heap;
    }

    /**
     * Allocates the persistent part of a new object.
     *
     * @param self its proxy
     * @param bytes its object bytes
     */
    public void allocate(Proxy self, long bytes) {
        allocate(self, bytes, bytes);
    }

    /**
     * Allocates the persistent part of a new object of which the caller fills a part at once.
     *
     * @param self its proxy
     * @param bytes its object bytes
     * @param zeroed the object offset up to which they are zero
     */
    public void allocate(Proxy self, long bytes, long zeroed) {
        try {
            allocateOnce(self, bytes, zeroed);
        } catch (HeapFullException e) {
            heap.collection().makeRoom(e);
            allocateOnce(self, bytes, zeroed);
        }
    }

    private void allocateOnce(Proxy self, long bytes, long zeroed) {
        heap.enterOperation();
        try {
            allocateOpen(self, bytes, zeroed);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    /**
     * Allocates the persistent part of a new string; it never changes.
     *
     * @param self its proxy
     * @param text its content
     */
    public void allocateString(Proxy self, String text) {
        try {
            allocateStringOnce(self, text);
        } catch (HeapFullException e) {
            heap.collection().makeRoom(e);
            allocateStringOnce(self, text);
        }
    }

    private void allocateStringOnce(Proxy self, String text) {
        heap.enterOperation();
        try {
            allocateStringOpen(self, text);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    /**
     * Allocates the persistent part of a new object that never changes, but for references that
     * {@link ReferenceSlots#write} writes: packed with others if it is small.
     *
     * @param self its proxy
     * @param bytes its object bytes
     * @param refs its first fields, which are references
     * @param words the fields behind them
     */
    public void allocateImmutable(Proxy self, long bytes, long[] refs, long... words) {
        try {
            allocateImmutableOnce(self, bytes, refs, words);
        } catch (HeapFullException e) {
            heap.collection().makeRoom(e);
            allocateImmutableOnce(self, bytes, refs, words);
        }
    }

    private void allocateImmutableOnce(Proxy self, long bytes, long[] refs, long... words) {
        heap.enterOperation();
        try {
            allocateImmutableOpen(self, bytes, refs, words);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    /** Frees an object; in a failure-atomic block, at its commit. */
    public void free(Proxy proxy) {
        heap.enterOperation();
        try {
            freeOpen(proxy);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    /**
     * Frees an object that was begun and not finished, unless it is valid: then something may lead to it. Does nothing if it
     * is free already. What this throws is suppressed by what it is called for.
     *
     * @param proxy the object
     * @param thrown why
     */
    public void discard(Proxy proxy, Throwable thrown) {
        try {
            boolean gone = ((FieldRegion) proxy.$jnvm$region()).isFreed();
            if (!gone && !BlockLayout.isValid(heap.space().header(proxy.$jnvm$ref()))) {
                free(proxy);
            }
        } catch (RuntimeException | Error e) {
            if (e != thrown) { // the JVM throws one OutOfMemoryError several times
                thrown.addSuppressed(e);
            }
        }
    }

    /** Gives a proxy that {@code Object.clone} made a new object, with the fields of the one it stands for. */
    public void copy(Proxy source, Proxy copy) {
        heap.enterOperation();
        try {
            Cloning.copy(heap, source, copy);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    /** Frees objects and what they lead to, outside failure-atomic blocks; see {@link GraphFreer}. */
    public void freeGraph(LongStack roots, LongPredicate follow) {
        heap.enterOperation();
        try {
            GraphFreer.free(heap, roots, follow);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    // ---- inside an operation ----

    private void allocateOpen(Proxy self, long bytes, long zeroed) {
        Transaction transaction = heap.fa();
        ClassDescriptor descriptor = self.$jnvm$descriptor();
        if (descriptor.type() != self.getClass()) { // it would come back as an object of its superclass
            throw new NotTransformedException(self);
        }
        ClassEntry entry = heap.space().classes().entry(descriptor);
        if (bytes <= SlabLayout.MAX_OBJECT_BYTES) {
            bind(self, heap.space().createFilled(entry.id(), bytes, zeroed));
            return;
        }
        if (bytes <= BlockLayout.BLOCK_BYTES) {
            long ref = heap.space().createBlock(entry.id());
            self.$jnvm$bind(heap.space().regionFor(ref, Reference.offset(ref)), ref, null);
            if (transaction != null) {
                transaction.allocated(ref, self);
            }
            if (descriptor.layout().canonical()) {
                heap.proxies().add(self);
            }
            return;
        }
        bind(self, heap.space().createFilled(entry.id(), bytes, zeroed));
    }

    private void allocateStringOpen(Proxy self, String text) {
        heap.space().classes().entry(self.$jnvm$descriptor());
        bind(self, Strings.create(heap.space(), text));
    }

    private void allocateImmutableOpen(Proxy self, long bytes, long[] refs, long[] words) {
        ObjectSpace space = heap.space();
        ClassEntry entry = space.classes().entry(self.$jnvm$descriptor());
        ObjectView object = space.createDense(entry.id(), bytes);
        long off = BlockLayout.PAYLOAD_OFFSET;
        for (long ref : refs) {
            object.store(off, ref);
            off += Long.BYTES;
        }
        for (long word : words) {
            object.store(off, word);
            off += Long.BYTES;
        }
        bind(self, object);
        Transaction transaction = heap.fa();
        for (long ref : refs) {
            if (transaction != null && ref != Reference.NULL && !BlockLayout.isValid(space.header(ref))) {
                transaction.adopt(ref);
            }
        }
    }

    private void bind(Proxy self, ObjectView object) {
        Transaction transaction = heap.fa();
        self.$jnvm$bind(
                heap.space().regionFor(object.ref(), Reference.offset(object.ref())), object.ref(), object.blocks());
        if (transaction != null) {
            transaction.allocated(object, self);
        }
        if (self.$jnvm$descriptor().layout().canonical()) {
            heap.proxies().add(self);
        }
    }

    private void freeOpen(Proxy proxy) {
        long ref = heap.refOf(proxy);
        // refuses a stale proxy whose object another proxy freed
        long header = heap.space().header(ref);
        requireClassOf(proxy, header);
        Transaction transaction = heap.fa();
        if (transaction == null) {
            freeNow(ref, header, proxy);
            return;
        }
        heap.values().freeInBlock(transaction, ref);
        if (!proxy.$jnvm$descriptor().layout().canonical()) {
            heap.forget(proxy);
        }
        transaction.freedProxy(proxy);
    }

    /**
     * Frees an object outside failure-atomic blocks, inside an operation, with the values that its fields own.
     *
     * @param ref the object
     * @param found its header, as the caller has read it; it may have changed since
     * @param proxy a proxy that must not be used any more, or null
     */
    void freeNow(long ref, long found, Proxy proxy) {
        ObjectSpace space = heap.space();
        FieldValues values = heap.values();
        HeapTransactions transactions = heap.transactions();
        if (heap.guardsChanges()) {
            values.beforeFree(ref, space.header(ref)); // refuses what another thread frees at the same time
        }
        long header = space.invalidate(ref, found); // of several threads that free it at once, one gets past this
        LongStack owned = values.ownedBy(ref, header); // only now: its blocks are this thread's until retired
        if (proxy != null) {
            heap.forget(proxy);
        }
        if (heap.state().mayHaveBlocks() && transactions.isLocked(space.view(ref, header))) {
            // a transaction locked the object after the look above: it aborts, or writes to memory that stays out of
            // use
            String why = "an object was freed while a failure-atomic block was about to change or free it";
            heap.closing().requirePass(why);
            return;
        }
        space.retire(ref, header);
        values.freeOwned(ref, owned);
    }

    /** Refuses to free what only looks like an object of the program: a slab, or one of core's own objects. */
    private void requireClassOf(Proxy proxy, long header) {
        ClassEntry entry = heap.space().classes().entry(BlockLayout.classId(header));
        if (entry == heap.space().classes().entry(proxy.$jnvm$descriptor())) {
            return;
        }
        String expected = proxy.$jnvm$descriptor().layout().className();
        if (entry == null || !entry.layout().className().equals(expected)) {
            throw new StaleObjectException("no object of the proxy's class is there: heap="
                    + heap.file().path()
                    + ", object=" + Reference.describe(proxy.$jnvm$ref()) + ", class="
                    + (entry == null
                            ? "id " + BlockLayout.classId(header)
                            : entry.layout().className())
                    + ", expected=" + expected + "; free only what you allocated or read from the heap");
        }
    }
}
