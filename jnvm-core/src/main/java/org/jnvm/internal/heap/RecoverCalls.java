package org.jnvm.internal.heap;

import org.jnvm.ClassMismatchException;
import org.jnvm.ParallelRecover;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ClassTable;
import org.jnvm.internal.recovery.RecoveryPass;
import org.jnvm.spi.ClassDescriptor;

/**
 * The last part of recovery: calls {@code recover()} of each live object whose class overrides it. In the thread that
 * opens the heap; first, in several threads, of classes that say so with {@link ParallelRecover}.
 */
final class RecoverCalls {
    private final PersistentHeap heap;
    private final RecoveryPass pass;

    RecoverCalls(PersistentHeap heap, RecoveryPass pass) {
        this.heap = heap;
        this.pass = pass;
    }

    void run() {
        ClassTable table = heap.space().classes();
        int limit = table.layouts().length;
        boolean[] parallel = new boolean[limit];
        boolean[] serial = new boolean[limit];
        boolean anyParallel = false;
        boolean anySerial = false;
        for (int id = 1; id < limit; id++) {
            ClassEntry entry = table.entry(id);
            if (entry != null && pass.anyOf(id) && table.overridesRecover(entry)) {
                ClassDescriptor descriptor = descriptor(table, entry);
                if (descriptor != null && descriptor.type().isAnnotationPresent(ParallelRecover.class)) {
                    parallel[id] = true;
                    anyParallel = true;
                } else if (descriptor != null) {
                    serial[id] = true;
                    anySerial = true;
                }
            }
        }
        if (anyParallel) {
            pass.forEachLive(parallel, true, this::call);
        }
        if (anySerial) {
            pass.forEachLive(serial, false, this::call);
        }
    }

    /** Returns the class, or null if it is missing: its objects are refused when they are used, until it is there. */
    private ClassDescriptor descriptor(ClassTable table, ClassEntry entry) {
        try {
            return table.descriptor(entry);
        } catch (ClassMismatchException e) {
            Log.LOG.warn("objects not recovered: {}", e.getMessage());
            heap.requirePass("objects of a class that is missing were not recovered");
            return null;
        }
    }

    private void call(long ref) {
        heap.proxy(ref).recover();
    }
}
