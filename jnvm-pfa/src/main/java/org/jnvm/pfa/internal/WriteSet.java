package org.jnvm.pfa.internal;

import java.util.Arrays;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.BlockCount;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.transaction.TransactionMemory;
import org.jnvm.internal.util.StackReserve;

/**
 * What a failure-atomic block does to blocks, slab slots and reference slots that others see as they were: in-flight
 * copies, values of reference slots, what was allocated and what was freed. And the journal by which an inner block is
 * undone.
 *
 * <p>What is changed, of what was there before the innermost block, goes to the journal first, at its first change in
 * there: the payload of a block, its state, the value of a reference slot. A block has a level, a number that only
 * grows, so that something needs saving iff it was saved last at a smaller one.
 */
final class WriteSet extends TransactionMemory {
    /** Flag of a block or slot: it was allocated in this failure-atomic block. */
    static final long OWN = 1;
    /** Flag of a block or slot: its object was freed in this failure-atomic block. */
    static final long FREED = 2;
    /** Flag of a block or slot with an in-flight copy: that has all words. */
    static final long WHOLE = 4;
    /** Flag of a block with an in-flight copy: both are interior. */
    private static final long INTERIOR = 8;
    /** Flag of a reference slot: it has four bytes, which are no reference; offsets are multiples of 4. */
    static final long INT = 1;
    /** The in-flight copy of a block; 0 if there is none. */
    static final long COPY = -BlockLayout.BLOCK_BYTES;

    private static final int BLOCK_WORDS = BlockLayout.BLOCK_BYTES / 8;
    private static final int PAYLOAD_WORDS = BlockLayout.PAYLOAD_BYTES / 8;

    /** A journal that grew beyond this is given up at the end. */
    private static final int LARGE_JOURNAL = 1 << 16;

    private static final int SMALL_JOURNAL = 64;

    // ---- what a record of the journal restores; its last word is the number of an entry, times 4, plus one of these
    /** State of a block. */
    private static final int STATE = 0;
    /** State and payload of a block. */
    private static final int PAYLOAD = 1;
    /** A reference slot. */
    private static final int SLOT = 2;

    private static final int RECORD_WORDS = 4;

    private final HeldLocks locks;

    /**
     * Claimed block or slot to its state: its in-flight copy, {@link #OWN}, {@link #FREED}, {@link #WHOLE}. The mask tells
     * which of its words were written, and so are in the copy. A slot is a key of its own, since other threads have objects in
     * the same slab: its copy begins with it, and what lies behind it there is nothing. An interior block of an extent is a key,
     * too: it has no header, nor has its copy.
     */
    private final LongMap blocks = new LongMap();
    /** Reference slot to value. */
    private final LongMap words = new LongMap();

    private final Patch patch = new Patch();

    private long[] journal = new long[SMALL_JOURNAL];
    private int journalSize;

    /** The objects of the heap of the open block, or the last one. */
    private ObjectSpace space;
    /** The level of the innermost block; set from outside by a store, which cannot fail as a call can. */
    long level;
    /** An in-flight copy on its way from the allocator to its entry; 0 for none. */
    private long spareCopy;
    /** Whether slots are among the entries that have a copy or were freed: else readers need not look for them. */
    private boolean hasSlots;
    /** Whether reads of what was freed here are let through; set from outside like the level. */
    boolean readsFreed;

    /**
     * Makes one for a thread.
     *
     * @param count counts the thread's blocks
     */
    WriteSet(BlockCount count) {
        locks = new HeldLocks(this::knows, count);
    }

    // ---- by whom it is led: the failure-atomic block ----

    /** Is for blocks on another heap from now on; none is open. */
    void use(ObjectSpace heap) {
        space = heap;
    }

    /** Returns the objects of the heap of the open block, or the last one. */
    ObjectSpace space() {
        return space;
    }

    /** Returns the locks on what is written. */
    HeldLocks locks() {
        return locks;
    }

    /** Returns the blocks and slots, for the commit. */
    LongMap blocks() {
        return blocks;
    }

    /** Returns the reference slots, for the commit. */
    LongMap words() {
        return words;
    }

