package org.jnvm.internal.tree;

import java.lang.invoke.VarHandle;
import java.util.ConcurrentModificationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jnvm.ConflictException;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapFullException;
import org.jnvm.JnvmException;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.TreeLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectReader;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.LongStack;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * A B+-tree in the heap, which a field of a collection leads to: finds entries, in the order of their keys, stores and
 * removes them. See {@link org.jnvm.internal.layout.TreeLayout} for its bytes. An entry is named by the heap offset of its value.
 *
 * <p>Nothing of it is on the Java heap but latches, and those only where several threads change something. So the first look-up
 * after opening takes as long as any other; after a crash leaves and nodes put themselves in order when they are first looked at.
 *
 * <p>Readers take no latch and see nothing that is not durable. In a failure-atomic block values are words of the log; the key of a
 * new entry is stored at once, in a place that no value makes an entry before the commit.
 */
public abstract class Tree {
    /** Looks at a key that was freed before the reader takes it for what the program did wrong. */
    private static final int STALE_TRIES = 100;
    /** Times that an operation begins anew, while nobody changes anything, before the heap is taken for damaged. */
    private static final int MOST_TRIES = 1 << 20;
    /** The same of what finds entries in order, which takes longer. */
    private static final int MOST_TRIES_IN_ORDER = 1 << 13;
    /** Places of a leaf between two at which a block's removal has all entries looked at, at least; and how many there are at most. */
    private static final int SAMPLED = 8;

    private final PersistentHeap heap;
    private final ObjectSpace space;
    private final boolean concurrent;
    /** Whether what is stored may not be durable yet. */
    private final boolean fencesCost;

    private final Keys keys;
    private final Leaves leaves;
    private final Patience patience;
    private final Nodes nodes;
    private final Shape shape;
    /** Null if one thread uses the tree. */
    private final @Nullable Latches latches;

    /** Whether the first or the last leaf may be empty, so that whoever changes something next is to take it away. */
    private volatile boolean emptyFirst;

    private volatile boolean emptyLast;

    /**
     * Attaches to a tree.
     *
     * @param owner the collection
     * @param off the offset of the field that leads to the tree
     * @param concurrent whether several threads use it
     * @param places of a full leaf, 0 for the usual number; for tests
     * @param children of a node at most, 0 for the usual number; for tests
     */
    protected Tree(Proxy owner, int off, boolean concurrent, int places, int children) {
        this.heap = PersistentHeap.of(owner);
        this.space = heap.space();
        this.concurrent = concurrent;
        this.fencesCost = space.file().state().fencesCost();
        this.keys = new Keys(heap) {
            @Override
            int kind(Object key) {
                return kindOf(key);
            }

            @Override
            long units(Object key, int from) {
                return unitsOf(key, from);
            }

            @Override
            boolean isPending(long leaf, long entry) {
                return fencesCost && latches != null && latches.of(leaf).isPending(entry);
            }

            @Override
            int compare(Object wanted, Object key) {
                return compareKeys(wanted, key);
            }
        };
        long field = Reference.offset(owner.$jnvm$ref()) + off;
        long order = heap.orderNumber();
        this.leaves = new Leaves(space, keys, order);
        this.latches = concurrent ? new Latches() : null;
        this.patience = new Patience(latches);
        this.nodes = new Nodes(heap, keys, leaves, order, field, patience);
        this.shape = new Shape(heap, keys, leaves, nodes, field, places, children);
        if (latches != null && nodes.rootIsNode()) {
            latches.beginWithAll();
        }
    }

    /** Returns the kind of a key: 0 if it has no units, 1 if they are characters, else any number up to 127. */
    protected abstract int kindOf(Object key);

    /**
     * Returns eight units of a key that has some: bytes by which keys of one kind are in order, the first in the highest byte;
     * behind the last one are zeros.
     *
     * @param from the number of the first unit
     */
    protected abstract long unitsOf(Object key, int from);

    /** Compares by the order of the tree: what is wanted with a key of the heap, or two of these. */
    protected abstract int compareKeys(Object wanted, Object key);

    /** Returns what says of which key another thread's block has made or changed the entry. */
    protected abstract ConflictException refused(Object wanted, ConflictException cause);

    // ---- look-up ----

