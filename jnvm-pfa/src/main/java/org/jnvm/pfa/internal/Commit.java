package org.jnvm.pfa.internal;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.LogLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.RedoEntries;
import org.jnvm.internal.util.LongStack;
import org.jspecify.annotations.Nullable;

/**
 * The commit of a failure-atomic block: makes the record of what the block did, has its lane commit it, and gives back
 * what the record does not name.
 */
final class Commit {
    /** In-flight blocks with at most so many changed words are logged by word. */
    private static final int FEW_WORDS = 12;
    /**
     * The same of all in-flight blocks together: up to here the checksum over their words takes less time than the fence that
     * in-flight blocks need. Where fences cost nothing copies do.
     */
    private static final int FEW_WORDS_IN_ALL = 128;
    /** Volatile state that is to follow the commit. */
    interface Participants {
        /** See {@link org.jnvm.spi.CommitParticipant#durable}. */
        void durable();

        /** See {@link org.jnvm.spi.CommitParticipant#applied}. */
        void applied();
    }

    private final Participants participants;
    private final WriteSet writes;
    private final LongMap blocks;
    private final LongMap words;
    private final ObjectSets objects;
    private final LongStack made;
    private final LongStack freed;
    private final LongStack adopted;
    private final HeldLocks locks;

    /** References to objects that become valid, in {@link #prepare}. */
    private final LongStack validated = new LongStack();
    /** The masters of those that were not allocated in the block. */
    private final LongMap visited = new LongMap();
    /** In-flight blocks that the record refers to. */
    private final LongStack copies = new LongStack();
    /** Blocks and slots of objects that the record frees. */
    private final LongStack released = new LongStack();

    /** Once, as commits make no Java objects. */
    private final Runnable durable;

    /** Whether the record has the words of all in-flight blocks. */
    private boolean few;
    /** Whether it has the checksums of all objects that become valid. */
    private boolean vouches;
    /** Whether all of these were made in the block. */
    private boolean allNew;

    /** Whether the record refers to anything that it does not vouch for. */
    private boolean refers;
    /** What the record says of a block over several heaps; null if it is of a block on one heap. */
    private long @Nullable [] joint;

    private int entryCount;
    private boolean done;

    Commit(Participants participants, WriteSet writes, ObjectSets objects, HeldLocks locks) {
        this.participants = participants;
        this.durable = participants::durable;
        this.writes = writes;
        this.blocks = writes.blocks();
        this.words = writes.words();
        this.objects = objects;
        this.made = objects.made();
        this.freed = objects.freed();
        this.adopted = objects.adopted();
        this.locks = locks;
    }

    /** Returns how many entries the record of the last commit had. */
    int entryCount() {
        return entryCount;
    }

    /**
     * Commits. If it throws, nothing was changed, and the block can be undone; unless {@link #isDone} says otherwise, or
     * the lane broke off.
     *
     * @throws org.jnvm.HeapFullException if the log cannot grow
     * @throws org.jnvm.FailureAtomicException if an object that becomes valid is in another block
     */
    // persist-order: I15 to I18 of docs/PERSIST-ORDER.md. This writes back what the record
    //   refers to; Lane.commit fences, writes the record and applies it. Then participants are merged, and only then
    //   Lane.retire gives back what was freed, when the record is dead.
    void run() {
        done = false;
        entryCount = onlyNewObjects() ? 0 : commitRecord();
        if (entryCount == 0) {
            done = true;
            participants.durable();
            participants.applied();
        }
        release();
    }

    /** Tells whether the last commit has taken place, so that it must not be undone, whatever it threw afterwards. */
    boolean isDone() {
        return done;
    }

    /** Commits what is to be recorded; returns how many entries that took. */
    private int commitRecord() {
        int count = record().size();
        if (count > 0) {
            Lane lane = locks.lane();
            lane.commit(refers, locks.keys(), copies, released, durable);
            done = true;
            participants.applied();
            lane.retire(released);
        }
        return count;
    }