    /** Returns the change that is the only one of its block, for the commit. */
    Patch patch() {
        return patch;
    }

    void mark(Savepoint savepoint) {
        savepoint.journal = journalSize;
        savepoint.blocks = blocks.size();
        savepoint.words = words.size();
    }

    /** Tells whether a key is among what was written, allocated or freed. */
    boolean knows(long key) {
        return blocks.find(key) >= 0 || words.find(key) >= 0;
    }

    /** Puts back what the journal has since a savepoint. After an error it can be called again. */
    void undoJournal(Savepoint savepoint) {
        while (journalSize > savepoint.journal) {
            undoRecord();
        }
        if (spareCopy != 0) {
            long spare = spareCopy;
            spareCopy = 0;
            space.allocator().releaseFromCommit(spare);
        }
    }

    /**
     * Forgets blocks and reference slots since a savepoint, and gives back in-flight copies. After an error it can be called
     * again.
     */
    void truncate(Savepoint savepoint) {
        for (int i = blocks.size() - 1; i >= savepoint.blocks; i--) {
            long state = blocks.value(i);
            blocks.truncate(i);
            if ((state & COPY) != 0) {
                releaseCopy(state);
            }
        }
        words.truncate(savepoint.words);
    }

    /** Forgets everything; the memory is somebody else's by now. */
    void clear() {
        spareCopy = 0;
        journalSize = 0;
        readsFreed = false;
        hasSlots = false;
        patch.clear();
        blocks.clear();
        words.clear();
    }

    /** Tells whether nothing was written, allocated or freed. */
    boolean isEmpty() {
        return blocks.size() == 0 && words.size() == 0;
    }

    /** Gives up a journal that a large block made large. */
    void shrink() {
        if (journal.length > LARGE_JOURNAL) {
            journal = new long[SMALL_JOURNAL];
        }
    }

    // ---- access ----

    @Override
    public long offsetToRead(long offset) {
        int entry = find(offset);
        if (entry < 0) {
            return lockedToRead(offset);
        }
        long copy = copyToRead(entry);
        int within = (int) (offset - blocks.key(entry));
        boolean there = copy != 0 && (isWhole(entry) || (blocks.mask(entry) & 1 << (within >>> 3)) != 0);
        return there ? copy | within : offset;
    }

    @Override
    public long offsetToRead(long offset, int bytes) {
        int entry = find(offset);
        if (entry < 0) {
            return lockedToRead(offset);
        }
        long copy = copyToRead(entry);
        int within = (int) (offset - blocks.key(entry));
        if (copy == 0 || !isWhole(entry) && (blocks.mask(entry) & words(within, bytes)) == 0) {
            return offset;
        }
        completeCopy(entry); // some of the bytes are there
        return copy | within;
    }

    /** Locks the block or slot around a heap offset, if the transaction locks what it reads; returns the offset. */
    private long lockedToRead(long offset) {
        if (locksReads()) {
            long block = space.startOf(offset);
            if (isInterior(block) || !ReservedClass.needsNoReadLock(BlockLayout.classId(space.load(block)))) {
                lockToRead(block);
            }
        }
        return offset;
    }

    /** Locks a block or slot that is read, unless it is known. */
    private void lockToRead(long block) {
        if (blocks.find(block) < 0) {
            StackReserve.forOperation();
            lock(block);
        }
    }

    /** Tells whether what is read is locked; not what data types compare with, and what undo actions look at. */
    private boolean locksReads() {
        return locks.onReads && !readsFreed;
    }

    /** Returns the entry of the block or slot around a heap offset; negative if none matters to readers. */
    private int find(long offset) {
        int entry = blocks.find(offset & -BlockLayout.BLOCK_BYTES);
        return entry < 0 && hasSlots ? blocks.find(space.startOf(offset)) : entry;
    }

    private long copyToRead(int entry) {
        long state = blocks.value(entry);
        if ((state & FREED) != 0 && !readsFreed) {
            throw freedHere(blocks.key(entry));
        }
        return state & COPY;
    }