    /**
     * Returns the value of a key as the calling thread sees it, {@link Reference#NULL} if there is none. In an epoch-protected
     * section.
     */
    public final long get(Object wanted) {
        return look(wanted, ObjectReader.HEADER, false);
    }

    /** Like {@link #get}, of a value whose contents will be read next. */
    public final long getContent(Object wanted) {
        return look(wanted, ObjectReader.BLOCK, false);
    }

    /** Tells whether the calling thread sees a key; in an epoch-protected section. */
    public final boolean contains(Object wanted) {
        return look(wanted, ObjectReader.NOTHING, false) != Reference.NULL;
    }

    /**
     * Returns the entry of a key as the calling thread sees it, 0 if there is none; in an epoch-protected section. It may be
     * moved, or another key's, at once.
     */
    public final long locate(Object wanted) {
        return look(wanted, ObjectReader.NOTHING, true);
    }

    private long look(Object wanted, int fetched, boolean asEntry) {
        Transaction transaction = heap.fa();
        int kind = kindOf(wanted);
        long first = keys.firstUnits(wanted, kind);
        long second = keys.secondUnits(wanted, kind, first);
        for (int tries = 1; ; tries++) {
            try {
                long leaf = Nodes.untied(nodes.leaf(wanted, kind, first, second));
                if (leaf == 0) {
                    return Reference.NULL;
                }
                MappedChunk chunk = space.chunk(leaf);
                int version = Leaves.version(chunk, leaf);
                if (isReady(chunk, leaf) && (version & 1) == 0) {
                    long found = find(chunk, leaf, wanted, kind, first, second, transaction, fetched, asEntry);
                    VarHandle.loadLoadFence();
                    if (!concurrent || Leaves.version(chunk, leaf) == version) {
                        return found;
                    }
                }
            } catch (StaleObjectException e) {
                if (tries >= STALE_TRIES) { // else the entry was removed while its key was looked at, maybe
                    throw e;
                }
            }
            tries = pause(tries, MOST_TRIES);
        }
    }

    /** Waits for what others change; returns how many tries count from here on. */
    private int pause(int tries, int most) {
        int counted = patience.pause(tries, most);
        if (counted < 0) {
            throw nodes.damaged(nodes.root());
        }
        return counted;
    }

    /** Tells whether the words of a leaf are right; if not, makes them so. */
    private boolean isReady(MappedChunk chunk, long leaf) {
        if (leaves.isInOrder(chunk, leaf)) {
            return true;
        }
        leaves.putInOrder(chunk, leaf);
        return false;
    }

    private long find(
            MappedChunk chunk,
            long leaf,
            Object wanted,
            int kind,
            long first,
            long second,
            Transaction transaction,
            int fetched,
            boolean asEntry) {
        int result = leaves.search(chunk, leaf, wanted, kind, first, second, true);
        if (!Leaves.isFound(result)) {
            return 0;
        }
        long entry = leaves.entryIn(chunk, leaf, Leaves.positionOf(result));
        long value = visible(leaf, entry, transaction);
        if (value == Reference.NULL) {
            return 0;
        }
        space.fetch(value, fetched);
        return asEntry ? entry : value;
    }

    /** Returns the value of an entry for a reader: one that is durable, or the calling thread's block has stored. */
    private long visible(long leaf, long entry, Transaction transaction) {
        if (transaction != null) {
            long value =
                    transaction.memory().readWord(entry); // first: it locks the entry, if the transaction does that
            if (!concurrent || transaction.memory().hasWord(entry)) {
                return value;
            }
        }
        MappedChunk chunk = space.chunk(entry);
        return concurrent && fencesCost ? latches.of(leaf).durableValue(chunk, entry) : chunk.loadLongAcquire(entry);
    }

    /** Returns the value of an entry as the calling thread sees it. */
    public final long value(long entry) {
        Transaction transaction = heap.fa();
        return transaction == null
                ? space.chunk(entry).loadLongAcquire(entry)
                : transaction.memory().readWord(entry);
    }

    /** Returns the key of an entry as the calling thread sees it. */
    public final long key(long entry) {
        Transaction transaction = heap.fa();
        long at = Keys.keyOf(entry);
        return transaction != null && transaction.memory().hasWord(at)
                ? transaction.memory().readWord(at)
                : space.load(at);
    }

    /** Returns a number that is another one when entries have been moved since. */
    public final long layout() {
        return shape.changes();
    }

    // ---- change ----