    /** Fills in the record of the lane. */
    private RedoEntries record() {
        prepare();
        Lane lane = locks.lane();
        few = writes.space().file().state().fencesCost() && areFewInAll();
        vouches = few && allNew && NewContent.areSmall(writes.space(), validated);
        RedoEntries entries = lane.entries();
        refers = fill(entries);
        if (few && entries.units() > LogLayout.MASTER_UNITS && !lane.hasRoom(entries.units())) {
            few = false; // takes less room in the log
            vouches = false;
            entries = lane.entries();
            refers = fill(entries);
        }
        return entries;
    }

    // ---- a block over several heaps: see JointCommit ----

    /** Says that nothing is committed yet. */
    void begin() {
        done = false;
    }

    /** Tells whether the commit needs a record. */
    boolean records() {
        return !onlyNewObjects();
    }

    /** Fills in the record, with what it says of the block. Nothing is promised. */
    void recordJointly(long[] words) {
        joint = words;
        try {
            entryCount = record().size();
        } finally {
            joint = null;
        }
    }

    /** Returns the lane with the record. */
    Lane lane() {
        return locks.lane();
    }

    /** Makes room for all that follows, under the lock of the lane. */
    void reserveJointly() {
        lane().reserveJointly(locks.keys(), copies, released);
    }

    /** Makes the record durable, under the lock of the lane. */
    void writeJointly() {
        lane().writeJointly(refers);
    }

    /** Says that the block is committed. */
    void decided() {
        done = true;
    }

    /** Applies the record, under the lock of the lane. */
    void applyJointly() {
        lane().finishJointly(locks.keys(), copies, durable);
    }

    /** Ends the commit, when the lane is unlocked. */
    void endJointly() {
        participants.applied();
        lane().retire(released);
        release();
    }

    /**
     * Tells whether the block did nothing but make objects. Nothing that was there before leads to them, so there is
     * nothing to make durable: they stay invalid, and whatever makes one reachable later validates it. Decided by what was
     * written, not by what was locked.
     */
    private boolean onlyNewObjects() {
        if (words.size() != 0
                || writes.patch().isSet()
                || !freed.isEmpty()
                || !adopted.isEmpty()
                || objects.validateAll()) {
            return false;
        }
        for (int i = 0; i < blocks.size(); i++) {
            if ((blocks.value(i) & WriteSet.COPY) != 0) {
                return false;
            }
        }
        return true;
    }

    // ---- what becomes valid ----

    /**
     * Finds what becomes valid, and locks it, so that nobody frees it before the record is dead. Before anything is
     * written back: an atomic instruction behind a write-back waits as a fence does.
     */
    private void prepare() {
        validated.clear();
        visited.clear();
        boolean locked = writes.space().file().state().fencesCost();
        for (int i = 0; i < made.size(); i++) {
            long ref = made.get(i);
            if ((writes.state(Reference.offset(ref)) & WriteSet.FREED) == 0) {
                validated.push(ref);
                if (locked) {
                    locks.lockKey(Reference.offset(ref));
                }
            }
        }
        int own = validated.size();
        while (!adopted.isEmpty()) {
            adopt(adopted.pop());
        }
        allNew = validated.size() == own;
    }

    /** Adds an object from before, and all invalid ones that it leads to as this block leaves them. */
    private void adopt(long ref) {
        ObjectSpace space = writes.space();
        long master = Reference.offset(ref);
        if ((writes.state(master) & (WriteSet.OWN | WriteSet.FREED)) != 0
                || visited.find(master) >= 0
                || BlockLayout.isValid(space.header(ref))) {
            return;
        }
        visited.add(master, 0, 0);
        if (blocks.find(master) < 0) { // else it is locked already
            locks.lockKey(master);
        }
        validated.push(ref);
        space.forEachReference(space.view(ref), offset -> {
            long target = space.load(writes.offsetToRead(offset));
            if (target != Reference.NULL && !BlockLayout.isValid(space.header(target))) {
                adopted.push(target);
            }
        });
    }

    // ---- the record ----

