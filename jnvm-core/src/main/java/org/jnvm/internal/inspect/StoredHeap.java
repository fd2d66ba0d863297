package org.jnvm.internal.inspect;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapLockedException;
import org.jnvm.MissingHeapException;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.PersistentClasses;
import org.jnvm.internal.transaction.JointDecider;
import org.jnvm.internal.transaction.JointSettling;
import org.jnvm.internal.transaction.ThreadTransactions;
import org.jnvm.internal.value.StoredForms;
import org.jnvm.internal.value.StoredValue;
import org.jnvm.internal.value.ValueDecoder;

/**
 * What a heap holds that is looked at, with its redo logs replayed: roots, classes, objects. Trusts nothing: a reference
 * that leads to nothing sound leads to null here, as after a recovery.
 */
public final class StoredHeap {
    /** Finding out which classes there are takes longer than opening a small heap; none of them is ever loaded. */
    private static final PersistentClasses CLASSES = new PersistentClasses();

    private final HeapFile file;
    private final ObjectSpace space;
    private final ValueDecoder values;
    private final int replayed;
    /** By name, the heap offset of the word that holds the reference. */
    private final Map<String, Long> roots;

    StoredHeap(HeapFile file) {
        this.file = file;
        this.space = new ObjectSpace(file, CLASSES);
        this.values = new ValueDecoder(space.enums(), new StoredForms());
        this.replayed = replay(JointSettling.looking());
        this.roots = Collections.unmodifiableMap(readRoots());
    }

    private StoredHeap(HeapFile file, boolean logs, Consumer<String> damage) {
        this.file = file;
        this.space = new ObjectSpace(file, CLASSES, damage);
        this.values = new ValueDecoder(space.enums(), new StoredForms());
        this.replayed = logs ? replay(ofDamaged(damage)) : 0;
        this.roots = Collections.unmodifiableMap(new SoundRoots(space, damage).find());
    }

    /**
     * Looks at a heap that may be damaged: at what is sound in it.
     *
     * @param file the heap file, on private pages
     * @param logs whether redo logs are replayed
     * @param damage hears of what is damaged in the tables, and left out
     * @throws HeapFormatException if a redo log is damaged; some of it is replayed then, and nothing can be said of the heap
     */
    public static StoredHeap ofDamaged(HeapFile file, boolean logs, Consumer<String> damage) {
        return new StoredHeap(file, logs, damage);
    }

    /** Returns what leaves out a block over several heaps of which cannot be told whether it is committed. */
    private static JointDecider ofDamaged(Consumer<String> damage) {
        JointDecider looking = JointSettling.looking();
        return (space, record) -> {
            try {
                return looking.isCommitted(space, record);
            } catch (MissingHeapException | HeapLockedException e) {
                damage.accept("failure-atomic block over several heaps left out, as it cannot be told whether it is"
                        + " committed: " + e.getMessage());
                return false;
            }
        };
    }

    private int replay(JointDecider decider) {
        if (space.load(StateLayout.LOGS_OFFSET) == Reference.NULL) {
            return 0;
        }
        if (!file.isPrivate()) {
            throw new HeapFormatException("heap has redo logs, which cannot be replayed in memory: heap=" + file.path()
                    + "; replaying needs a file that this user may write: look at a copy of it");
        }
        int count = ThreadTransactions.replay(space, decider);
        space.classes().load(); // a damaged log can have changed a record
        space.enums().load();
        return count;
    }

    private Map<String, Long> readRoots() {
        Map<String, Long> found = new TreeMap<>();
        Set<Long> seen = new HashSet<>();
        long ref = space.load(StateLayout.ROOTS_OFFSET);
        while (ref != Reference.NULL) {
            ObjectView slots = space.viewChecked(ref, ReservedClass.SLOT_ARRAY);
            if (slots == null || !seen.add(Reference.offset(ref))) {
                throw new HeapFormatException("root map damaged: heap=" + file.path() + ", slot array="
                        + Reference.describe(ref) + "; restore the file from a copy");
            }
            for (int i = 0; i < ReservedClass.SLOTS_PER_ARRAY; i++) {
                readRoot(slots.load(ReservedClass.SLOT_ARRAY_SLOTS_OFFSET + 8L * i), found);
            }
            ref = slots.load(ReservedClass.SLOT_ARRAY_NEXT_OFFSET);
        }
        return found;
    }

    private void readRoot(long ref, Map<String, Long> found) {
        ObjectView entry = space.viewChecked(ref, ReservedClass.ROOT_ENTRY);
        if (entry == null || entry.load(ReservedClass.ROOT_VALUE_OFFSET) == Reference.NULL) {
            return; // no root, or one that recovery would take away
        }
        long length = entry.load(ReservedClass.ROOT_LENGTH_OFFSET);
        if (length < 0 || length > entry.tailCapacity(ReservedClass.ROOT_NAME_OFFSET)) {
            throw new HeapFormatException("root map damaged: heap=" + file.path() + ", entry=" + Reference.describe(ref)
                    + ", length of its name=" + length + "; restore the file from a copy");
        }
        byte[] name = new byte[(int) length];
        entry.loadTail(ReservedClass.ROOT_NAME_OFFSET, name);
        found.put(new String(name, StandardCharsets.UTF_8), Reference.offset(ref) + ReservedClass.ROOT_VALUE_OFFSET);
    }