    /**
     * Runs a step while no other thread changes a key.
     *
     * @param wanted the key
     * @param adds whether the step may {@link #insert} it
     * @param step the step: runs in an epoch-protected section, and gets the entry of the key, whose value the calling thread sees; 0 if
     *     there is none
     * @return what it returned
     * @throws org.jnvm.ConflictException if another thread's open block has made an entry of the key
     * @throws org.jnvm.HeapFullException if there is no room for an entry that may be added; the tree is as it was
     */
    public final <R> R exclusively(Object wanted, boolean adds, LongFunction<R> step) {
        int kind = kindOf(wanted);
        long first = keys.firstUnits(wanted, kind);
        long second = keys.secondUnits(wanted, kind, first);
        ReentrantLock held = null;
        boolean all = false;
        boolean sparse = false;
        boolean divided = false;
        EpochSections.enter();
        try {
            for (int tries = 0; ; tries++) {
                tries = pause(tries, MOST_TRIES);
                long leaf = nodes.leaf(wanted, kind, first, second);
                if (latches != null && !all) {
                    if (leaf != 0) {
                        ReentrantLock lock = latches.of(Nodes.untied(leaf)).lock;
                        if (lock != held) {
                            release(held);
                            held = null;
                            boolean atOnce = acquire(lock);
                            held = lock;
                            if (!atOnce || Nodes.isTied(leaf) || latches.of(Nodes.untied(leaf)).lock != lock) {
                                continue; // again, with the latch
                            }
                        }
                    } else if (adds) {
                        all = true;
                        lockAll();
                        continue;
                    }
                }
                long entry = 0;
                if (leaf != 0) {
                    long at = Nodes.untied(leaf);
                    MappedChunk chunk = space.chunk(at);
                    leaves.putInOrder(chunk, at);
                    if (Leaves.version(chunk, at) == Leaves.GONE) {
                        continue;
                    }
                    entry = findToChange(chunk, at, wanted, kind, first, second);
                    boolean divides = entry == 0 && adds && !divided && shape.isDivisible(chunk, at);
                    if (divides
                            || entry == 0 && adds && !isReadyFor(chunk, leaf, wanted, kind, all || latches == null)) {
                        if (latches != null && !all) {
                            release(held);
                            held = null;
                            all = true;
                            lockAll();
                        } else if (divides) {
                            divided = true;
                            divide(wanted);
                        } else {
                            makeRoom(wanted, false);
                        }
                        continue;
                    }
                } else if (adds) {
                    makeRoom(wanted, false);
                    continue;
                }
                int before = entry == 0 ? 0 : Leaves.count(space.chunk(Nodes.untied(leaf)), Nodes.untied(leaf));
                R result = step.apply(entry);
                sparse = isSparse(Nodes.untied(leaf), before) || leavesFewInBlock(Nodes.untied(leaf), entry);
                return result;
            }
        } finally {
            if (all) {
                latches.unlockAll();
            } else {
                release(held);
            }
            EpochSections.exit();
            if (sparse || emptyFirst || emptyLast) {
                shrink(wanted, sparse);
            }
        }
    }

    /**
     * Locks a latch: waits for it outside of the epoch-protected section, so that this does not get long.
     *
     * @return whether it did not wait
     */
    private static boolean acquire(ReentrantLock lock) {
        if (lock.tryLock()) {
            return true;
        }
        EpochSections.exit();
        try {
            lock.lock();
        } finally {
            EpochSections.enter();
        }
        return false;
    }

    private void lockAll() {
        EpochSections.exit();
        try {
            latches.lockAll();
        } finally {
            EpochSections.enter();
        }
    }

    private static void release(@Nullable ReentrantLock lock) {
        if (lock != null) {
            lock.unlock();
        }
    }

    /**
     * Tells whether an entry can be added to a leaf: it has a place, and the key stays where it belongs; see {@link Nodes}.
     *
     * @param alone whether nobody else adds an entry
     */
    private boolean isReadyFor(MappedChunk chunk, long tied, Object wanted, int kind, boolean alone) {
        long leaf = Nodes.untied(tied);
        if (Leaves.isFull(chunk, leaf)) {
            return false;
        }
        if (alone || !Nodes.isTied(tied)) {
            return true;
        }
        int position = Leaves.positionOf(leaves.search(chunk, leaf, wanted, kind, false));
        int before = position - 1;
        while (before >= 0 && !leaves.isAliveAt(chunk, leaf, before)) {
            before--;
        }
        int count = Leaves.count(chunk, leaf);
        int behind = position;
        while (behind < count && !leaves.isAliveAt(chunk, leaf, behind)) {
            behind++;
        }
        return before >= 0 && behind < count;
    }