    /** Returns the mask of the words in which bytes of a block lie. */
    private static int words(int within, int bytes) {
        int first = within >>> 3;
        int last = within + bytes - 1 >>> 3;
        return -1 >>> 31 - (last - first) << first;
    }

    @Override
    public long offsetToWrite(long offset, int bytes) {
        long block = offset & -BlockLayout.BLOCK_BYTES;
        int entry = blocks.find(block);
        if (entry < 0) {
            block = space.startOf(offset);
            entry = isSlot(block) ? blocks.find(block) : entry;
        }
        if (entry < 0 || (blocks.value(entry) & (COPY | OWN)) == 0) {
            StackReserve.forOperation(); // a stack that overflows here leaves neither a write lock nor a lock
        }
        if (entry < 0) {
            entry = lock(block);
        }
        long state = blocks.value(entry);
        if ((state & FREED) != 0) {
            throw freedHere(block);
        }
        if ((state & (COPY | OWN)) == 0) {
            state = copy(entry);
        } else if (blocks.level(entry) < level) {
            savePayload(entry);
        }
        if ((state & OWN) != 0) {
            return offset;
        }
        int within = (int) (offset - blocks.key(entry));
        int mask = blocks.mask(entry);
        int written = words(within, bytes);
        if (((within | bytes) & 7) != 0 && !isWhole(entry)) {
            // of a word that is written in part the rest must be there
            int partly = (Integer.lowestOneBit(written) | Integer.highestOneBit(written)) & ~mask;
            fill(entry, state & COPY, partly);
        }
        blocks.setMask(entry, mask | written);
        return state & COPY | within;
    }

    @Override
    public void patch(long ref, long offset, byte[] bytes, int from, int count) {
        if (Reference.isSlot(ref)) {
            locks.lockKey(Reference.offset(ref));
        } else {
            for (long block = offset & -BlockLayout.BLOCK_BYTES;
                    block < offset + count;
                    block += BlockLayout.BLOCK_BYTES) {
                locks.lockKey(block);
            }
        }
        space.header(ref); // refuses what was freed before it was locked
        patch.set(offset, bytes, from, count);
    }

    /** Makes the in-flight copy of a locked block: memory, into which words of the block come as they are written. */
    private long copy(int entry) {
        if (blocks.level(entry) < level) {
            saveState(entry);
        }
        boolean interior = isInterior(blocks.key(entry));
        if (spareCopy == 0) {
            spareCopy = locks.lane().takeScratch(interior);
        }
        if (spareCopy == 0) {
            spareCopy = interior
                    ? space.allocator().allocateInteriorCopy()
                    : space.allocator().allocateCopy();
        }
        long state = spareCopy | (interior ? INTERIOR : 0);
        hasSlots |= isSlot(blocks.key(entry));
        blocks.setMask(entry, 0); // a mask counts only where there is a copy
        blocks.setValue(entry, state);
        spareCopy = 0;
        return state;
    }

    /** Gives back the in-flight copy of a block or slot in some state, which no record names. */
    void releaseCopy(long state) {
        if (!locks.lane().keepScratch(state & COPY, (state & INTERIOR) != 0)) {
            space.allocator().releaseFromCommit(state & COPY);
        }
    }

    /** Makes the in-flight copy have all words of its block. */
    void completeCopy(int entry) {
        long state = blocks.value(entry);
        if ((state & WHOLE) == 0) {
            int first = firstWord(entry);
            int all = -1 >>> BLOCK_WORDS - wordsOf(entry) << first;
            fill(entry, state & COPY, all & ~blocks.mask(entry));
            blocks.setValue(entry, state | WHOLE);
        }
    }

    /** Copies words of a block to its in-flight copy. */
    private void fill(int entry, long copy, int words) {
        long block = blocks.key(entry);
        MappedChunk from = space.chunk(block);
        MappedChunk to = space.chunk(copy);
        for (int left = words; left != 0; left &= left - 1) {
            int within = Integer.numberOfTrailingZeros(left) << 3;
            to.storeLong(copy + within, from.loadLong(block + within));
        }
    }

