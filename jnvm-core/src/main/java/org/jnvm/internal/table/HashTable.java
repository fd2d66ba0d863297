package org.jnvm.internal.table;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectReader;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.Texts;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.ShortWait;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * A hash table in the heap, which a field of a collection leads to: finds entries, stores and removes them, and grows. See {@link
 * TableLayout} for its bytes. An entry is named by the heap offset of its value.
 *
 * <p>Nothing of it is on the Java heap but a {@link Segment} for some 500 entries, which is made when it is first needed. So the first
 * look-up after opening takes as long as any other.
 *
 * <p>Readers take no lock and see nothing that is not durable. Who changes something keeps others from changing the same segment:
 * see {@link #lock}. In a failure-atomic block values are words of the log; the key of a new entry is stored at
 * once, in a place that no value makes an entry before the commit.
 */
public abstract class HashTable {
    /** Blocks of a full segment: 16 KiB. */
    private static final int FULL_BLOCKS = 64;

    /** Looks at a key that was freed before the reader takes it for what the program did wrong. */
    private static final int STALE_TRIES = 100;

    /** Where {@link #snapshot} ends. */
    public static final long END = 1L << Integer.SIZE;

    private final PersistentHeap heap;
    private final ObjectSpace space;
    /** Whether threads that read do not keep out ones that change. */
    private final boolean concurrent;
    /** Whether what is stored may not be durable yet. */
    private final boolean fencesCost;

    private final Segments segments;
    private final Places places;
    private final Growth growth;

    /** Null if one thread uses the table. */
    private final @Nullable Stripes stripes;

    /**
     * Attaches to a table.
     *
     * @param owner the collection
     * @param off the offset of the field that leads to the table
     * @param concurrent whether several threads use it
     */
    protected HashTable(Proxy owner, int off, boolean concurrent) {
        this(owner, off, concurrent, FULL_BLOCKS);
    }

    /**
     * Attaches to a table whose segments are of another size; for tests.
     *
     * @param fullBlocks the blocks of a segment, a power of 4
     */
    protected HashTable(Proxy owner, int off, boolean concurrent, int fullBlocks) {
        this.heap = PersistentHeap.of(owner);
        this.space = heap.space();
        this.concurrent = concurrent;
        this.fencesCost = space.file().state().fencesCost();
        long field = Reference.offset(owner.$jnvm$ref()) + off;
        this.segments = new Segments(space, field);
        this.places = new Places(heap);
        this.growth = new Growth(heap, segments, places, field, fullBlocks);
        this.stripes = concurrent ? new Stripes(segments) : null;
    }

    /** Tells whether a key, in an epoch-protected section, is the one that is wanted. */
    protected abstract boolean isKey(long key, Object wanted);

    /** Returns the hash code of a key. */
    protected abstract int hashCodeOf(long key);

    /** Makes the table anew if a tool has copied it, and the hash codes may be others; to be called first, by one thread. */
    public final void refresh() {
        if (segments.areCopied()) {
            heap.maintain(() -> growth.rehash(key -> hash(hashCodeOf(key))));
        }
    }

    // ---- locks ----

    /**
     * Keeps other threads from changing a key, and all that is in its segment. Before an epoch-protected section.
     *
     * @return what to unlock; null if one thread uses the table
     */
    public final @Nullable ReentrantLock lock(int hash) {
        return stripes == null ? null : stripes.lock(hash);
    }

    /**
     * Lets the table grow if it has become too full, shrink if much was removed; called after a change, when its lock is given
     * back.
     */
    public final void resize() {
        if (growth.isCrowded()) {
            if (stripes == null) {
                growth.split();
            } else {
                stripes.growing(growth::split);
            }
        } else if (growth.isSparse()) {
            if (stripes == null) {
                growth.merge();
            } else {
                stripes.tryShrinking(growth::merge);
            }
        }
    }

    // ---- look-up ----

    /**
     * Returns the value of a key as the calling thread sees it, {@link Reference#NULL} if there is none. In an epoch-protected
     * section.
     *
     * @param hash the {@linkplain #hash hash} of the key
     * @param wanted the key
     */
    public final long get(int hash, Object wanted) {
        return get(hash, wanted, ObjectReader.HEADER);
    }

    /** Like {@link #get}, of a value whose contents will be read next. */
    public final long getContent(int hash, Object wanted) {
        return get(hash, wanted, ObjectReader.BLOCK);
    }

    /** Tells whether the calling thread sees a key; in an epoch-protected section. */
    public final boolean contains(int hash, Object wanted) {
        return get(hash, wanted, ObjectReader.NOTHING) != Reference.NULL;
    }

    private long get(int hash, Object wanted, int fetched) {
        return look(hash, wanted, fetched, false);
    }

    /**
     * Returns the entry of a key as the calling thread sees it, 0 if there is none; in an epoch-protected section. It may be
     * moved, or another key's, at once.
     */
    public final long locate(int hash, Object wanted) {
        return look(hash, wanted, ObjectReader.NOTHING, true);
    }

    /** Returns the entry of a key, or its value; {@link Reference#NULL}, which is 0, if there is none. */
    private long look(int hash, Object wanted, int fetched, boolean asEntry) {
        Transaction transaction = heap.fa();
        for (int tries = 1; ; tries++) {
            Directory known = segments.directory();
            if (known.count == 0) {
                return Reference.NULL;
            }
            Segment head = segments.segment(known, known.number(hash));
            if (head == null) {
                continue; // the table was made smaller
            }
            if (!concurrent) {
                long entry = find(head, hash, wanted, transaction, fetched);
                return entry == 0 || asEntry ? entry : value(space.chunk(entry), entry, transaction);
            }
            int version = head.version();
            if ((version & 1) == 0 && segments.is(known)) {
                try {
                    long entry = find(head, hash, wanted, transaction, fetched);
                    long found = entry == 0 || asEntry ? entry : durable(head, entry, transaction);
                    VarHandle.loadLoadFence();
                    if (head.version() == version) {
                        return found;
                    }
                } catch (StaleObjectException e) {
                    if (tries >= STALE_TRIES) { // else the entry was removed while its key was looked at, maybe
                        throw e;
                    }
                }
            }
            ShortWait.pause(tries);
        }
    }

    /** Returns the value of an entry, which may be in another chunk than the head of its segments. */
    private static long value(MappedChunk chunk, long entry, Transaction transaction) {
        return transaction == null
                ? chunk.loadLongAcquire(entry)
                : transaction.memory().readWord(entry);
    }

    private long durable(Segment head, long entry, Transaction transaction) {
        if (transaction != null) {
            long value =
                    transaction.memory().readWord(entry); // first: it locks the entry, if the transaction does that
            if (transaction.memory().hasWord(entry)) {
                return value;
            }
        }
        MappedChunk chunk = space.chunk(entry);
        return fencesCost ? head.durableValue(chunk, entry) : chunk.loadLongAcquire(entry);
    }

    /**
     * Finds an entry in a segment and those behind it.
     *
     * @return the entry, whose value may be null by now; 0 if there is none
     */
    private long find(Segment head, int hash, Object wanted, Transaction transaction, int fetched) {
        return transaction == null
                ? findDurable(head, hash, wanted, fetched)
                : findInBlock(head, hash, wanted, transaction);
    }

    /**
     * Finds an entry outside of blocks. Which of the entries of a line has the hash is no branch: the processor would guess
     * wrong for two of three keys, and begin to fetch key and value late.
     */
    private long findDurable(Segment head, int hash, Object wanted, int fetched) {
        for (Segment segment = head; segment != null; segment = segment.next()) {
            MappedChunk chunk = segment.chunk;
            int home = segment.line(hash);
            int line = home;
            do {
                long at = segment.at(line);
                long two = chunk.loadLong(at);
                long third = chunk.loadLong(at + Long.BYTES);
                int candidates = isZero((int) two ^ hash)
                        | isZero((int) (two >>> Integer.SIZE) ^ hash) << 1
                        | isZero((int) third ^ hash) << 2;
                for (; candidates != 0; candidates &= candidates - 1) {
                    long entry = at
                            + TableLayout.VALUES_OFFSET
                            + (long) Integer.numberOfTrailingZeros(candidates) * TableLayout.ENTRY_BYTES;
                    long value = chunk.loadLongAcquire(entry);
                    if (value != Reference.NULL && isEntry(chunk, entry, value, wanted, fetched)) {
                        return entry;
                    }
                }
                if ((third >>> 32 & TableLayout.OVERFLOWED) == 0) {
                    break;
                }
                line = segment.after(line);
            } while (line != home);
        }
        return 0;
    }

    /** Returns 1 for 0, and 0 for any other number. */
    private static int isZero(int number) {
        return (number | -number) >>> 31 ^ 1;
    }

    /**
     * Compares with the key of an entry. In a method of few bytecodes: else the compiler, which sees it seldom run while a table
     * is filled, would leave a call here in all look-ups.
     */
    private boolean isEntry(MappedChunk chunk, long entry, long value, Object wanted, int fetched) {
        space.fetch(value, fetched); // while the key is compared: both are far away, and neither waits for the other
        return isWanted(chunk.loadLong(Segment.keyOf(entry)), wanted);
    }

    private long findInBlock(Segment head, int hash, Object wanted, Transaction transaction) {
        for (Segment segment = head; segment != null; segment = segment.next()) {
            MappedChunk chunk = segment.chunk;
            int home = segment.line(hash);
            int line = home;
            do {
                long at = segment.at(line);
                for (int i = 0; i < TableLayout.LINE_ENTRIES; i++) {
                    long entry = at + TableLayout.VALUES_OFFSET + (long) i * TableLayout.ENTRY_BYTES;
                    if (chunk.loadInt(at + (long) i * Integer.BYTES) == hash
                            && isEntry(chunk, entry, wanted, transaction)) {
                        return entry;
                    }
                }
                if ((chunk.loadInt(at + TableLayout.FLAGS_OFFSET) & TableLayout.OVERFLOWED) == 0) {
                    break;
                }
                line = segment.after(line);
            } while (line != home);
        }
        return 0;
    }

    /** A key that is looked for by what it is. */
    public record KeyRef(long ref) {}

    private boolean isWanted(long key, Object wanted) {
        if (key == Reference.NULL) {
            return false;
        }
        if (wanted instanceof String text) {
            return Texts.equal(space, key, text);
        }
        if (wanted instanceof KeyRef other) {
            return other.ref() == key;
        }
        return wanted instanceof Proxy proxy && proxy.$jnvm$ref() == key && PersistentHeap.of(proxy) == heap
                || isKey(key, wanted);
    }

    private boolean isEntry(MappedChunk chunk, long entry, Object wanted, Transaction transaction) {
        long value = transaction.memory().hasWord(entry)
                ? transaction.memory().readWord(entry)
                : chunk.loadLongAcquire(entry);
        return value != Reference.NULL && isWanted(key(chunk, entry, transaction), wanted);
    }

    /** Returns the key of an entry as a thread sees it. */
    private static long key(MappedChunk chunk, long entry, Transaction transaction) {
        long at = Segment.keyOf(entry);
        return transaction != null && transaction.memory().hasWord(at)
                ? transaction.memory().readWord(at)
                : chunk.loadLong(at);
    }

    // ---- change; by whoever has the lock of the key ----

    /**
     * Finds the entry of a key that is about to be changed, in an epoch-protected section.
     *
     * @return the entry, whose value the calling thread sees; 0 if there is none
     * @throws org.jnvm.ConflictException if another thread's open block has made an entry of the key
     */
    public final long find(int hash, Object wanted) {
        Directory known = segments.directory();
        if (known.count == 0) {
            return 0;
        }
        Segment head = segments.segment(known, known.number(hash));
        Transaction transaction = heap.fa();
        while (true) {
            boolean guarded = heap.guardsChanges(); // first: a commit may end meanwhile
            VarHandle.acquireFence();
            long entry = find(head, hash, wanted, transaction, ObjectReader.HEADER);
            if (entry != 0 || !guarded || !isCommitted(head, hash, wanted, transaction)) {
                return entry;
            }
        }
    }

    /**
     * Refuses a key if another thread's open block has made an entry of it; tells whether such an entry was committed since it
     * was looked at, maybe of that key. A commit stores the value, and then gives up the write lock.
     */
    private boolean isCommitted(Segment head, int hash, Object wanted, Transaction transaction) {
        for (Segment segment = head; segment != null; segment = segment.next()) {
            int home = segment.line(hash);
            int line = home;
            do {
                long at = segment.at(line);
                for (long entry = at + TableLayout.VALUES_OFFSET;
                        entry < at + TableLayout.LINE_BYTES;
                        entry += TableLayout.ENTRY_BYTES) {
                    if (segment.chunk.loadInt(Segment.hashOf(entry)) != hash
                            || segment.chunk.loadLong(entry) != Reference.NULL
                            || transaction != null && transaction.memory().hasWord(entry)) {
                        continue;
                    }
                    if (!heap.transactions().isLocked(entry)) {
                        VarHandle.acquireFence();
                        if (segment.chunk.loadLongAcquire(entry) != Reference.NULL) {
                            return true;
                        }
                    } else if (isKeyInFlight(segment.chunk.loadLong(Segment.keyOf(entry)), wanted)) {
                        if (transaction == null) {
                            heap.beforeChange(entry);
                        } else {
                            transaction.memory().lockWord(entry);
                        }
                        if (segment.chunk.loadLongAcquire(entry) != Reference.NULL) {
                            return true; // the other block has just ended
                        }
                    }
                }
                if ((segment.chunk.loadInt(at + TableLayout.FLAGS_OFFSET) & TableLayout.OVERFLOWED) == 0) {
                    break;
                }
                line = segment.after(line);
            } while (line != home);
        }
        return false;
    }

    private boolean isKeyInFlight(long key, Object wanted) {
        try {
            return key != Reference.NULL && isWanted(key, wanted);
        } catch (StaleObjectException e) {
            return false; // the block was undone just now, and took its key back
        }
    }

    /** Returns a number that is another one when entries have been moved to other segments since. */
    public final long layout() {
        return segments.changes();
    }

    /**
     * Tells whether an entry that was found before is still that of its key, as the calling thread sees it.
     *
     * @param layout what {@link #layout} returned then
     * @param entry the entry
     * @param key its key
     */
    public final boolean isEntry(long layout, long entry, long key) {
        return segments.changes() == layout && key(entry) == key && value(entry) != Reference.NULL;
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
        return key(space.chunk(entry), entry, heap.fa());
    }

    /**
     * Stores another value; durable when this returns, or at the commit of the open block. What the value leads to is validated
     * first.
     *
     * @param hash the hash of the key
     * @param entry the entry of the key
     * @param value the value; {@link Reference#NULL} to remove the entry
     */
    // persist-order: [value] < pfence < [entry.value] < psync   (in ReferenceSlots.write)
    //   crash before psync: the value before or the new one, as the store is one aligned word; null means that the
    // entry is gone
    //   readers see the value before until psync
    public final void store(int hash, long entry, long value) {
        long before;
        long key;
        try {
            before = value(entry);
            key = value == Reference.NULL ? key(entry) : Reference.NULL;
        } catch (InternalError e) {
            throw heap.poison(e);
        }
        storeOpen(hash, entry, value);
        heap.references().release(before);
        heap.references().release(key);
    }

    private void storeOpen(int hash, long entry, long value) {
        Directory known = segments.directory();
        Segment head = segments.segment(known, known.number(hash));
        if (value == Reference.NULL) {
            growth.removing(head);
            heap.dropping(space.load(Segment.keyOf(entry)));
        }
        if (heap.fa() != null) {
            heap.slots().write(entry, entry, value);
            return;
        }
        if (concurrent && fencesCost) {
            head.beginStore(entry, space.load(entry));
            try {
                heap.slots().write(entry, entry, value);
            } finally {
                head.durable();
            }
        } else {
            heap.slots().write(entry, entry, value);
        }
        if (value == Reference.NULL && head.used != Segment.UNKNOWN) {
            head.used--;
        }
    }

    /**
     * Adds an entry; durable when this returns, or at the commit of the open block. What key and value lead to is validated
     * first.
     *
     * @param hash the hash of a key that is not there
     * @param wanted what finds the key
     * @param key the key
     * @param value its value, not null
     * @throws org.jnvm.HeapFullException if there is no room; the table is as it was
     */
    // persist-order: [key, value, and what they lead to; flags of lines] < pfence < [entry.value] < psync
    //   entry.key and entry.hash are in the line of entry.value, and stored before it
    //   crash before psync: there is an entry, whole, or none, as one whose value is null is none
    //   in a failure-atomic block: value, key and hash are in the record; the flags are durable before, by a fence of
    // their own
    public final void insert(int hash, Object wanted, long key, long value) {
        heap.enterOperation();
        try {
            Transaction transaction = heap.fa();
            long removed = transaction == null ? 0 : removedHere(hash, wanted, transaction);
            if (removed == 0) {
                insertOpen(hash, key, value);
            } else {
                replaceRemoved(removed, key, value, transaction);
            }
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    /**
     * Returns the entry of a key that the open block has removed and others still see; 0 if there is none. The key is put there
     * again: readers would find it in neither of two places while the commit is applied.
     */
    private long removedHere(int hash, Object wanted, Transaction transaction) {
        Directory known = segments.directory();
        if (known.count == 0) {
            return 0;
        }
        boolean before = transaction.memory().readFreed(true); // the key may be freed already
        try {
            for (Segment segment = segments.segment(known, known.number(hash));
                    segment != null;
                    segment = segment.next()) {
                long removed = removedHere(segment, hash, wanted, transaction);
                if (removed != 0) {
                    return removed;
                }
            }
            return 0;
        } finally {
            transaction.memory().readFreed(before);
        }
    }

    private long removedHere(Segment segment, int hash, Object wanted, Transaction transaction) {
        MappedChunk chunk = segment.chunk;
        int home = segment.line(hash);
        int line = home;
        do {
            long at = segment.at(line);
            for (long entry = at + TableLayout.VALUES_OFFSET;
                    entry < at + TableLayout.LINE_BYTES;
                    entry += TableLayout.ENTRY_BYTES) {
                if (chunk.loadInt(Segment.hashOf(entry)) == hash
                        && chunk.loadLong(entry) != Reference.NULL
                        && transaction.memory().hasWord(entry)
                        && transaction.memory().readWord(entry) == Reference.NULL
                        && isWanted(key(chunk, entry, transaction), wanted)) {
                    return entry;
                }
            }
            if ((chunk.loadInt(at + TableLayout.FLAGS_OFFSET) & TableLayout.OVERFLOWED) == 0) {
                return 0;
            }
            line = segment.after(line);
        } while (line != home);
        return 0;
    }

    private void replaceRemoved(long entry, long key, long value, Transaction transaction) {
        heap.slots().prepareStore(null, key);
        heap.slots().prepareStore(null, value);
        transaction.memory().writeWord(entry, value);
        transaction.memory().storeLater(Segment.keyOf(entry), key);
    }

    private void insertOpen(int hash, long key, long value) {
        Transaction transaction = heap.fa();
        Segment head = growth.roomFor(hash);
        long entry = places.free(head, hash);
        if (transaction == null) {
            heap.beforeChange(entry);
            places.place(head, entry, hash, key);
            heap.slots().insert(entry, key, value, () -> {
                if (concurrent && fencesCost) {
                    head.beginStore(entry, Reference.NULL);
                }
            });
            head.durable();
        } else {
            transaction.memory().lockWord(entry);
            int hashBefore = space.chunk(entry).loadInt(Segment.hashOf(entry));
            transaction.onUndo(() -> places.clear(entry, hashBefore)); // so that nothing is left of it
            places.place(head, entry, hash, key);
            heap.slots().prepareStore(null, key);
            heap.slots().prepareStore(null, value);
            transaction.memory().writeWord(entry, value);
            transaction.memory().stored(Segment.keyOf(entry), key);
            transaction.memory().storedInt(Segment.hashOf(entry), hash);
        }
        if (head.used != Segment.UNKNOWN) {
            head.used++; // also of a block that is undone: it is an estimate
        }
    }

    // ---- new collections ----

    /**
     * Makes room for entries that are going to be added to a new collection, which is not valid yet.
     *
     * @param entries how many
     */
    public final void reserve(int entries) {
        heap.operate(() -> {
            if (segments.directory().count == 0 && entries > 0) {
                growth.addFirst(Growth.linesFor(entries), true);
            }
        });
    }

    /**
     * Adds an entry to a new collection, which is not valid yet, and which nobody else sees: without a fence. In a
     * failure-atomic block the collection was made in the innermost one, with which this is undone.
     *
     * @param hash the hash of a key that is not there
     * @param key the key
     * @param value its value, not null
     */
    // persist-order: none: whatever makes the collection reachable writes back and validates its segments, keys and
    // values
    public final void initialise(int hash, long key, long value) {
        heap.operate(() -> {
            Segment head = segments.directory().count == 0
                    ? growth.addFirst(TableLayout.LEAST_LINES, true)
                    : segments.segment(segments.directory(), 0);
            if (head.used == Segment.UNKNOWN) {
                head.used = places.occupied(head);
            }
            if (head.used >= head.capacity()) {
                growth.append(head, true);
            }
            long entry = places.free(head, hash);
            places.place(head, entry, hash, key);
            space.chunk(entry).storeLong(entry, value);
            head.used++;
        });
    }

    // ---- all entries ----

    /**
     * Runs something while nothing is changed, but by commits; unless another thread is changing something. It waits for none,
     * as the caller may be in the middle of a change itself.
     *
     * @return whether it ran
     */
    public final boolean tryExclusively(Runnable action) {
        if (stripes != null) {
            return stripes.tryExclusively(action);
        }
        action.run();
        return true;
    }

    /** Counts the entries: those that no open block has made; of a table for one thread, what that sees. */
    public final long count() {
        Directory known = segments.directory();
        Transaction transaction = concurrent ? null : heap.fa();
        long[] count = {0};
        for (int i = 0; i < known.count; i++) {
            int number = i;
            Segment head = segments.segment(known, i);
            if (head == null) {
                break; // the table has become smaller; who wants to know exactly keeps that from happening
            }
            head.forEach((segment, entry) -> {
                boolean there = transaction != null && transaction.memory().hasWord(entry)
                        ? transaction.memory().readWord(entry) != Reference.NULL
                        : segment.chunk.loadLong(entry) != Reference.NULL;
                if (there
                        && segment.chunk.loadLong(Segment.keyOf(entry)) != Reference.NULL
                        && known.number(segment.chunk.loadInt(Segment.hashOf(entry))) == number) {
                    count[0]++;
                }
            });
        }
        return count[0];
    }

    /** Returns how many segments there are. */
    public final int segments() {
        return segments.directory().count;
    }

    /**
     * Adds the entries of a segment to a list, as the calling thread sees them: key and hash of each. In an epoch-protected
     * section. A table is gone through by beginning with 0, and going on with what this returns, up to {@link #END}: then each
     * entry that is there all the time comes once, however the table grows and shrinks meanwhile.
     *
     * <p>The entries come in the order of their hashes with the bits reversed, a segment at a time: in whatever segment one is, it
     * is behind those that came already.
     *
     * @param from a hash with its bits reversed
     * @param entries the list
     * @return where to go on
     */
    public final long snapshot(long from, Entries entries) {
        int start = entries.size();
        for (int tries = 0; ; tries++) {
            Directory known = segments.directory();
            if (known.count == 0) {
                return END;
            }
            int number = known.number(Integer.reverse((int) from));
            Segment head = segments.segment(known, number);
            if (head != null && snapshot(known, number, head, from, entries) && segments.is(known)) {
                long range = 1L << Integer.SIZE - known.bits(number);
                return (from & -range) + range;
            }
            entries.truncate(start);
            ShortWait.pause(tries);
        }
    }

    private boolean snapshot(Directory known, int number, Segment head, long from, Entries entries) {
        int version = head.version();
        if (concurrent && (version & 1) != 0) {
            return false;
        }
        add(known, number, head, from, entries);
        VarHandle.loadLoadFence();
        return !concurrent || head.version() == version;
    }

    private void add(Directory known, int number, Segment head, long from, Entries entries) {
        Transaction transaction = heap.fa();
        head.forEach((segment, entry) -> {
            if (segment.chunk.loadLong(entry) == Reference.NULL
                    && (transaction == null || !transaction.memory().hasWord(entry))) {
                return;
            }
            long value = concurrent ? durable(head, entry, transaction) : value(segment.chunk, entry, transaction);
            long key = key(segment.chunk, entry, transaction);
            int hash = segment.chunk.loadInt(Segment.hashOf(entry));
            if (value != Reference.NULL
                    && key != Reference.NULL
                    && known.number(hash) == number
                    && Integer.toUnsignedLong(Integer.reverse(hash)) >= from) {
                entries.add(key, hash);
            }
        });
    }

    /**
     * Spreads a hash code over all bits. Two hash codes have two hashes.
     *
     * @param hashCode that of the key
     */
    public static int hash(int hashCode) {
        int hash = hashCode * 0x9E37_79B9;
        return hash ^ hash >>> 15;
    }
}
