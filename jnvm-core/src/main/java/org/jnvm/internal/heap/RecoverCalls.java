package org.jnvm.internal.heap;

import java.util.HashMap;
import java.util.Map;
import org.jnvm.ClassMismatchException;
import org.jnvm.ParallelRecover;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ClassTable;
import org.jnvm.internal.recovery.RecoveryPass;
import org.jnvm.spi.ClassDescriptor;

/**
 * The last part of recovery: calls {@code recover()} of each live object whose class overrides it. In the thread that
 * opens the heap; first, in several threads, of classes that say so with {@link ParallelRecover}.
 */
public final class RecoverCalls {
    private final PersistentHeap heap;
    private final RecoveryPass pass;

    RecoverCalls(PersistentHeap heap, RecoveryPass pass) {
        this.heap = heap;
        this.pass = pass;
    }

    /** Tells whether there are live objects of classes whose records say that they override {@code recover()}. */
    public static boolean areDue(ClassTable classes, RecoveryPass pass) {
        ClassLayout[] layouts = classes.layouts();
        for (int id = 1; id < layouts.length; id++) {
            if (layouts[id] != null && layouts[id].overridesRecover() && pass.anyOf(id)) {
                return true;
            }
        }
        return false;
    }

    void run() {
        ClassTable table = heap.space().classes();
        Map<String, Boolean> parallelByName = new HashMap<>();
        ClassLayout[] layouts = table.layouts();
        for (int id = 1; id < layouts.length; id++) {
            ClassEntry entry = table.entry(id);
            if (entry != null && pass.anyOf(id) && table.overridesRecover(entry)) {
                ClassDescriptor descriptor = descriptor(table, entry);
                if (descriptor != null) {
                    parallelByName.put(
                            descriptor.layout().className(),
                            descriptor.type().isAnnotationPresent(ParallelRecover.class));
                }
            }
        }
        call(parallelByName, true);
        call(parallelByName, false);
    }

    /** Calls it for all versions of the classes: a callback can have converted an object that another one is due for. */
    private void call(Map<String, Boolean> parallelByName, boolean parallel) {
        ClassTable table = heap.space().classes();
        ClassLayout[] layouts = table.layouts();
        boolean[] classes = new boolean[layouts.length];
        boolean any = false;
        for (int id = 1; id < layouts.length; id++) {
            classes[id] = layouts[id] != null
                    && parallelByName.getOrDefault(table.nameNow(layouts[id].className()), !parallel) == parallel;
            any |= classes[id];
        }
        if (any) {
            pass.forEachLive(classes, parallel, ref -> heap.proxy(ref).recover());
        }
    }

    /** Returns the class, or null if it is missing: its objects are refused when they are used, until it is there. */
    private ClassDescriptor descriptor(ClassTable table, ClassEntry entry) {
        try {
            return table.descriptor(entry);
        } catch (ClassMismatchException e) {
            Log.LOG.warn("objects not recovered: {}", e.getMessage());
            heap.closing().requirePass("objects of a class that is missing were not recovered");
            return null;
        }
    }
}