    /** Tells whether so many of the entries that were in a leaf are gone that it may be merged. */
    private boolean isSparse(long leaf, int before) {
        if (before == 0) {
            return false;
        }
        MappedChunk chunk = space.chunk(leaf);
        return Leaves.count(chunk, leaf) < before
                && Leaves.version(chunk, leaf) != Leaves.GONE
                && Leaves.isSparse(Leaves.count(chunk, leaf), Leaves.places(chunk, leaf))
                && nodes.rootIsNode();
    }

    /**
     * Tells whether an entry that the open block has removed leaves so few in its leaf that those beside it may be empty or merged: its
     * own one cannot be before the commit. All entries are looked at for it, so it is done at some places only: a few in each leaf,
     * of which one is likely to be among the last that are removed.
     */
    private boolean leavesFewInBlock(long leaf, long entry) {
        if (entry == 0 || (entry & (SAMPLED - 1) * TreeLayout.PAIR_BYTES) != 0 || heap.fa() == null) {
            return false;
        }
        MappedChunk chunk = space.chunk(leaf);
        int places = Leaves.places(chunk, leaf);
        int step = Math.max(SAMPLED, Integer.highestOneBit(places) / SAMPLED);
        if ((entry & (step - 1L) * TreeLayout.PAIR_BYTES) != 0
                || value(entry) != Reference.NULL
                || Leaves.version(chunk, leaf) == Leaves.GONE
                || !nodes.rootIsNode()) {
            return false;
        }
        int count = Leaves.count(chunk, leaf);
        int seen = 0;
        for (int i = 0; i < count && Leaves.isSparse(seen, places); i++) {
            if (value(leaves.entryIn(chunk, leaf, i)) != Reference.NULL) {
                seen++;
            }
        }
        return Leaves.isSparse(seen, places);
    }

    private void makeRoom(Object wanted, boolean ofNew) {
        reshape(() -> shape.makeRoom(wanted, ofNew));
    }

    /** Splits a leaf that has more places than others: what moves its words takes as long as it has entries. */
    private void divide(Object wanted) {
        try {
            reshape(() -> shape.divide(wanted));
        } catch (HeapFullException e) {
            // without harm: the leaf stays as large as it is
        }
    }

    private void reshape(Runnable change) {
        heap.operate(change);
        if (latches != null && nodes.rootIsNode()) {
            latches.increase();
        }
    }

    /** Takes away what is empty, unless another thread is changing something. */
    private void shrink(Object wanted, boolean sparse) {
        if (latches != null && !latches.tryLockAll()) {
            return;
        }
        EpochSections.enter();
        try {
            heap.operate(() -> {
                if (emptyFirst) {
                    emptyFirst = false;
                    shape.shrinkEnd(false);
                }
                if (emptyLast) {
                    emptyLast = false;
                    shape.shrinkEnd(true);
                }
                if (sparse) {
                    shape.shrink(wanted);
                }
            });
        } catch (HeapFormatException e) {
            throw e; // what was changed is done, but the heap is damaged
        } catch (RuntimeException e) {
            // no room, or a key does not compare: without harm, the tree stays as it is, and what was changed is done
        } finally {
            EpochSections.exit();
            if (latches != null) {
                latches.unlockAll();
            }
        }
    }

    /**
     * Finds the entry of a key that is about to be changed, in a step of {@link #exclusively}.
     *
     * @return the entry, whose value the calling thread sees; 0 if there is none
     */
    public final long find(Object wanted) {
        int kind = kindOf(wanted);
        long leaf = Nodes.untied(nodes.leaf(wanted, kind));
        if (leaf == 0) {
            return 0;
        }
        MappedChunk chunk = space.chunk(leaf);
        leaves.putInOrder(chunk, leaf);
        long first = keys.firstUnits(wanted, kind);
        return findToChange(chunk, leaf, wanted, kind, first, keys.secondUnits(wanted, kind, first));
    }

