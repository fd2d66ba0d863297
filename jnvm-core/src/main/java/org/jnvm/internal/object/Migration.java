package org.jnvm.internal.object;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jnvm.ClassMismatchException;
import org.jnvm.HeapFullException;
import org.jnvm.internal.epoch.Operations;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.LayoutChange;
import org.jnvm.internal.layout.LogLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.util.LongStack;

/**
 * Converts objects that were written under an older layout of their class to the layout that the program has: one
 * object in one transaction of the redo log, when it is dereferenced. Its master block or slot stays, so references stay
 * good; an object that no longer fits its slot goes on in blocks that the slot leads to.
 *
 * <p>An object of an older version has no proxy, as making one converts it first. So nobody else reads or writes its
 * fields, no failure-atomic block has a block of it in flight, and nobody can free it. That is why the conversion may
 * happen while failure-atomic blocks are open, also one of the calling thread, and is no part of them: it stays when
 * they are aborted.
 *
 * <p>Safe for use by several threads.
 */
public final class Migration {
    private static final int LOCKS = 64;

    private final ObjectSpace space;
    private final Supplier<AtomicCommit> logs;
    /** Of objects, by their offset: two threads that dereference one convert it once. */
    private final Object[] locks = new Object[LOCKS];
    /** By the older version. */
    private final Map<ClassEntry, Conversion> conversions = new ConcurrentHashMap<>();

    private final LongAdder converted = new LongAdder();

