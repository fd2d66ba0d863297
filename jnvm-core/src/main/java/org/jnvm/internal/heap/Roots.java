package org.jnvm.internal.heap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jnvm.ConflictException;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.spi.CommitParticipant;
import org.jnvm.spi.SlotVisitor;

/**
 * The root map: slots that lead to entries (name, value), and a volatile index of the names.
 *
 * <p>A name is present iff the value of its entry is not null; so presence inside a failure-atomic block follows from
 * the block's own view of that word. Entries that a block added are hidden from other threads until its commit.
 *
 * <p>Safe for use by several threads.
 */
public final class Roots implements SlotVisitor {
    /** Bytes of name that lie in the first line of an entry, whose stores persist in order. */
    private static final int NAME_BYTES_IN_FIRST_LINE = BlockLayout.LINE_BYTES - ReservedClass.ROOT_NAME_OFFSET;

    private static final class Root {
        private final long slot;
        private final long entry;
        /** The thread that adds the entry, or whose open failure-atomic block does; null once that is durable. */
        private volatile Thread pending;

        private Root(long slot, long entry, Thread pending) {
            this.slot = slot;
            this.entry = entry;
            this.pending = pending;
        }

        /** Returns what a failure-atomic block claims that changes the value: the entry, which can be freed. */
        private long key() {
            return Reference.offset(entry);
        }

        private long valueSlot() {
            return Reference.offset(entry) + ReservedClass.ROOT_VALUE_OFFSET;
        }
    }

    private final PersistentHeap heap;
    private final ObjectSpace space;
    private final SlotArrays slots;
    private final Map<String, Root> index = new ConcurrentHashMap<>();

    /**
     * Attaches to the root map of a heap.
     *
     * @param heap the heap
     */
    public Roots(PersistentHeap heap) {
        this.heap = heap;
        this.space = heap.space();
        this.slots = new SlotArrays(heap, StateLayout.ROOTS_OFFSET, this);
    }

    /** Takes a root that is in the heap into the index. */
    @Override
    public void visit(long slot, long entry) {
        ObjectView view = space.viewChecked(entry, ReservedClass.ROOT_ENTRY);
        if (view == null) {
            throw new HeapFormatException(
                    "root map damaged: heap=" + heap.file().path() + ", entry=" + Reference.describe(entry)
                            + ", it is no root entry; restore the file from a copy");
        }
        byte[] name = new byte[(int) view.load(ReservedClass.ROOT_LENGTH_OFFSET)];
        view.loadTail(ReservedClass.ROOT_NAME_OFFSET, name);
        index.put(new String(name, StandardCharsets.UTF_8), new Root(slot, entry, null));
    }

    private Root visible(String name) {
        heap.requireOpen();
        Root root = index.get(Objects.requireNonNull(name, "name of a root"));
        return root == null || root.pending != null && root.pending != Thread.currentThread() ? null : root;
    }

    /** Returns the reference in a root, or null: read again if the entry was removed, and maybe reused, meanwhile. */
    private long value(String name) {
        while (true) {
            Root root = visible(name);
            if (root == null) {
                return Reference.NULL;
            }
            long value = heap.slots().read(root.key(), root.valueSlot());
            if (index.get(name) == root) {
                return value;
            }
        }
    }

    /** See {@link org.jnvm.RootMap#get(String)}. */
    public Object get(String name) {
        EpochSections.enter(); // from reading the reference to making the proxy
        try {
            return heap.proxy(value(name));
        } finally {
            EpochSections.exit();
        }
    }

    /** See {@link org.jnvm.RootMap#exists}. */
    public boolean exists(String name) {
        EpochSections.enter(); // another thread's remove may free the entry meanwhile
        try {
            return value(name) != Reference.NULL;
        } finally {
            EpochSections.exit();
        }
    }

    /** See {@link org.jnvm.RootMap#put}. */
    public synchronized void put(String name, Object value) {
        heap.operate(() -> putOpen(name, heap.refOf(Objects.requireNonNull(value, "value of a root; use remove"))));
    }

    /**
     * Puts an object that has no proxy; see {@link #put}.
     *
     * @param name the root
     * @param target a reference other than null, to an object whose invalid parts, if any, a layout leads to
     */
    public synchronized void putReference(String name, long target) {
        heap.operate(() -> putOpen(name, target));
    }

    private void putOpen(String name, long target) {
        Root root = visible(name);
        if (root != null) {
            heap.slots().write(root.key(), root.valueSlot(), target);
        } else {
            putNew(name, target);
        }
    }

