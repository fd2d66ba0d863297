package org.jnvm.internal.inspect;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Evolution;
import org.jnvm.internal.layout.LayoutChange;
import org.jnvm.internal.layout.LayoutChange.Step;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.layout.TreeLayout;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ObjectReader;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.OwnedValues;
import org.jnvm.internal.util.LongStack;
import org.jnvm.internal.value.MalformedValueException;
import org.jnvm.internal.value.ValueNumbers;

/**
 * Copies objects, in the form they have in memory, from a heap that is looked at to an open heap, with all that they lead
 * to. Payloads are copied as they are; then references are replaced by those to the copies, ids of enum constants by
 * those of the other heap, and nothing else is looked at. Objects of an older layout than the newest that the other heap
 * has of their class are converted.
 *
 * <p>Copies are made in depth-first order, what one object leads to side by side. Memory: a word for each block and each
 * small object that is copied, and one for each object that is allocated and not yet looked at. One thread.
 */
public final class GraphCopy {
    /** How many objects are copied between two calls of the progress. */
    private static final long TOLD_EVERY = 1 << 14;

    private final StoredHeap source;
    private final Reachable reachable;
    private final ObjectSpace from;
    private final OfflineHeap target;
    private final ObjectSpace to;
    private final LongConsumer progress;
    private final Forwarding forwarding;
    private final ValueNumbers numbers;
    /** By class id of the source. */
    private final Class[] classes;
    /** By class id of the target; grows. */
    private Class[] classesThere = {};
    /** Whether all references lead to objects that are copied. */
    private final boolean sound;

    private final LongStack pending = new LongStack();
    private long copied;
    private long dropped;

    /**
     * A class of the source, in the target.
     *
     * @param id its class id in the target
     * @param now its layout in the target
     * @param moves how objects are converted, null if they need not be
     * @param enums object offsets of enum fields in the target
     * @param leaf whether there is nothing to replace in a copy
     * @param single whether objects have one block, and are not converted
     */
    private record Class(int id, ClassLayout now, List<Step> moves, int[] enums, boolean leaf, boolean single) {}

    /**
     * Prepares a copy.
     *
     * @param source the heap that is looked at
     * @param reachable what may be copied
     * @param target the open heap; nobody else uses it meanwhile
     * @param progress hears now and then how many objects were copied
     */
    public GraphCopy(StoredHeap source, Reachable reachable, OfflineHeap target, LongConsumer progress) {
        this.source = source;
        this.reachable = reachable;
        this.from = source.space();
        this.target = target;
        this.to = target.heap().space();
        this.progress = progress;
        this.forwarding = new Forwarding(reachable);
        this.classes = new Class[from.classes().layouts().length];
        this.sound = reachable.problemCount() == 0;
        this.numbers = new ValueNumbers(from.enums(), number -> to.enums().adopt(from.enums(), number));
    }

    /**
     * Copies what a root leads to, and makes it a root of the target; what was copied for other roots is shared. Durable
     * when it returns.
     *
     * @param root the root in the source
     * @param name the root in the target, which must not exist
     */
    // persist-order: [contents and valid bits of all copies] < pfence < [root entry] < pfence < [slot] < psync
    //   A copy is written back once its references are replaced, its valid bit with it. Until the slot nothing reaches
    //   any of them, so a crash leaves them to the recovery pass, whatever of them is durable. Class and enum records
    // are
    //   durable before the first object that has their id. The last three steps are those of each new root.
    public void copyRoot(String root, String name) {
        long ref = source.root(root);
        if (!from.isLive(ref) || !reachable.has(ref)) {
            throw new HeapFormatException(
                    "root leads to nothing: heap=" + source.file().path() + ", root=" + root + ", reference="
                            + Reference.describe(ref) + "; recovery sets it to null");
        }
        long[] copy = new long[1];
        target.heap().operate(() -> {
            copy[0] = copy(ref);
            while (!pending.isEmpty()) {
                replaceReferences(pending.pop());
            }
            to.pfence();
        });
        target.roots().putReference(name, copy[0]);
        progress.accept(copied);
    }

    /** Returns how many objects were copied. */
    public long copied() {
        return copied;
    }

