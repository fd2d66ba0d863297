package org.jnvm.internal.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jnvm.ClassMismatchException;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.LayoutChange;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ClassTable;
import org.jnvm.internal.object.Conversion;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.PersistentClasses;
import org.jnvm.spi.ClassDescriptor;

/**
 * Converts all objects of older layouts of a heap to those of the program, whose class loader is the context class loader;
 * or tells what that would do. One thread.
 */
public final class HeapMigration {
    /** How many objects are looked at between two calls of the progress. */
    private static final long TOLD_EVERY = 1 << 12;

    /**
     * What becomes of the objects of one older layout.
     *
     * @param className the name of their class
     * @param version the version of the layout
     * @param nameNow the name that the class has now
     * @param changes what happens to their fields, for people
     * @param converted how many objects were converted, or would be
     * @param refused how many cannot be converted
     * @param refusal why not, of the first of them; null if there is none
     */
    public record Part(
            String className,
            int version,
            String nameNow,
            List<String> changes,
            long converted,
            long refused,
            String refusal) {}

    /** A layout whose objects are not those of the program. */
    private static final class Old {
        private final ClassEntry entry;
        private String nameNow;
        private List<String> changes = List.of();
        /** Null if objects need no look each. */
        private Conversion conversion;
        /** What objects become, null in a preview. */
        private ClassEntry current;
        /** Whether no object can be converted. */
        private boolean blocked;

        private long converted;
        private long refused;
        private String refusal;

        private Old(ClassEntry entry) {
            this.entry = entry;
            this.nameNow = entry.layout().className();
        }

        private void refuse(ClassMismatchException why) {
            refused++;
            refusal = refusal == null ? why.getMessage() : refusal;
        }

        private Part part() {
            return new Part(
                    entry.layout().className(),
                    entry.layout().version(),
                    nameNow,
                    changes,
                    converted,
                    refused,
                    refusal);
        }
    }

    private final ObjectSpace space;
    private final PersistentClasses program = new PersistentClasses();
    /** Null in a preview. */
    private final PersistentHeap heap;

    private final LongConsumer progress;
    /** By class id; null for what was not met, and for layouts that are those of the program. */
    private final Map<Integer, Old> old = new TreeMap<>();

    private final boolean[] known = new boolean[BlockLayout.CLASS_ID_MAX + 1];
    private long seen;

    private HeapMigration(ObjectSpace space, PersistentHeap heap, LongConsumer progress) {
        this.space = space;
        this.heap = heap;
        this.progress = progress;
    }

    /**
     * Tells what {@link #run} would do; changes nothing.
     *
     * @param stored the heap
     * @param reachable its live objects
     * @param progress hears now and then how many were looked at
     */
    public static List<Part> preview(StoredHeap stored, Reachable reachable, LongConsumer progress) {
        HeapMigration migration = new HeapMigration(stored.space(), null, progress);
        reachable.forEach(migration::visit);
        return migration.parts();
    }

    /**
     * Converts all objects, each durably when the next one is begun. What a crash leaves, another call goes on with.
     *
     * @param open the heap, after a full recovery pass: what is valid is live
     * @param progress hears now and then how many were looked at
     * @throws org.jnvm.HeapFullException if there is no room; the objects before it are converted
     */
    public static List<Part> run(OfflineHeap open, LongConsumer progress) {
        HeapMigration migration = new HeapMigration(open.heap().space(), open.heap(), progress);
        migration.walk();
        return migration.parts();
    }

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        old.values().forEach(each -> parts.add(each.part()));
        return parts;
    }

    /** Visits all valid objects, and maybe some of those that are made meanwhile. */
    private void walk() {
        for (long block = StateLayout.FIRST_BLOCK; block < space.allocator().bump(); block++) {
            long offset = block << BlockLayout.BLOCK_SHIFT;
            long header = space.file().isBlock(offset) ? space.load(offset) : 0;
            int id = BlockLayout.classId(header);
            if (id == 0 || !BlockLayout.isValid(header)) {
                continue;
            }
            if (!space.file().isSlabAt(id, offset)) {
                visit(Reference.toBlock(offset, BlockLayout.generation(header)));
                continue;
            }
            for (long left = SlabLayout.allSlots(id); left != 0; left &= left - 1) {
                long slot = SlabLayout.slotOffset(id, offset, Long.numberOfTrailingZeros(left));
                long word = space.load(slot);
                if (BlockLayout.classId(word) != 0 && BlockLayout.isValid(word)) {
                    visit(Reference.toSlot(slot, BlockLayout.generation(word)));
                }
            }
        }
    }

    private void visit(long ref) {
        int id = BlockLayout.classId(space.load(Reference.offset(ref)));
        if (id < BlockLayout.FIRST_USER_CLASS_ID) {
            return;
        }
        Old layout = old(id);
        if (layout != null) {
            convert(ref, layout);
        }
        if (++seen % TOLD_EVERY == 0) {
            progress.accept(seen);
        }
    }

    private void convert(long ref, Old layout) {
        if (layout.blocked) {
            layout.refused++;
            return;
        }
        try {
            if (heap != null) {
                heap.operate(() -> heap.migration().convert(ref, layout.current));
            } else if (layout.conversion.mayRefuse()) {
                layout.conversion.values(space.view(ref));
            }
            layout.converted++;
        } catch (ClassMismatchException e) {
            layout.refuse(e);
        }
    }

    private Old old(int id) {
        ClassEntry entry = space.classes().entry(id);
        if (!known[id] && entry != null) {
            known[id] = true;
            Old found = look(entry);
            if (found != null) {
                old.put(id, found);
            }
        }
        return old.get(id);
    }

    /** Finds out what becomes of a layout; returns null if it is that of the program. */
    private Old look(ClassEntry entry) {
        Old found = new Old(entry);
        ClassTable table = space.classes();
        try {
            ClassDescriptor descriptor = table.program(entry, program);
            found.nameNow = descriptor.layout().className();
            if (entry.layout().sameBytes(descriptor.layout())) {
                return null;
            }
            LayoutChange change = table.change(entry, descriptor);
            found.changes = change.description();
            table.requireConvertible(entry, descriptor);
            if (heap == null) {
                found.conversion =
                        new Conversion(space, change, descriptor.type().getClassLoader());
            } else {
                found.current = table.entry(descriptor);
            }
        } catch (ClassMismatchException e) {
            found.blocked = true;
            found.refusal = e.getMessage();
        }
        return found;
    }
}