    private long findToChange(MappedChunk chunk, long leaf, Object wanted, int kind, long first, long second) {
        try {
            return findUnrefused(chunk, leaf, wanted, kind, first, second);
        } catch (ConflictException e) {
            throw refused(wanted, e);
        }
    }

    private long findUnrefused(MappedChunk chunk, long leaf, Object wanted, int kind, long first, long second) {
        Transaction transaction = heap.fa();
        while (true) {
            int result = leaves.search(chunk, leaf, wanted, kind, first, second, true);
            if (!Leaves.isFound(result)) {
                return 0;
            }
            long entry = leaves.entryIn(chunk, leaf, Leaves.positionOf(result));
            long value = value(entry);
            if (value != Reference.NULL) {
                return entry;
            }
            if (transaction == null) {
                heap.beforeChange(entry); // another block's, or committed just now
            } else if (transaction.memory().hasWord(entry)) {
                return 0;
            } else {
                transaction.memory().lockWord(entry);
                if (value(entry) == Reference.NULL) {
                    return 0;
                }
            }
        }
    }

    /**
     * Stores another value; durable when this returns, or at the commit of the open block. What the value leads to is validated
     * first. In a step of {@link #exclusively}.
     *
     * @param wanted the key
     * @param entry its entry
     * @param value the value; {@link Reference#NULL} to remove the entry
     */
    // persist-order: [value] < pfence < [entry.value] < psync   (in ReferenceSlots.write)
    //   crash before psync: the value before or the new one, as the store is one aligned word; null means that the
    // entry is gone
    //   readers see the value before until psync
    public final void store(Object wanted, long entry, long value) {
        long before;
        long key;
        try {
            before = value(entry);
            key = value == Reference.NULL ? key(entry) : Reference.NULL;
        } catch (InternalError e) {
            throw heap.poison(e);
        }
        storeOpen(wanted, entry, value);
        heap.references().release(before);
        heap.references().release(key);
    }

    private void storeOpen(Object wanted, long entry, long value) {
        if (value == Reference.NULL) {
            heap.dropping(space.load(Keys.keyOf(entry)));
        }
        if (heap.fa() != null || !concurrent && value != Reference.NULL) {
            heap.slots().write(entry, entry, value);
            return;
        }
        int kind = kindOf(wanted);
        long leaf = Nodes.untied(nodes.leaf(wanted, kind));
        MappedChunk chunk = space.chunk(leaf);
        int position = value == Reference.NULL ? positionOf(chunk, leaf, wanted, kind, entry) : 0;
        if (concurrent && fencesCost) {
            Latch latch = latches.of(leaf);
            latch.beginStore(entry, space.load(entry));
            try {
                heap.slots().write(entry, entry, value);
            } finally {
                latch.durable();
            }
        } else {
            heap.slots().write(entry, entry, value);
        }
        if (value == Reference.NULL) {
            try {
                leaves.removeWord(chunk, leaf, position);
            } catch (RuntimeException | Error e) {
                makeAnew(chunk, leaf, e);
            }
        }
    }

    /** Returns the position of the entry of a key, whose word is about to be removed: no other one may be. */
    private int positionOf(MappedChunk chunk, long leaf, Object wanted, int kind, long entry) {
        int result = leaves.search(chunk, leaf, wanted, kind, true);
        if (Leaves.isFound(result) && leaves.entryIn(chunk, leaf, Leaves.positionOf(result)) == entry) {
            return Leaves.positionOf(result);
        }
        throw inconsistent(wanted);
    }

    /** Says that a key was found and then not, or the other way round. */
    private JnvmException inconsistent(Object wanted) {
        return new JnvmException(
                "keys do not compare consistently: heap=" + space.file().path() + ", key=" + wanted
                        + "; correct the compareTo of their class, or the comparator of the collection");
    }