    @Override
    public void requireNotFreed(long ref) {
        if ((state(Reference.offset(ref)) & FREED) != 0 && !readsFreed) {
            throw freedHere(Reference.offset(ref));
        }
    }

    @Override
    public boolean readFreed(boolean allowed) {
        boolean before = readsFreed;
        readsFreed = allowed;
        return before;
    }

    /** Returns the state of a block or slot; 0 if nothing was done with it. */
    long state(long block) {
        int entry = blocks.find(block);
        return entry < 0 ? 0 : blocks.value(entry);
    }

    /** Locks a block that is not known yet; returns its entry. */
    private int lock(long block) {
        if (locks.waits) {
            lockWaiting(block);
        } else {
            locks.lockKey(block);
        }
        return blocks.add(block, 0, level);
    }

    /** Locks a block, and refuses one whose object the block waited for has freed: the caller's proxy may not know. */
    private void lockWaiting(long block) {
        boolean hasHeader = !isInterior(block);
        long before = hasHeader ? space.load(block) : 0;
        locks.lockKey(block);
        if (hasHeader && space.load(block) != before) {
            throw locks.changed(block);
        }
    }

    /** Locks a block that this failure-atomic block has neither made nor locked yet. */
    void lockIfOther(long block) {
        if (blocks.find(block) < 0) {
            lock(block);
        }
    }

    private StaleObjectException freedHere(long block) {
        return new StaleObjectException("object was freed in this failure-atomic block: heap="
                + space.file().path() + ", block=0x" + Long.toHexString(block));
    }

    @Override
    public long readWord(long offset) {
        int entry = words.find(offset);
        if (entry >= 0) {
            return words.value(entry);
        }
        if (locksReads()) {
            StackReserve.forOperation();
            locks.lockKey(offset);
        }
        return space.load(offset);
    }

    @Override
    public long readWordOf(long ref, long offset) {
        int entry = words.find(offset);
        if (entry >= 0) {
            return words.value(entry);
        }
        if (locksReads()) {
            lockToRead(Reference.offset(ref));
        }
        return space.load(offset);
    }

    @Override
    public void writeWord(long offset, long value) {
        if (words.find(offset) < 0) {
            locks.lockKey(offset);
        }
        setWord(offset, value);
    }

    @Override
    public boolean hasWord(long offset) {
        return words.find(offset) >= 0;
    }

    @Override
    public void stored(long offset, long value) {
        if (space.file().state().fencesCost()) { // else it is there already, whatever comes
            setWord(offset, value);
        }
    }

    @Override
    public void storeLater(long offset, long value) {
        setWord(offset, value);
    }

    @Override
    public void storedInt(long offset, int value) {
        if (space.file().state().fencesCost()) {
            setWord(offset | INT, value);
        }
    }

    @Override
    public void lockWord(long offset) {
        locks.lockKey(offset);
    }

    private void setWord(long offset, long value) {
        int entry = words.find(offset);
        if (entry < 0) {
            words.add(offset, value, level);
            return;
        }
        if (words.level(entry) < level) {
            push(SLOT, entry, words.value(entry), words.level(entry), 0);
            words.setLevel(entry, level);
        }
        words.setValue(entry, value);
    }

    @Override
    public void writeWordOf(long ref, long offset, long value) {
        lockIfOther(Reference.offset(ref));
        int entry = blocks.find(Reference.offset(ref));
        boolean made = (blocks.value(entry) & OWN) != 0 && blocks.level(entry) >= level;
        if (made && words.find(offset) < 0) {
            space.chunk(offset).storeLong(offset, value);
        } else {
            setWord(offset, value);
        }
    }

    /** Notes a block or slot that was allocated here. */
    void allocatedBlock(long block) {
        int entry = blocks.find(block);
        if (entry < 0) {
            blocks.add(block, OWN, level);
            return;
        }
        // locked for the object that was here, whose free by another thread came first
        saveState(entry);
        blocks.setValue(entry, OWN);
    }

    @Override
    public boolean isOwn(long ref) {
        return (state(Reference.offset(ref)) & OWN) != 0;
    }