    /**
     * Fills in the record, and writes back what it refers to.
     *
     * @return whether it refers to anything that it does not vouch for
     */
    private boolean fill(RedoEntries entries) {
        copies.clear();
        released.clear();
        ObjectSpace space = writes.space();
        if (joint != null) {
            entries.addJoint(joint.length);
            for (long word : joint) {
                entries.addWord(word);
            }
        }
        if (writes.patch().isSet()) {
            writes.patch().addTo(entries, space);
        }
        for (int i = 0; i < blocks.size(); i++) {
            long state = blocks.value(i);
            if ((state & WriteSet.FREED) != 0) {
                if ((state & WriteSet.OWN) == 0) {
                    released.push(blocks.key(i));
                }
            } else if ((state & WriteSet.COPY) != 0) {
                addWritten(entries, i, state & WriteSet.COPY);
            }
        }
        for (int i = 0; i < validated.size(); i++) {
            long ref = validated.get(i);
            long master = Reference.offset(ref);
            if (vouches) { // before the write-back, which may take the lines out of the processor's cache
                entries.add(LogLayout.CONTENT, master, NewContent.argument(space, ref));
            }
            space.view(ref).pwb();
            entries.add(LogLayout.VALIDATE, master, BlockLayout.validated(space.load(master)));
        }
        for (int i = 0; i < words.size(); i++) {
            long word = words.key(i);
            entries.add(
                    (word & WriteSet.INT) == 0 ? LogLayout.WORD : LogLayout.INT, word & ~WriteSet.INT, words.value(i));
        }
        for (int i = 0; i < freed.size(); i++) {
            long ref = freed.get(i);
            entries.add(LogLayout.FREE, Reference.offset(ref), BlockLayout.freed(space.header(ref)));
        }
        return !copies.isEmpty() || !validated.isEmpty() && !vouches;
    }

    /**
     * Adds what was written to a block or slot: word by word, also those whose value is as before, which a plain store may
     * have left dirty; or the whole block, whose copy must be durable with the record. Never a whole slab: other threads
     * have objects there.
     */
    private void addWritten(RedoEntries entries, int entry, long copy) {
        long block = blocks.key(entry);
        MappedChunk chunk = writes.space().chunk(copy);
        if (!isFew(entry)) {
            writes.completeCopy(entry);
            chunk.pwb(copy, BlockLayout.BLOCK_BYTES);
            entries.add(LogLayout.COPY, block, copy);
            copies.push(copy);
            return;
        }
        for (int left = blocks.mask(entry); left != 0; ) {
            int first = Integer.numberOfTrailingZeros(left);
            int length = Integer.numberOfTrailingZeros(~(left >>> first));
            addWords(entries, chunk, block, copy, first, length);
            left = first + length < Integer.SIZE ? left & -1 << first + length : 0;
        }
    }

    private static void addWords(RedoEntries entries, MappedChunk chunk, long block, long copy, int first, int length) {
        if (length >= Patch.SHORTEST_RUN) {
            entries.addRun(block + 8L * first, length);
        }
        for (long within = 8L * first; within < 8L * (first + length); within += 8) {
            long word = chunk.loadLong(copy + within);
            if (length >= Patch.SHORTEST_RUN) {
                entries.addWord(word);
            } else {
                entries.add(LogLayout.WORD, block + within, word);
            }
        }
    }

    private boolean areFewInAll() {
        int count = 0;
        for (int i = 0; i < blocks.size() && count <= FEW_WORDS_IN_ALL; i++) {
            boolean counts = (blocks.value(i) & WriteSet.COPY) != 0 && (blocks.value(i) & WriteSet.FREED) == 0;
            count += counts ? Integer.bitCount(blocks.mask(i)) : 0;
        }
        return count <= FEW_WORDS_IN_ALL;
    }

    private boolean isFew(int entry) {
        return few || WriteSet.isSlot(blocks.key(entry)) || Integer.bitCount(blocks.mask(entry)) <= FEW_WORDS;
    }

    // ---- afterwards ----

    /** Gives back what the record does not name: in-flight blocks that it does not refer to, objects that came and went. */
    private void release() {
        ObjectSpace space = writes.space();
        for (int i = 0; i < blocks.size(); i++) {
            long state = blocks.value(i);
            boolean gone = (state & WriteSet.FREED) != 0;
            if ((state & WriteSet.COPY) != 0 && (gone || isFew(i))) {
                writes.releaseCopy(state);
            }
            if (gone && (state & WriteSet.OWN) != 0) {
                ObjectSets.retireMade(space, blocks.key(i));
            }
        }
    }
}
