package org.jnvm.runtime;

import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.heap.ObjectText;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.spi.Proxy;

/**
 * Writes back, fences and validates objects, for generated code and data types.
 */
public final class Durability {
    private Durability() {}

    /** Writes back the cache line of a field, and the value that it owns. */
    public static void pwbValue(Proxy self, int off) {
        pwb(self, off);
        PersistentHeap heap = PersistentHeap.of(self);
        if (heap.fa() == null) {
            heap.values().pwbValue(self, FieldOffsets.of(self, off));
        }
    }

    /** Writes back the cache line of a field. Inside a failure-atomic block the commit does it. */
    public static void pwb(Proxy self, int off) {
        PersistentHeap heap = PersistentHeap.of(self);
        heap.refOf(self); // refuses what was freed or closed
        if (heap.fa() == null) {
            long offset = FieldOffsets.of(self, off);
            heap.chunkOf(offset).pwb(offset);
        }
    }

    /** Writes back the whole object, and the values that its fields own. */
    public static void pwb(Proxy self) {
        PersistentHeap heap = PersistentHeap.of(self);
        long ref = heap.refOf(self); // refuses what was freed or closed
        if (heap.fa() != null) {
            return;
        }
        ClassLayout layout = self.$jnvm$descriptor().layout();
        if (layout.isOneBlock() && !heap.isChecked()) { // like a store: the header is not read, which may be a miss
            long offset = Reference.offset(self.$jnvm$region().start(ref));
            heap.chunkOf(offset).pwb(offset, layout.bytes());
            return;
        }
        EpochSections.enter(); // another thread may free the object, or replace a value that it owns
        try {
            ObjectView object = heap.space().viewLive(ref); // refuses a stale proxy
            object.pwb();
            heap.values().pwbOwned(self, object);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            EpochSections.exit();
        }
    }

    /** Orders write-backs and stores of the object's heap. */
    public static void pfence(Proxy self) {
        PersistentHeap.of(self).pfence();
    }

    /**
     * What an operation does before it returns: orders like {@link #pfence}, and waits until what was written back is
     * durable, in mode ASYNC of domain {@code DISK} for nothing. Inside a failure-atomic block neither.
     */
    public static void psync(Proxy self) {
        PersistentHeap heap = PersistentHeap.of(self);
        if (heap.fa() == null) {
            heap.acknowledge();
        }
    }

    /** See {@link org.jnvm.PObject#validate()}. */
    public static void validate(Proxy self) {
        setValid(self, true);
    }

    /** See {@link org.jnvm.PObject#invalidate()}. */
    public static void invalidate(Proxy self) {
        setValid(self, false);
    }

    private static void setValid(Proxy self, boolean valid) {
        PersistentHeap heap = PersistentHeap.of(self);
        if (!valid) {
            heap.space().allocator().awaitRecovery(); // which takes what is not valid for left by the crash
        }
        heap.operate(() -> setValid(heap, self, valid));
    }

    private static void setValid(PersistentHeap heap, Proxy self, boolean valid) {
        long ref = heap.refOf(self);
        ObjectView object = heap.space().viewLive(ref);
        Transaction fa = heap.fa();
        if (fa != null) {
            if (valid) {
                fa.validateAtCommit(ref);
                return;
            }
            throw new org.jnvm.FailureAtomicException(
                    "object cannot be invalidated inside a failure-atomic block: object="
                            + ObjectText.identity(self)
                            + "; free it instead");
        }
        heap.validator().noteWeakUse();
        if (valid) {
            heap.values().validateOwned(object);
        }
        long header = object.header();
        long offset = Reference.offset(ref);
        heap.beforeChange(offset);
        MappedChunk chunk = heap.chunkOf(offset);
        chunk.storeLongRelease(offset, valid ? BlockLayout.validated(header) : BlockLayout.invalidated(header));
        chunk.pwb(offset);
    }

    /** See {@link org.jnvm.PObject#valid()}. */
    public static boolean isValid(Proxy self) {
        PersistentHeap heap = PersistentHeap.of(self);
        try {
            return BlockLayout.isValid(heap.space().header(heap.refOf(self)));
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }
}