    /** Frees a block or slot that is locked, at commit. An in-flight copy is kept, for an inner block that is undone. */
    void freeBlock(long block) {
        int entry = blocks.find(block);
        if (blocks.level(entry) < level) {
            saveState(entry);
        }
        hasSlots |= isSlot(block);
        blocks.setValue(entry, blocks.value(entry) | FREED); // last: else it is freed without being saved
    }

    // ---- the journal ----

    private void saveState(int entry) {
        push(STATE, entry, blocks.value(entry), blocks.level(entry), blocks.mask(entry));
        blocks.setLevel(entry, level);
    }

    private void savePayload(int entry) {
        long offset = payload(entry);
        int words = payloadWords(entry);
        room(words + RECORD_WORDS); // of both, as one is read with the other
        space.chunk(offset).loadElements(offset, journal, journalSize, words, 3);
        put(journalSize + words, PAYLOAD, entry, blocks.value(entry), blocks.level(entry), blocks.mask(entry));
        blocks.setLevel(entry, level);
    }

    /** Returns where the payload of a block is that the failure-atomic block writes to. */
    private long payload(int entry) {
        long copy = blocks.value(entry) & COPY;
        return (copy == 0 ? blocks.key(entry) : copy) + 8L * firstWord(entry);
    }

    /** Returns how many words that payload has: of a slot that was made here its own, the neighbours left alone. */
    private int payloadWords(int entry) {
        boolean shared = (blocks.value(entry) & COPY) == 0;
        return shared || isInterior(blocks.key(entry)) ? wordsOf(entry) : PAYLOAD_WORDS;
    }

    /** Returns how many words the payload of a block or slot has. */
    private int wordsOf(int entry) {
        long key = blocks.key(entry);
        if (isSlot(key)) {
            return SlabLayout.payloadWords(space.load(key));
        }
        return isInterior(key) ? BLOCK_WORDS : PAYLOAD_WORDS;
    }

    /** Returns with which word the payload of a block or slot begins: the header, where there is one, is never written. */
    private int firstWord(int entry) {
        return isInterior(blocks.key(entry)) ? 0 : 1;
    }

    private boolean isWhole(int entry) {
        return (blocks.value(entry) & WHOLE) != 0;
    }

    /** Tells whether a key is that of an interior block. */
    private boolean isInterior(long key) {
        return !isSlot(key) && space.chunk(key).isInterior(key);
    }

    /** Tells whether a key is that of a slot. */
    static boolean isSlot(long key) {
        return (key & BlockLayout.BLOCK_MASK) != 0;
    }

    private void push(int kind, int entry, long value, long oldLevel, int mask) {
        room(RECORD_WORDS);
        put(journalSize, kind, entry, value, oldLevel, mask);
    }

    private void put(int at, int kind, int entry, long value, long oldLevel, int mask) {
        journal[at] = value;
        journal[at + 1] = oldLevel;
        journal[at + 2] = mask;
        journal[at + 3] = (long) entry << 2 | kind;
        journalSize = at + RECORD_WORDS;
    }

    private void room(int count) {
        if (journal.length - journalSize < count) {
            journal = Arrays.copyOf(journal, journal.length * 2);
        }
    }

    /** Restores what the last record of the journal has. */
    private void undoRecord() {
        int record = journalSize - RECORD_WORDS;
        long value = journal[record];
        long oldLevel = journal[record + 1];
        int entry = (int) (journal[record + 3] >>> 2);
        int kind = (int) journal[record + 3] & 3;
        if (kind == SLOT) {
            words.setValue(entry, value);
            words.setLevel(entry, oldLevel);
        } else {
            long state = blocks.value(entry);
            blocks.setValue(entry, value);
            blocks.setLevel(entry, oldLevel);
            blocks.setMask(entry, (int) journal[record + 2]);
            if (kind == PAYLOAD) {
                int words = payloadWords(entry);
                record -= words;
                long offset = payload(entry);
                space.chunk(offset).storeElements(offset, journal, record, words, 3);
            } else if ((value & COPY) == 0 && (state & COPY) != 0) {
                journalSize = record; // first: the block is given back once, or never after an error
                releaseCopy(state);
            }
        }
        journalSize = record;
    }
}