    // persist-order: [value graph, entry] < pfence < [slot] < psync
    private void putNew(String name, long target) {
        refusePendingElsewhere(name);
        heap.slots().prepareStore(null, heap.fa() == null ? Reference.NULL : target);
        Transaction fa = heap.fa();
        long slot = slots.take();
        ObjectView entry = newEntry(name, target, slot);
        if (fa == null) {
            try {
                heap.validator().validateReachable(entry.ref());
            } catch (RuntimeException e) {
                slots.giveBack(slot);
                space.free(entry.ref());
                throw e;
            }
        } else {
            fa.allocated(entry, null);
        }
        Root root = new Root(slot, entry.ref(), Thread.currentThread());
        if (fa == null) {
            index.put(name, root); // before it is durable: afterwards no lack of memory must matter
            try {
                heap.slots().write(slot, slot, entry.ref());
            } catch (RuntimeException | Error e) {
                index.remove(name, root);
                throw e;
            }
            root.pending = null;
            return;
        }
        fa.onUndo(() -> index.remove(name, root));
        fa.onAbort(() -> slots.giveBack(slot)); // not before: its claim would refuse the next owner
        fa.addParticipant(new CommitParticipant() {
            @Override
            public void durable() {
                // others see it once it is in memory
            }

            @Override
            public void applied() {
                root.pending = null;
            }
        });
        index.put(name, root);
        heap.slots().write(slot, slot, entry.ref());
    }

    private void refusePendingElsewhere(String name) {
        if (index.containsKey(name)) {
            throw new ConflictException("root is being added by another thread's failure-atomic block: heap="
                    + heap.file().path() + ", root=" + name + "; guard the root with a lock");
        }
    }

    /** Makes an entry for a slot, which is given back if the heap is full. */
    private ObjectView newEntry(String name, long target, long slot) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        ObjectView entry;
        try {
            entry = space.create(
                    ReservedClass.ROOT_ENTRY,
                    BlockLayout.bytesWithTail(ReservedClass.ROOT_NAME_OFFSET, 1, bytes.length));
        } catch (RuntimeException e) {
            slots.giveBack(slot);
            throw e;
        }
        entry.store(ReservedClass.ROOT_VALUE_OFFSET, target);
        entry.store(ReservedClass.ROOT_LENGTH_OFFSET, bytes.length);
        entry.storeTail(ReservedClass.ROOT_NAME_OFFSET, bytes);
        return entry;
    }

    /** See {@link org.jnvm.RootMap#wput}. */
    public synchronized void wput(String name, Object value) {
        heap.operate(() -> wputOpen(name, value));
    }

    // persist-order: none between value, entry and slot, that is what weak means. The entry itself is never torn: its
    //   valid bit is stored last in the line that holds it and the name; a longer name is fenced.
    private void wputOpen(String name, Object value) {
        long target = heap.refOf(Objects.requireNonNull(value, "value of a root; use remove"));
        if (heap.fa() != null) {
            put(name, value);
            return;
        }
        space.header(target); // refuses a stale proxy, as validating would
        heap.validator().noteWeakUse();
        Root root = visible(name);
        if (root != null) {
            heap.beforeChange(root.key());
            space.overwritingAt(root.valueSlot());
            space.chunk(root.valueSlot()).storeLongRelease(root.valueSlot(), target);
            space.chunk(root.valueSlot()).pwb(root.valueSlot());
            space.stored(root.valueSlot());
            return;
        }
        refusePendingElsewhere(name);
        long slot = slots.take();
        ObjectView entry = newEntry(name, target, slot);
        if (entry.load(ReservedClass.ROOT_LENGTH_OFFSET) > NAME_BYTES_IN_FIRST_LINE) {
            entry.pwb();
            space.pfence();
        }
        entry.setValid();
        entry.pwb();
        Root added = new Root(slot, entry.ref(), Thread.currentThread());
        index.put(name, added);
        space.chunk(slot).storeLongRelease(slot, entry.ref());
        space.chunk(slot).pwb(slot);
        added.pending = null;
    }

    /** See {@link org.jnvm.RootMap#remove}. */
    public synchronized boolean remove(String name) {
        return heap.operate(() -> removeOpen(name));
    }

    private boolean removeOpen(String name) {
        Root root = visible(name);
        if (root == null || heap.slots().read(root.key(), root.valueSlot()) == Reference.NULL) {
            return false;
        }
        Transaction fa = heap.fa();
        if (fa == null) {
            drop(name, root);
        } else {
            heap.slots().write(root.key(), root.valueSlot(), Reference.NULL);
            fa.onCommit(() -> dropIfAbsent(name, root));
        }
        return true;
    }

    private synchronized void dropIfAbsent(String name, Root root) {
        if (heap.slots().read(root.key(), root.valueSlot()) == Reference.NULL && index.get(name) == root) {
            drop(name, root);
        }
    }

    // persist-order: [slot = null] < psync < [freed header of the entry]
    private void drop(String name, Root root) {
        heap.slots().write(root.slot, root.slot, Reference.NULL);
        index.remove(name);
        space.free(root.entry);
        slots.giveBack(root.slot);
    }

    /** See {@link org.jnvm.RootMap#names}. */
    public List<String> names() {
        heap.requireOpen();
        List<String> names = new ArrayList<>();
        for (String name : index.keySet()) {
            if (exists(name)) {
                names.add(name);
            }
        }
        Collections.sort(names);
        return names;
    }
}