    /** Returns how many references led to nothing, and are null in the copies. */
    public long dropped() {
        return dropped;
    }

    private boolean isThere(long ref) {
        return sound || from.isLive(ref) && reachable.has(ref);
    }

    /** Returns the copy of an object, which is made the first time. */
    private long copy(long ref) {
        long known = forwarding.get(ref);
        if (known != Reference.NULL) {
            return known;
        }
        long header = from.load(Reference.offset(ref));
        Class type = type(BlockLayout.classId(header), ref);
        long copy;
        if (type.moves() != null) {
            copy = convert(ref, type);
        } else if (Reference.isSlot(ref) && !SlabLayout.isOutgrown(header)) {
            copy = copySlot(ref, (int) BlockLayout.next(header), type);
        } else {
            copy = type.single() ? copyBlock(ObjectReader.startOf(ref, header), type) : copyBlocks(ref, type);
        }
        forwarding.set(ref, copy);
        if (type.leaf()) {
            finish(to.view(copy));
        } else {
            pending.push(copy);
        }
        if (++copied % TOLD_EVERY == 0) {
            progress.accept(copied);
        }
        return copy;
    }

    private long copyBlock(long block, Class type) {
        long copy = to.createBlock(type.id());
        long at = Reference.offset(copy);
        MappedChunk.copyPayload(from.chunk(block), block, to.chunk(at), at);
        return copy;
    }

    private long copySlot(long ref, int length, Class type) {
        ObjectView copy = to.createPacked(type.id(), length);
        long source = Reference.offset(ref);
        long at = Reference.offset(copy.ref());
        MappedChunk in = from.chunk(source);
        MappedChunk out = to.chunk(at);
        for (int off = BlockLayout.HEADER_BYTES; off < length; off += 8) {
            out.storeLong(at + off, in.loadLong(source + off));
        }
        return copy.ref();
    }

    private long copyBlocks(long ref, Class type) {
        ObjectView view = from.view(ref);
        long bytes = new StoredObject(source, view).bytes();
        ObjectView copy = to.create(type.id(), bytes);
        if (view.blocks() == null && copy.blocks() == null) {
            long block = view.heapOffset(BlockLayout.PAYLOAD_OFFSET);
            long at = copy.heapOffset(BlockLayout.PAYLOAD_OFFSET);
            MappedChunk.copyWords(
                    from.chunk(block), block, to.chunk(at), at, bytes - BlockLayout.PAYLOAD_OFFSET + 7 & -8);
            return copy.ref();
        }
        for (long off = BlockLayout.PAYLOAD_OFFSET; off < bytes; off += 8) {
            copy.store(off, view.load(off));
        }
        return copy.ref();
    }

    /** Copies an object to a later layout: fields move, all else is zero. */
    private long convert(long ref, Class type) {
        ObjectView view = from.view(ref);
        ObjectView copy = to.createDense(type.id(), type.now().bytes());
        for (Step move : type.moves()) {
            long source = view.heapOffset(move.from().offset());
            long at = copy.heapOffset(move.to().offset());
            MappedChunk in = from.chunk(source);
            MappedChunk out = to.chunk(at);
            switch (ClassLayout.bytesOf(move.from().type().charAt(0))) {
                case 1 -> out.storeByte(at, in.loadByte(source));
                case 2 -> out.storeShort(at, in.loadShort(source));
                case 4 -> out.storeInt(at, in.loadInt(source));
                default -> out.storeLong(at, in.loadLong(source));
            }
        }
        return copy.ref();
    }