    /**
     * Makes the migration of a heap.
     *
     * @param space the heap's objects
     * @param logs gives what commits on the heap if it is open, or null if nothing can
     */
    public Migration(ObjectSpace space, Supplier<AtomicCommit> logs) {
        this.space = space;
        this.logs = logs;
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new Object();
        }
    }

    /** Returns how many objects were converted since the heap was opened. */
    public long converted() {
        return converted.sum();
    }

    /**
     * Converts an object, unless another thread did meanwhile. Durable when it returns.
     *
     * @param ref its reference
     * @param current the version that the program has
     * @throws ClassMismatchException if the versions in the heap do not follow from each other, the object has a value that
     *     a field refuses, or there is no redo log; the object is as it was
     * @throws HeapFullException if there is no room; the object is as it was
     */
    public void convert(long ref, ClassEntry current) {
        long offset = Reference.offset(ref);
        synchronized (locks[(int) (offset >>> BlockLayout.BLOCK_SHIFT) & LOCKS - 1]) {
            ObjectView object = space.viewLive(ref); // throws if it was converted and freed meanwhile
            int id = BlockLayout.classId(object.header());
            if (id == current.id()) {
                return;
            }
            ClassEntry old = space.classes().entry(id);
            space.requireRoom(ref, object.header(), old.layout());
            AtomicCommit log = logs.get();
            if (log == null) {
                throw new ClassMismatchException(
                        "object of an older layout cannot be converted without a redo log: heap="
                                + space.file().path() + ", object=" + Reference.describe(ref) + ", class="
                                + current.layout().className() + ", version="
                                + old.layout().version() + ", in the program="
                                + current.layout().version()
                                + "; add the artifact org.jnvm:jnvm-pfa to the class path or module path");
            }
            Operations.enter(); // close() must not mark the heap clean meanwhile
            try {
                AtomicCommit open = logs.get(); // throws if the heap was closed before
                convert(object, conversion(old, current), current, open);
            } finally {
                Operations.exit();
            }
            converted.increment();
        }
    }

    private Conversion conversion(ClassEntry old, ClassEntry current) {
        Conversion known = conversions.get(old);
        if (known == null) {
            LayoutChange change = space.classes().change(old, current.descriptor());
            if (change.obstacle() != null) {
                throw new ClassMismatchException("object of an older layout cannot be converted: heap="
                        + space.file().path() + ", class=" + current.layout().className() + ", versions="
                        + old.layout().version() + " and " + current.layout().version() + ", first difference=["
                        + change.obstacle() + "], layout of the object=["
                        + old.layout().text().replace("\n", "; ") + "], in the program=["
                        + current.layout().text().replace("\n", "; ") + "]; " + change.remedy()
                        + ", or run the program with the class as it was");
            }
            known = new Conversion(space, change, current.descriptor().type().getClassLoader());
            conversions.put(old, known);
        }
        return known;
    }

    // persist-order: [strings and boxes that are made] < [the object, by one of the ways below] < psync
    //                  < [freed headers of strings and boxes that are given up]
    //   What is made is written back; the fence is that of the way. A crash before the object is as it will be leaves
    //   it as it was, with all that it owns, and what was made is reachable from nothing. A crash after that leaves
    //   what is given up reachable from nothing. The recovery pass takes the one and the other back.
    private void convert(ObjectView object, Conversion conversion, ClassEntry current, AtomicCommit log) {
        Object[] values = conversion.values(object);
        LongStack givenUp = conversion.givenUp(object);
        LongStack fresh = new LongStack();
        try {
            ByteBuffer image = emptyImage(object, current);
            conversion.fill(image, object, values, fresh);
            convert(object, image, current, log, !fresh.isEmpty());
        } catch (HeapFullException e) {
            while (!fresh.isEmpty()) { // nothing leads to them
                space.free(fresh.pop());
            }
            throw e;
        }
        while (!givenUp.isEmpty()) {
            space.unlinked().add(Reference.offset(object.ref()), givenUp.pop());
        }
    }

    /** Returns zeros for the bytes of the object as it will be, from object offset 0 on. */
    private static ByteBuffer emptyImage(ObjectView view, ClassEntry current) {
        long wanted = current.layout().bytes();
        long linked = BlockLayout.linkedBlocks(wanted);
        long bytes = view.blocks() == null
                ? Math.max(view.room(), BlockLayout.linkedBytes(linked))
                : BlockLayout.linkedBytes(Math.max(view.blockCount(), linked));
        return ByteBuffer.allocate(Math.toIntExact(bytes + 7 & -8)).order(ByteOrder.nativeOrder());
    }

    private void convert(ObjectView view, ByteBuffer image, ClassEntry current, AtomicCommit log, boolean refers) {
        int bytes = current.layout().bytes();
        if (view.blocks() != null) {
            convertLinked(view, image, current, log);
        } else if (!Reference.isSlot(view.ref())) {
            if (bytes <= view.room()) {
                convertInPlace(view, image, current, BlockLayout.next(view.header()), log, refers);
            } else {
                goOnInLinkedBlocks(view, image, current, log);
            }
        } else {
            long slot = Reference.offset(view.ref());
            int slabClass = BlockLayout.classId(space.load(space.file().headerAround(slot)));
            if (bytes <= SlabLayout.slotBytes(slabClass)) {
                convertInPlace(view, image, current, bytes, log, refers);
            } else {
                moveToBlocks(view, image, current);
            }
        }
    }

    // persist-order: [what was made for it] < F0 < [record] < F1 < [words], all or none, as those of any block; the
    //   header or slot word is the last. No F0 if nothing was made
    private static void convertInPlace(
            ObjectView view, ByteBuffer image, ClassEntry current, long next, AtomicCommit log, boolean refers) {
        RedoEntries entries = new RedoEntries();
        addWords(entries, view, image, current.layout().bytes());
        entries.add(LogLayout.WORD, Reference.offset(view.ref()), headerOf(view, current, next));
        log.commit(entries, refers);
    }

    /** Adds the words of an object whose bytes lie one behind the other that change, those below an object offset. */
    private static void addWords(RedoEntries entries, ObjectView view, ByteBuffer image, int end) {
        for (int off = BlockLayout.PAYLOAD_OFFSET; off < end; off += Long.BYTES) {
            if (image.getLong(off) != view.load(off)) {
                entries.add(LogLayout.WORD, view.heapOffset(off), image.getLong(off));
            }
        }
    }

    // persist-order: [further blocks] < F1 < [log committed] < F2 < [words of the first block, header with the link] <
    // F3
    //   as that of convertLinked; what the object had of interior blocks is free when that is durable
    private void goOnInLinkedBlocks(ObjectView view, ByteBuffer image, ClassEntry current, AtomicCommit log) {
        RedoEntries entries = new RedoEntries();
        LongStack further = new LongStack();
        try {
            allocate(further, BlockLayout.linkedBlocks(current.layout().bytes()) - 1);
            writeLinked(image, 1, further);
            addWords(entries, view, image, BlockLayout.BLOCK_BYTES);
            addHeaders(entries, view, further.get(0), current);
            log.commit(entries, true);
        } catch (HeapFullException e) { // nothing leads to the new blocks
            releaseAll(further);
            throw e;
        }
        if (view.isExtent()) {
            space.allocator().retire(view.block(1), view.blockCount() - 1);
        }
    }

    // persist-order: [the blocks] < pfence < [slot word] < psync
    //   One word decides, so no log is needed. A crash before it is durable leaves the object in its slot, and blocks
    //   that nothing leads to; a crash after it finds the object in whole blocks.
    private void moveToBlocks(ObjectView view, ByteBuffer image, ClassEntry current) {
        long slot = Reference.offset(view.ref());
        LongStack blocks = new LongStack();
        try {
            allocate(blocks, BlockLayout.linkedBlocks(image.capacity()));
        } catch (HeapFullException e) { // nothing leads to them
            releaseAll(blocks);
            throw e;
        }
        writeLinked(image, 0, blocks);
        space.pfence();
        MappedChunk chunk = space.chunk(slot);
        chunk.storeLongRelease(slot, headerOf(view, current, SlabLayout.link(blocks.get(0))));
        chunk.pwb(slot);
        space.file().state().psync();
    }

    private static long headerOf(ObjectView view, ClassEntry current, long next) {
        long header = view.header();
        return BlockLayout.header(current.id(), BlockLayout.isValid(header), next, BlockLayout.generation(header));
    }

    // persist-order: [new contents of the object's blocks, aside; further blocks]
    //                  < F1 < [log committed] < F2 < [contents, link to the further blocks, header] < F3, F4
    //   F1 to F4 are those of AtomicCommit.commit. A crash before F2 leaves the object as it was, or the log committed,
    // and
    //   so does each later one until F4; a replay gives the object its new contents and header, all or none. The new
    //   blocks are reachable from nothing before, as the link to them is part of the commit.
    //   The header is applied last, with release semantics: who reads the new class id reads the new contents.
    private void convertLinked(ObjectView view, ByteBuffer image, ClassEntry current, AtomicCommit log) {
        long count = view.blockCount();
        long total = BlockLayout.linkedBlocks(image.capacity());
        RedoEntries entries = new RedoEntries();
        LongStack aside = new LongStack();
        LongStack further = new LongStack();
        try {
            for (long k = 0; k < count; k++) {
                long block = view.block(k);
                if (!isEqual(image, k, block)) {
                    long copy = space.allocator().allocate();
                    aside.push(copy);
                    write(image, k, copy);
                    entries.add(LogLayout.COPY, block, copy);
                }
            }
            allocate(further, total - count);
            writeLinked(image, count, further);
            addHeaders(entries, view, further.isEmpty() ? 0 : further.get(0), current);
            log.commit(entries, true);
        } catch (HeapFullException e) { // nothing leads to the new blocks, and no log names the ones aside
            releaseAll(aside);
            releaseAll(further);
            throw e;
        }
        releaseAll(aside);
    }

    private void releaseAll(LongStack blocks) {
        while (!blocks.isEmpty()) {
            space.allocator().release(blocks.pop());
        }
    }

    /** Adds the link to the first further block, if there is one, and last the master block's header. */
    private void addHeaders(RedoEntries entries, ObjectView view, long firstFurther, ClassEntry current) {
        long master = Reference.offset(view.ref());
        long header = view.header();
        long next = BlockLayout.next(header);
        if (firstFurther != 0) {
            long link = firstFurther >>> BlockLayout.BLOCK_SHIFT;
            if (view.blocks() == null) {
                next = link;
            } else {
                long last = view.block(view.blockCount() - 1);
                int generation = BlockLayout.generation(space.load(last));
                entries.add(LogLayout.WORD, last, BlockLayout.header(0, false, link, generation));
            }
        }
        entries.add(LogLayout.WORD, master, headerOf(view, current, next));
    }

    private void allocate(LongStack blocks, long count) {
        for (long k = 0; k < count; k++) {
            blocks.push(space.allocator().allocate());
        }
    }

    /** Links blocks, and fills them with those of an image from {@code first} on. */
    private void writeLinked(ByteBuffer image, long first, LongStack blocks) {
        for (int i = 0; i < blocks.size(); i++) {
            storeHeader(blocks.get(i), i + 1 < blocks.size() ? blocks.get(i + 1) : 0);
            write(image, first + i, blocks.get(i));
        }
    }

    private void storeHeader(long block, long nextBlock) {
        MappedChunk chunk = space.chunk(block);
        int generation = BlockLayout.generation(chunk.loadLong(block));
        chunk.storeLong(block, BlockLayout.header(0, false, nextBlock >>> BlockLayout.BLOCK_SHIFT, generation));
    }

    private boolean isEqual(ByteBuffer image, long k, long block) {
        MappedChunk chunk = space.chunk(block);
        int from = (int) k * BlockLayout.PAYLOAD_BYTES;
        for (int off = BlockLayout.PAYLOAD_OFFSET; off < BlockLayout.BLOCK_BYTES; off += 8) {
            if (image.getLong(from + off) != chunk.loadLong(block + off)) {
                return false;
            }
        }
        return true;
    }

    // persist-order: written back here, all four lines; the commit's F1 fences
    private void write(ByteBuffer image, long k, long block) {
        MappedChunk chunk = space.chunk(block);
        int from = (int) k * BlockLayout.PAYLOAD_BYTES;
        for (int off = BlockLayout.PAYLOAD_OFFSET; off < BlockLayout.BLOCK_BYTES; off += 8) {
            chunk.storeLong(block + off, image.getLong(from + off));
        }
        chunk.pwb(block, BlockLayout.BLOCK_BYTES);
    }
}