    /**
     * Adds an entry; durable when this returns, or at the commit of the open block. What key and value lead to is validated
     * first. In a step of {@link #exclusively} that may do so.
     *
     * @param wanted what finds the key, which is not there
     * @param key the key
     * @param value its value, not null
     */
    // persist-order: [key, value, and what they lead to] < pfence < [entry.value] < psync < the word of the entry
    //   entry.key is in the line of entry.value, and stored before it
    //   crash before psync: there is an entry, whole, or none, as one whose value is null is none
    //   in a failure-atomic block: value and key are in the record
    public final void insert(Object wanted, long key, long value) {
        heap.enterOperation();
        try {
            insertOpen(wanted, key, value);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    private void insertOpen(Object wanted, long key, long value) {
        int kind = kindOf(wanted);
        Transaction transaction = heap.fa();
        long leaf = Nodes.untied(nodes.leaf(wanted, kind));
        if (latches != null && !mayAddTo(leaf)) {
            throw new ConcurrentModificationException(
                    "a function that computes a value has changed the map, or keys do not compare consistently");
        }
        if (leaf == 0 || Leaves.isFull(space.chunk(leaf), leaf)) {
            shape.makeRoom(wanted, false);
            leaf = Nodes.untied(nodes.leaf(wanted, kind));
            if (leaf == 0 || Leaves.isFull(space.chunk(leaf), leaf)) {
                throw inconsistent(wanted);
            }
        }
        MappedChunk chunk = space.chunk(leaf);
        int result = leaves.search(chunk, leaf, wanted, kind, false);
        int position = Leaves.positionOf(result);
        if (Leaves.isFound(result)) {
            long entry = leaves.entryIn(chunk, leaf, position);
            if (transaction == null || value(entry) != Reference.NULL) {
                throw inconsistent(wanted);
            }
            replaceRemoved(entry, key, value, transaction);
            return;
        }
        int place = leaves.freePlace(chunk, leaf);
        long entry = leaves.entryAt(chunk, leaf, place);
        MappedChunk its = leaves.chunkOf(chunk, entry);
        try {
            if (transaction == null) {
                heap.beforeChange(entry);
                its.storeLong(Keys.keyOf(entry), key);
                heap.slots().insert(entry, key, value, () -> {});
            } else {
                transaction.memory().lockWord(entry);
                its.storeLong(Keys.keyOf(entry), key);
                heap.slots().prepareStore(null, key);
                heap.slots().prepareStore(null, value);
                transaction.memory().writeWord(entry, value);
                transaction.memory().stored(Keys.keyOf(entry), key);
            }
        } catch (RuntimeException | Error e) {
            Leaves.giveUp(chunk, leaf); // the value may be stored
            throw e;
        }
        try {
            leaves.addWord(chunk, leaf, position, place, wanted, kind);
        } catch (RuntimeException | Error e) {
            makeAnew(chunk, leaf, e);
        }
    }

    /**
     * Goes on without the words of a leaf, as no Java heap or no stack is left for them: what was stored is done, and the caller counts
     * it. Who looks at the leaf next makes its words anew.
     */
    private static void makeAnew(MappedChunk chunk, long leaf, Throwable e) {
        if (e instanceof InternalError unmapped) {
            throw unmapped;
        }
        Leaves.giveUp(chunk, leaf);
    }

    /** Tells whether a leaf is still the one that {@link #exclusively} has made ready: else others may be changing it. */
    private boolean mayAddTo(long leaf) {
        return leaf != 0
                && !Leaves.isFull(space.chunk(leaf), leaf)
                && latches.of(leaf).lock.isHeldByCurrentThread();
    }

    /**
     * Puts a key again that the open block has removed and others still see: readers would find it in neither of two places while the
     * commit is applied. Or that of another block which was undone just now.
     */
    private void replaceRemoved(long entry, long key, long value, Transaction transaction) {
        heap.slots().prepareStore(null, key);
        heap.slots().prepareStore(null, value);
        boolean removed = transaction.memory().hasWord(entry);
        transaction.memory().writeWord(entry, value);
        if (removed) {
            transaction.memory().storeLater(Keys.keyOf(entry), key);
        } else {
            space.chunk(entry).storeLong(Keys.keyOf(entry), key);
            transaction.memory().stored(Keys.keyOf(entry), key);
        }
    }

    // ---- new collections ----

    /**
     * Adds an entry to a new collection, which is not valid yet, and which nobody else sees: without a fence.
     *
     * @param wanted a key that is not there
     * @param key the key
     * @param value its value, not null
     */
    // persist-order: none: whatever makes the collection reachable writes back and validates its leaves, keys and
    // values
    public final void initialise(Object wanted, long key, long value) {
        heap.operate(() -> {
            int kind = kindOf(wanted);
            long leaf = Nodes.untied(nodes.leaf(wanted, kind));
            while (leaf == 0 || Leaves.isFull(space.chunk(leaf), leaf)) {
                shape.makeRoom(wanted, true);
                leaf = Nodes.untied(nodes.leaf(wanted, kind));
            }
            MappedChunk chunk = space.chunk(leaf);
            int position = Leaves.positionOf(leaves.search(chunk, leaf, wanted, kind, false));
            int place = leaves.freePlace(chunk, leaf);
            long entry = leaves.entryAt(chunk, leaf, place);
            MappedChunk its = leaves.chunkOf(chunk, entry);
            its.storeLong(Keys.keyOf(entry), key);
            its.storeLong(entry, value);
            leaves.addWord(chunk, leaf, position, place, wanted, kind);
        });
    }

    /** Gets entries in order; see {@link #fill}. */
    protected interface Filler {
        /**
         * Adds an entry.
         *
         * @param key the key
         * @param keyRef its reference
         * @param value the reference of its value, not null
         * @throws IllegalArgumentException if the key is not behind that of the last one
         */
        void add(Object key, long keyRef, long value);
    }

    /**
     * Adds entries in order to an empty tree, all as one, with one fence for a leaf and two more, and without looking for the place of any; not in a
     * failure-atomic block. Durable when this returns. Others that change something wait meanwhile.
     *
     * @param entries adds them
     * @return how many there are; -1 if the tree is not empty, and nothing was done
     * @throws HeapFullException if there is no room; the tree is empty
     */
    protected final long fill(Consumer<Filler> entries) {
        if (latches == null) {
            return fillAlone(entries);
        }
        latches.lockAll();
        try {
            return fillAlone(entries);
        } finally {
            latches.unlockAll();
        }
    }

    private long fillAlone(Consumer<Filler> entries) {
        if (nodes.root() != Reference.NULL) {
            return -1;
        }
        long[] count = new long[1];
        heap.operate(() -> count[0] = shape.fill(filling -> entries.accept(new Filler() {
            private Object last;

            @Override
            public void add(Object key, long keyRef, long value) {
                if (last != null && compareKeys(key, last) <= 0) {
                    throw new IllegalArgumentException(
                            "keys are not in order: heap=" + space.file().path() + ", key=" + key + ", behind=" + last);
                }
                last = key;
                filling.add(key, keyRef, value);
            }
        })));
        if (latches != null && nodes.rootIsNode()) {
            latches.increase();
        }
        return count[0];
    }

    // ---- in order ----

    /**
     * Finds entries in order, as the calling thread sees them: those of the first leaf that has some. In an epoch-protected
     * section.
     *
     * @param bound where to begin; null for the end
     * @param inclusive whether an entry with this key is found, too
     * @param up whether to go on to larger keys
     * @param most how many are wanted at most
     * @param found gets them
     * @return whether there is one
     */
    public final boolean collect(@Nullable Object bound, boolean inclusive, boolean up, int most, Found found) {
        Transaction transaction = heap.fa();
        int kind = bound == null ? Keys.PLAIN : kindOf(bound);
        LongStack passed = new LongStack();
        for (int tries = 1; ; tries++) {
            passed.clear();
            try {
                Path path = nodes.path(bound, up ? -1 : 1);
                if (path == null) {
                    found.clear();
                    return false;
                }
                int result = collect(path, bound, kind, inclusive, up, most, found, transaction, passed);
                if (result >= 0 && areStillEmpty(passed, bound, transaction)) {
                    if (bound == null && !passed.isEmpty()) {
                        noteEmpty(up);
                    }
                    return result > 0;
                }
            } catch (StaleObjectException e) {
                if (tries >= STALE_TRIES) {
                    throw e;
                }
            }
            tries = pause(tries, MOST_TRIES_IN_ORDER);
        }
    }

    private void noteEmpty(boolean first) {
        if (first) {
            emptyFirst = true;
        } else {
            emptyLast = true;
        }
    }

    /** Returns 1 if entries were found, 0 if there are none, -1 to begin anew. */
    private int collect(
            Path path,
            @Nullable Object bound,
            int kind,
            boolean inclusive,
            boolean up,
            int most,
            Found found,
            Transaction transaction,
            LongStack passed) {
        long layout = shape.changes(); // first: a leaf that is taken away later may be anything soon
        for (int tries = 0; ; tries++) {
            long leaf = Nodes.untied(path.leaf);
            if (leaf == 0) {
                return -1;
            }
            MappedChunk chunk = space.chunk(leaf);
            if (!isReady(chunk, leaf)) {
                continue;
            }
            int version = Leaves.version(chunk, leaf);
            if (version == Leaves.GONE) {
                return -1;
            }
            if ((version & 1) != 0) {
                tries = pause(tries, MOST_TRIES);
                continue;
            }
            found.from(leaf, version, layout);
            collectIn(chunk, leaf, bound, kind, inclusive, up, most, found, transaction);
            VarHandle.loadLoadFence();
            if (concurrent && Leaves.version(chunk, leaf) != version) {
                continue;
            }
            if (found.size() > 0) {
                return 1;
            }
            passed.push(leaf);
            passed.push(version);
            if (passed.size() >>> 1 > space.file().bytes() >>> BlockLayout.BLOCK_SHIFT) {
                throw nodes.damaged(nodes.root()); // more leaves than there can be
            }
            if (!nodes.step(path, up)) {
                return 0;
            }
        }
    }

    private void collectIn(
            MappedChunk chunk,
            long leaf,
            @Nullable Object bound,
            int kind,
            boolean inclusive,
            boolean up,
            int most,
            Found found,
            Transaction transaction) {
        int count = Math.min(Leaves.count(chunk, leaf), Leaves.places(chunk, leaf));
        int from = up ? 0 : count - 1;
        if (bound != null) {
            int result = leaves.search(chunk, leaf, bound, kind, false);
            from = Leaves.positionOf(result);
            boolean here = Leaves.isFound(result);
            if (up) {
                from += here && !inclusive ? 1 : 0;
            } else {
                from -= here && inclusive ? 0 : 1;
            }
        }
        for (int i = from; up ? i < count : i >= 0; i += up ? 1 : -1) {
            long entry = leaves.entryIn(chunk, leaf, i);
            long key = key(entry);
            if (key != Reference.NULL && visible(leaf, entry, transaction) != Reference.NULL) {
                found.add(entry, key);
                if (found.size() == most) {
                    return;
                }
            }
        }
    }

    /** Tells whether leaves that were empty for the calling thread are so still: else what was found behind them may not be the first. */
    private boolean areStillEmpty(LongStack passed, @Nullable Object bound, Transaction transaction) {
        if (!concurrent) {
            return true;
        }
        for (int i = 0; i < passed.size(); i += 2) {
            long leaf = passed.get(i);
            if (Leaves.version(space.chunk(leaf), leaf) != (int) passed.get(i + 1)
                    || (bound == null || i > 0) && hasVisible(space.chunk(leaf), leaf, transaction)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasVisible(MappedChunk chunk, long leaf, Transaction transaction) {
        Found found = new Found();
        collectIn(chunk, leaf, null, Keys.PLAIN, true, true, 1, found, transaction);
        return found.size() > 0;
    }

    /** Tells whether no entry has come or gone in the leaf of what was found, but by commits. */
    public final boolean isAsFound(Found found) {
        return shape.changes() == found.layout()
                && Leaves.version(space.chunk(found.leaf()), found.leaf()) == found.version();
    }

    /** Has the processor fetch the values of some entries that were found; in an epoch-protected section. */
    public final void fetchFound(Found found, int from, int to) {
        long[] values = found.room();
        int count = Math.min(to - from, values.length);
        for (int i = 0; i < count; i++) {
            values[i] = space.load(found.entry(from + i));
        }
        space.fetchAll(values, count);
    }

    /** Returns the value of an entry that was found, if {@link #isAsFound}; in the same epoch-protected section. */
    public final long valueFound(Found found, int number) {
        return visible(found.leaf(), found.entry(number), heap.fa());
    }

    /**
     * Runs something while nothing is changed, but by commits; unless another thread is changing something.
     *
     * @return whether it ran
     */
    public final boolean tryExclusively(Runnable action) {
        if (latches == null) {
            action.run();
            return true;
        }
        if (!latches.tryLockAll()) {
            return false;
        }
        try {
            action.run();
            return true;
        } finally {
            latches.unlockAll();
        }
    }

    /** Counts the entries: those that no open block has made; of a tree for one thread, what that sees. */
    public final long count() {
        EpochSections.enter();
        try {
            return nodes.root() == Reference.NULL ? 0 : nodes.count(nodes.root(), concurrent ? null : heap.fa(), 0);
        } finally {
            EpochSections.exit();
        }
    }
}