    private Class type(int id, long ref) {
        Class known = classes[id];
        if (known != null) {
            return known;
        }
        ClassEntry entry = from.classes().entry(id);
        boolean internal = id < ReservedClass.STRING
                && id != ReservedClass.SLOT_ARRAY
                && id != ReservedClass.LONG_BOX
                && id != ReservedClass.DOUBLE_BOX;
        if (entry == null || internal) {
            throw new HeapFormatException("reference leads to what is no object of a program: heap="
                    + source.file().path() + ", reference=" + Reference.describe(ref) + ", class id=" + id
                    + "; restore the file from a copy");
        }
        ClassEntry now = to.classes().adopt(from.classes(), entry);
        ClassLayout old = entry.layout();
        List<Step> moves = null;
        if (!old.sameBytes(now.layout())) {
            moves = LayoutChange.of(old, List.of(), now.layout(), Evolution.NONE).steps().stream()
                    .filter(step -> step.from() != null)
                    .toList();
        }
        int[] enums = now.layout().fields().stream()
                .filter(field -> ValueLayout.isEnumType(field.type()))
                .mapToInt(ClassLayout.Field::offset)
                .toArray();
        boolean leaf = enums.length == 0
                && id != ReservedClass.VALUE
                && old.referenceOffsets().length == 0
                && (old.tail() == null || !old.tail().hasReferences());
        boolean single = moves == null && old.tail() == null && old.bytes() <= BlockLayout.BLOCK_BYTES;
        classes[id] = new Class(now.id(), now.layout(), moves, enums, leaf, single);
        classesThere = Arrays.copyOf(classesThere, Math.max(classesThere.length, now.id() + 1));
        classesThere[now.id()] = classes[id];
        return classes[id];
    }

    /** Replaces what a copy still has of the source: references, then ids of enum constants. */
    private void replaceReferences(long ref) {
        ObjectView copy = to.view(ref);
        Class type = classesThere[BlockLayout.classId(to.load(Reference.offset(ref)))];
        ClassLayout layout = type.now();
        int first = pending.size();
        for (int off : layout.referenceOffsets()) {
            replace(copy, off);
        }
        ClassLayout.Tail tail = layout.tail();
        if (BlockLayout.classId(copy.header()) == ReservedClass.TABLE_SEGMENT) {
            copy.store(TableLayout.COPIED_OFFSET, 1);
        } else if (BlockLayout.classId(copy.header()) == ReservedClass.TREE_LEAF) {
            copy.store(TreeLayout.LEAF_ORDER_OFFSET, 0);
        } else if (BlockLayout.classId(copy.header()) == ReservedClass.TREE_NODE) {
            copy.store(TreeLayout.NODE_ORDER_OFFSET, 0);
        }
        if (tail != null && tail.hasReferences()) {
            long words = tail.words(copy.load(tail.lengthOffset()));
            for (long i = 0; i < words; i++) {
                if (tail.isReference(i)) {
                    if (ObjectReader.isLeft(copy, tail, i)) {
                        copy.store(tail.offset() + 8 * i, Reference.NULL);
                    }
                    replace(copy, tail.offset() + 8 * i);
                }
            }
        }
        for (int off : type.enums()) {
            int id = copy.loadInt(off);
            if (from.enums().has(id)) {
                copy.storeInt(off, to.enums().adopt(from.enums(), id));
            }
        }
        if (type.id() == ReservedClass.VALUE) {
            replaceNumbers(copy);
        }
        finish(copy);
        reverse(first);
    }

    /** Replaces ids of enum records in a value. */
    private void replaceNumbers(ObjectView copy) {
        try {
            byte[] bytes = OwnedValues.bytes(copy);
            numbers.replace(bytes);
            copy.storeTail(ValueLayout.VALUE_BYTES_OFFSET, bytes);
        } catch (MalformedValueException e) {
            throw new HeapFormatException(
                    "value is damaged: heap=" + source.file().path() + ", " + e.getMessage() + ", copied to="
                            + Reference.describe(copy.ref()) + "; restore the file from a copy");
        }
    }

    private void replace(ObjectView copy, long off) {
        long ref = copy.load(off);
        if (ref == Reference.NULL) {
            return;
        }
        if (isThere(ref)) {
            long target = copy(Reference.plain(ref));
            copy.store(off, Reference.isOwner(ref) ? Reference.owner(target) : target);
        } else {
            copy.store(off, Reference.NULL);
            dropped++;
        }
    }

    /** Makes what was pushed last in a row come in the order in which it was pushed. */
    private void reverse(int first) {
        for (int low = first, high = pending.size() - 1; low < high; low++, high--) {
            long swapped = pending.get(low);
            pending.set(low, pending.get(high));
            pending.set(high, swapped);
        }
    }

    private static void finish(ObjectView copy) {
        copy.setValid();
        copy.pwb();
    }
}