    /** Returns how many redo logs were replayed, in memory. */
    public int replayedLogs() {
        return replayed;
    }

    /** Returns the names of the roots, in order. */
    public Set<String> rootNames() {
        return roots.keySet();
    }

    /**
     * Returns the reference in a root.
     *
     * @param name the root
     * @throws IllegalArgumentException if there is no such root
     */
    public long root(String name) {
        return space.load(rootSlot(name));
    }

    /** Returns the heap offset of the word that holds the reference in a root. */
    long rootSlot(String name) {
        Long slot = roots.get(name);
        if (slot == null) {
            throw new IllegalArgumentException(
                    "no such root: heap=" + file.path() + ", root=" + name + ", roots=" + roots.keySet());
        }
        return slot;
    }

    /** Returns the heap file, as an absolute path. */
    public Path path() {
        return file.path();
    }

    /** Returns how many bytes of the file are mapped. */
    public long fileBytes() {
        return file.bytes();
    }

    /** Returns the heap file. */
    HeapFile file() {
        return file;
    }

    /** Returns what reads values. */
    ValueDecoder values() {
        return values;
    }

    /** Returns the heap's objects. */
    ObjectSpace space() {
        return space;
    }

    /** Returns the class ids that layouts were given to in this heap, the oldest first. */
    public List<Integer> classIds() {
        List<Integer> ids = new ArrayList<>();
        ClassLayout[] layouts = space.classes().layouts();
        for (int id = 1; id < layouts.length; id++) {
            if (layouts[id] != null && ReservedClass.coreLayout(id) == null) {
                ids.add(id);
            }
        }
        return ids;
    }

    /** Returns the layout of a class id, or null if the heap has none. */
    public ClassLayout layout(int classId) {
        ClassEntry entry = space.classes().entry(classId);
        return entry == null ? null : entry.layout();
    }

    /** Returns the layouts by class id, null where there is none. */
    public ClassLayout[] layouts() {
        return space.classes().layouts();
    }

    /** Returns an enum constant by its id. */
    StoredValue constant(int id) {
        String className = space.enums().className(id);
        return className == null
                ? new StoredValue.Damaged(space.enums().name(id))
                : new StoredValue.Constant(className, space.enums().name(id));
    }

    /** Returns the header of the block, or word of the slot, at a heap offset that is one. */
    public long header(long offset) {
        return space.load(offset);
    }

    /** Returns the heap offset of the slab or block around a heap offset: where its header is. */
    public long headerAround(long offset) {
        return file.headerAround(offset);
    }

    /** Visits all objects that are valid and sound, whether anything leads to them or not, in the order of their addresses. */
    public void forEachSound(ObjectGroup.Visitor visitor) {
        forEachHeader(ref -> visitSound(ref, visitor));
    }

    /** Returns the ids of classes, but for those that have no record in any heap, that valid headers have and of which there is none. */
    public SortedSet<Integer> unknownClassIds() {
        SortedSet<Integer> unknown = new TreeSet<>();
        forEachHeader(ref -> {
            long header = space.load(Reference.offset(ref));
            int id = BlockLayout.classId(header);
            if (BlockLayout.isValid(header)
                    && id >= ReservedClass.CORE_IDS
                    && space.classes().entry(id) == null) {
                unknown.add(id);
            }
        });
        return unknown;
    }

    private void forEachHeader(ObjectGroup.Visitor visitor) {
        for (long block = 0; block < bump() << BlockLayout.BLOCK_SHIFT; block += BlockLayout.BLOCK_BYTES) {
            if (!file.isBlock(block)) {
                continue;
            }
            long header = space.load(block);
            int id = BlockLayout.classId(header);
            if (file.isSlabAt(id, block)) {
                for (long left = SlabLayout.allSlots(id); left != 0; left &= left - 1) {
                    long slot = SlabLayout.slotOffset(id, block, Long.numberOfTrailingZeros(left));
                    visitor.visit(Reference.toSlot(slot, BlockLayout.generation(space.load(slot))));
                }
            } else if (id != 0) {
                visitor.visit(Reference.toBlock(block, BlockLayout.generation(header)));
            }
        }
    }

    private void visitSound(long ref, ObjectGroup.Visitor visitor) {
        if (space.viewChecked(ref, 0) != null) {
            visitor.visit(ref);
        }
    }

    /** Visits the references that a sound object has to objects that are sound, those to values that it owns included. */
    public void forEachReference(long ref, ObjectGroup.Visitor visitor) {
        ObjectView view = space.viewChecked(ref, 0);
        if (view != null) {
            space.forEachReference(view, at -> {
                long target = space.load(at);
                if (space.viewChecked(target, 0) != null) {
                    visitor.visit(Reference.plain(target));
                }
            });
        }
    }

    /** Returns the index of the first block that was never handed out, as far as it is in the file. */
    public long bump() {
        long bump = space.load(StateLayout.BUMP_OFFSET);
        return Math.max(StateLayout.FIRST_BLOCK, Math.min(bump, file.bytes() >>> BlockLayout.BLOCK_SHIFT));
    }

    /**
     * Returns the object that a reference leads to.
     *
     * @param ref any word
     * @return the object; null if there is none that is valid and sound
     */
    public StoredObject object(long ref) {
        ObjectView view = space.viewChecked(ref, 0);
        return view == null ? null : new StoredObject(this, view);
    }
}
