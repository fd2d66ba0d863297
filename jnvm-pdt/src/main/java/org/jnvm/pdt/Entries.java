package org.jnvm.pdt;

import java.util.AbstractMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.runtime.CellTable;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.Overlay;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/**
 * What all maps and sets consist of. The persistent part is a growing set of cells, each null or a reference:
 * of a map to a {@link Pair}, of a set to the element itself. The logic is a mirror, a volatile map of {@code
 * java.util}, which is built anew when the collection is first used after the heap was opened.
 *
 * <p><b>A plain mirror</b> is changed at once, inside failure-atomic blocks too, and put back when the block is undone.
 *
 * <p><b>A concurrent mirror</b> is read without a lock. Changes of one key exclude each other by a lock, one of several
 * that keys are spread over. What a failure-atomic block changes is a {@link Change} of the key's node until it
 * commits; another thread that changes the same key meanwhile is refused, as whichever committed last would win.
 *
 * <p>Readers see nothing that is not durable: a node is in the mirror after its cell is durable, and while a value is
 * stored the one before is shown ({@link Pair#shown}).
 */
final class Entries<K, V> {
    private static final int CELLS = 8;
    private static final int STRIPES = 16;

    private final Map<Object, Node> mirror;
    private final boolean pairs;
    /** By key; null if the program excludes changes of one another. */
    private final ReentrantLock[] locks;
    /** What open failure-atomic blocks change; null of a plain mirror. */
    private final Set<Change> inFlight;
    /**
     * How many members there are, but for those of open blocks, of a concurrent mirror; that one's own count is wrong
     * once {@link Gone} broke off one of its operations.
     */
    private final LongAdder count = new LongAdder();

    private volatile ProxyCaching caching = ProxyCaching.BASE;
    private Proxy owner;
    private Region region;
    private long place;
    private long ref;
    private CellTable cells;
    /** The thread that computes the hash code. */
    private Thread hashing;

    /**
     * Makes entries without cells; {@link #resurrect} finds them.
     *
     * @param mirror an empty map, of the kind that the collection is; a sorted one by {@link Probe#ORDER}
     * @param pairs whether a cell leads to a pair, or to an element
     */
    Entries(Map<Object, Node> mirror, boolean pairs) {
        this.mirror = mirror;
        this.pairs = pairs;
        if (mirror instanceof ConcurrentMap) {
            locks = new ReentrantLock[STRIPES];
            for (int i = 0; i < STRIPES; i++) {
                locks[i] = new ReentrantLock();
            }
            inFlight = ConcurrentHashMap.newKeySet();
        } else {
            locks = null;
            inFlight = null;
        }
    }

    /** Makes the entries of a set. */
    static <E> Entries<E, E> ofElements(Map<Object, Node> mirror) {
        return new Entries<>(mirror, false);
    }

    /** Returns the mirror of a collection that is being made. */
    Map<Object, Node> nodes() {
        return mirror;
    }

    /** Returns the mirror of a sorted collection that is being made. */
    NavigableMap<Object, Node> sortedNodes() {
        return (NavigableMap<Object, Node>) mirror;
    }

    // ---- proxy ----

    void bind(Proxy newOwner, Region newRegion, long newRef) {
        owner = newOwner;
        region = newRegion;
        place = newRegion.place(newRef);
        ref = newRef;
    }

    Region region() {
        return region;
    }

    long ref() {
        return ref;
    }

    void resurrect() {
        MirrorLoad load = new MirrorLoad(owner, mirror, pairs);
        cells = CellTable.of(owner, CELLS, load);
        Iterable<Node> keyless = load.run(cells);
        if (!Transactions.inFa(owner)) {
            for (Node node : keyless) { // nothing is dropped if the cells are damaged
                cells.set(node.cell(), null);
                discard(node);
            }
        }
        count.add(mirror.size());
    }

    // ---- look-up ----

    boolean isConcurrent() {
        return locks != null;
    }

    /** Returns the mirror; refuses a collection that was freed, or whose heap was closed. */
    Map<Object, Node> mirror() {
        require();
        return mirror;
    }

    /** Refuses a collection that was freed, or whose heap was closed. */
    void require() {
        region.getLong(place, CELLS);
    }

    int size() {
        if (locks == null) {
            return mirror().size();
        }
        require();
        long size = count.sum();
        for (Change change : inFlight) {
            size += change.isMine() ? change.difference() : 0;
        }
        return (int) Math.max(0, Math.min(size, Integer.MAX_VALUE)); // others may be changing it
    }

    @SuppressWarnings("unchecked")
    K key(Node node) {
        return (K) node.key();
    }

    /** Returns the value of a node as the calling thread sees it; of a set, the element. */
    @SuppressWarnings("unchecked")
    V value(Node node) {
        if (!(node instanceof Pair pair)) {
            return (V) node.key();
        }
        Change change = pair.change();
        if (change != null && change.isOver() && change.after() == pair && change.home() != pair) {
            return value(change.home()); // as which it went on
        }
        if (change == null || !change.isMine()) {
            Object shown = pair.shown();
            if (shown != null) {
                return (V) shown;
            }
        }
        return (V) load(pair);
    }

    private Object load(Pair pair) {
        Epochs.enterRead(); // from reading the reference to making the proxy
        try {
            require(); // a map that was freed has freed its pairs
            Object value = pair.value();
            Change change = pair.change();
            if (change != null && change.isMine()) {
                return value;
            }
            Object shown = pair.shown();
            if (shown != null) {
                return shown; // the value is not durable yet, or the pair was removed
            }
            if (caching != ProxyCaching.BASE && change == null && value != null && !Transactions.inFa(owner)) {
                keep(pair, value);
            }
            return value;
        } finally {
            Epochs.exitRead();
        }
    }

    /** Keeps the proxy of a value, unless the entry is being changed: then whoever does that decides what is shown. */
    private void keep(Pair pair, Object value) {
        if (locks == null) {
            pair.show(value);
            return;
        }
        ReentrantLock lock = lockOf(pair.hash());
        if (lock.tryLock()) {
            try {
                if (pair.change() == null && pair.shown() == null && caching != ProxyCaching.BASE) {
                    pair.show(pair.value()); // again: the value before may be the one that was read
                }
            } finally {
                lock.unlock();
            }
        }
    }

    // ---- locks ----

    private ReentrantLock lock(int hash) {
        if (locks == null) {
            return null;
        }
        ReentrantLock lock = lockOf(hash);
        lock.lock();
        return lock;
    }

    private ReentrantLock lockOf(int hash) {
        return locks[(hash ^ hash >>> 16) * 0x9E37_79B9 >>> 28];
    }

    private static void unlock(ReentrantLock lock) {
        if (lock != null) {
            lock.unlock();
        }
    }

    /** What runs under the lock of a key. */
    private interface Step<R> {
        /**
         * Runs.
         *
         * @param home the node that the mirror has of the key, or null
         */
        R run(Node home);
    }

    /** Runs a step while nobody else changes a key; refuses it if another thread's failure-atomic block changed that. */
    private <R> R exclusively(Object key, Step<R> step) {
        mirror();
        Probe probe = new Probe(key);
        return exclusively(probe.hashCode(), () -> find(mirror, probe), step);
    }

    private <R> R exclusively(int hash, Supplier<Node> finder, Step<R> step) {
        Transactions.reserveStack(); // for the lock, and for the mirror, which must follow what is stored
        for (boolean again = false; ; again = true) {
            ReentrantLock lock = lock(hash);
            try {
                Epochs.enterRead();
                try {
                    Node found = finder.get();
                    Change change = found == null ? null : found.change();
                    if (change == null) {
                        return step.run(found);
                    }
                    if (change.isMine()) {
                        return step.run(change.home());
                    }
                    if (!change.isOver() && (again || !change.isAbandoned())) {
                        throw new FailureAtomicException(
                                "another thread's failure-atomic block changed the entry: heap="
                                        + owner.heap().path() + ", collection=" + Identity.describe(owner) + ", key="
                                        + found.key() + ", thread=" + change.threadName()
                                        + "; hold a lock until the block has ended");
                    }
                } finally {
                    Epochs.exitRead();
                }
            } finally {
                unlock(lock); // also if the stack is too short for the end of the section
            }
            Transactions.abortAbandoned();
        }
    }

    // ---- the mirror ----

    /**
     * Finds the node of a key, in a read section.
     *
     * @param nodes the mirror, or a range of it
     */
    static Node find(Map<Object, Node> nodes, Probe probe) {
        while (true) {
            try {
                return nodes.get(probe);
            } catch (Gone e) {
                // another thread removed a node on the way
            }
        }
    }

    /** Adds a node to the mirror. What broke off may have been done: doing it again is no harm. */
    private void link(Node node) {
        while (true) {
            try {
                mirror.put(node, node);
                return;
            } catch (Gone e) {
                // another thread removed a node on the way
            }
        }
    }

    /** Removes a node from the mirror; see {@link #link}. */
    private void unlink(Node node) {
        while (true) {
            try {
                unlink(mirror, node);
                return;
            } catch (Gone e) {
                // another thread removed a node on the way
            }
        }
    }

    /** Equal to one node only, as a value that a mirror has. */
    private record This(Node node) {
        @Override
        public boolean equals(Object other) {
            return other == node;
        }

        @Override
        public int hashCode() {
            return node.hashCode();
        }
    }

    /**
     * Removes this very node, if it is there still: an element that was removed may have been added again, and its two
     * nodes are equal.
     *
     * @param nodes the mirror, or a range of it
     */
    static void unlink(Map<Object, Node> nodes, Node node) {
        if (nodes instanceof ConcurrentMap) {
            nodes.remove(node, new This(node));
        } else {
            nodes.remove(node);
        }
    }

    // ---- change ----

    void requireMember(Object candidate, String what) {
        Members.require(owner, Objects.requireNonNull(candidate, what));
    }

    /** Associates a key with a value; the key stays if it was there. Returns the value before, or null. */
    V put(K key, V value) {
        requireMember(key, "key");
        requireMember(value, "value");
        return exclusively(key, home -> {
            Node node = Node.seen(home);
            if (node == null) {
                insert(home, key, value);
                return null;
            }
            V before = value(node);
            store(home, node, value, before);
            return before;
        });
    }

    V putIfAbsent(K key, V value) {
        requireMember(key, "key");
        requireMember(value, "value");
        return exclusively(key, home -> {
            Node node = Node.seen(home);
            if (node == null) {
                insert(home, key, value);
                return null;
            }
            V before = value(node);
            if (before == null) { // it was freed too early, before a recovery
                store(home, node, value, null);
            }
            return before;
        });
    }

    /** Stores a value for a key that is there. Returns the value before, or null if it is not there. */
    V replace(K key, V value) {
        requireMember(value, "value");
        return exclusively(Objects.requireNonNull(key, "key"), home -> {
            Node node = Node.seen(home);
            if (node == null) {
                return null;
            }
            V before = value(node);
            store(home, node, value, before);
            return before;
        });
    }

    boolean replace(K key, Object expected, V value) {
        requireMember(value, "value");
        return exclusively(Objects.requireNonNull(key, "key"), home -> {
            Node node = Node.seen(home);
            V before = node == null ? null : value(node);
            if (before == null || !Lookup.matches(expected, before)) {
                return false;
            }
            store(home, node, value, before);
            return true;
        });
    }

    /** Removes a key; returns what was there, or null. */
    Map.Entry<K, V> take(Object key) {
        return key == null
                ? null
                : exclusively(key, home -> {
                    Node node = Node.seen(home);
                    return node == null ? null : removed(home, node);
                });
    }

    /**
     * Removes a member, unless that is done already. Its key is not read.
     *
     * @param member what the calling thread has seen of a key
     * @return what was there, or null
     */
    Map.Entry<K, V> take(Node member) {
        mirror();
        return exclusively(member.hash(), () -> current(member), home -> {
            Node node = Node.seen(home);
            return node == null ? null : removed(home, node);
        });
    }

    /** Returns the node that goes by the key of a member now; null if that was removed. */
    private static Node current(Node member) {
        Change change = member.change();
        return change == null || !change.isOver() ? member : change.seen();
    }

    private Map.Entry<K, V> removed(Node home, Node node) {
        Map.Entry<K, V> taken = new AbstractMap.SimpleImmutableEntry<>(key(node), value(node));
        remove(home, node, () -> unlink(home));
        return taken;
    }

    boolean remove(Object key, Object expected) {
        return key != null
                && expected != null
                && exclusively(key, home -> {
                    Node node = Node.seen(home);
                    if (node == null || !Lookup.matches(expected, value(node))) {
                        return false;
                    }
                    removed(home, node);
                    return true;
                });
    }

    /** Removes a node of a plain mirror, which its iterator has removed from that. */
    void removeLast(Node node) {
        remove(node, node, () -> {});
    }

    /** Like {@link Map#compute}, with the conditions of its relatives. */
    V compute(K key, boolean ifAbsent, boolean ifPresent, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(function, "function");
        return exclusively(key, found -> {
            Node node = Node.seen(found);
            V before = node == null ? null : value(node);
            if (before == null ? !ifAbsent : !ifPresent) {
                return before;
            }
            V after = function.apply(key, before);
            Node home = find(mirror, new Probe(key)); // again: the function may have changed the map
            node = Node.seen(home);
            if (after == null) {
                if (node != null) {
                    removed(home, node);
                }
            } else {
                requireMember(after, "value");
                if (node == null) {
                    requireMember(key, "key");
                    insert(home, key, after);
                } else {
                    store(home, node, after, value(node));
                }
            }
            return after;
        });
    }

    // persist-order: [key, value, pair] < pfence < [cell] < psync   (all in CellTable.set) < the node is in the mirror
    //   crash before the cell is durable: the pair is reachable from nothing, recovery takes it back
    //   crash after: the entry is there, with all that it leads to
    //   in a failure-atomic block: the cell is a word of the log, the pair becomes valid with the commit
    //   a set has the element in the place of the pair
    //   where the block removed the key before, it has a cell of its own until the commit
    private void insert(Node home, K key, V value) {
        requireOrder(key);
        long cell = cells.take();
        Node node;
        try {
            node = pairs ? new Pair(owner, key, value) : new Element();
            node.attach(cell, key, key.hashCode());
        } catch (RuntimeException | Error e) {
            cells.giveBack(cell);
            throw e;
        }
        cells.set(cell, node.stored());
        try {
            inserted(home, node, value);
        } catch (Error e) {
            throw Transactions.cutShort(owner, "insert into a collection", e);
        }
    }

    /** Lets the mirror follow an insert. */
    private void inserted(Node home, Node node, V value) {
        long cell = node.cell();
        Transactions.afterAbort(owner, () -> cells.giveBack(cell)); // not before: its claim would refuse the next owner
        if (isPending()) {
            insertPending(home, node);
            return;
        }
        if (caching != ProxyCaching.BASE && node instanceof Pair pair) {
            pair.show(value);
        }
        if (locks == null) {
            Transactions.onAbort(
                    owner, () -> unlink(node)); // first, as all that is to be undone: an error may come next
        }
        link(node);
        if (locks != null) {
            count.increment();
        }
    }

    /** Makes room for what {@link #initialise} is going to add to a new collection. */
    void prepare(int count) {
        if (!Durability.isValid(owner)) {
            cells.grow(count);
        }
    }

    /**
     * Adds an entry to a new collection, to which nothing leads yet; see {@link CellTable#grow}. If something has made it
     * valid, the entry is put as into any other.
     *
     * @return whether the key was not there; else nothing was added
     */
    boolean initialise(K key, V value) {
        if (Durability.isValid(owner)) {
            return putIfAbsent(key, value) == null;
        }
        if (holds(key)) {
            return false;
        }
        requireOrder(key);
        Node node = pairs ? new Pair(owner, key, value) : new Element();
        long cell = cells.take();
        node.attach(cell, key, key.hashCode());
        cells.initialise(cell, node.stored());
        link(node);
        count.increment();
        return true;
    }

    /** Tells whether a key that was added is found. */
    boolean holds(K key) {
        return find(mirror, new Probe(key)) != null;
    }

    /** Refuses the first key if it has no order, before anything is changed. */
    private void requireOrder(K key) {
        if (mirror instanceof SortedMap && mirror.isEmpty()) {
            Probe.order(key, key);
        }
    }

    // persist-order: see Pair.storeValue; the value before is shown until the new one is durable
    private void store(Node home, Node node, V value, V before) {
        if (!(node instanceof Pair pair)) {
            return;
        }
        if (isPending()) {
            touch(home);
            pair.storeValue(value);
            return;
        }
        Object shown = pair.shown();
        Transactions.onAbort(owner, () -> showKept(pair, shown));
        if (locks != null) {
            pair.show(before);
        }
        boolean done = false;
        try {
            pair.storeValue(value);
            done = true;
        } finally {
            boolean keeps = caching != ProxyCaching.BASE;
            pair.show(done ? keeps ? value : null : shown);
        }
    }

    // persist-order: [cell = null] < psync (both in CellTable.set) < [freed header of the pair]
    //   crash before psync: the entry is there or not, with its pair whole
    //   crash after it: the pair is reachable from nothing, whether its freed header is durable or not
    //   the pair is freed when the mirror has it no more: readers that found it before are in read sections
    //   the cell is given back last, when it is null durably: in a failure-atomic block after the commit, since until
    //   then an abort, or a replay of the log, must find no other entry in it
    private void remove(Node home, Node node, Runnable unlink) {
        boolean pending = isPending();
        if (pending) {
            touch(home);
        }
        Pair pair = node instanceof Pair found ? found : null;
        Object shown = pair == null ? null : pair.shown();
        if (!pending && pair != null) {
            pair.show(value(pair)); // for entries that the program still has
        }
        if (locks != null) {
            node.separateKey(cells);
        }
        try {
            cells.set(node.cell(), null);
        } catch (RuntimeException | Error e) {
            if (!pending && pair != null) {
                pair.show(shown);
            }
            throw e;
        }
        try {
            removed(home, node, pair, shown, unlink, pending);
        } catch (Error e) {
            throw Transactions.cutShort(owner, "removal from a collection", e);
        }
    }

    /** Lets the mirror follow a removal. */
    private void removed(Node home, Node node, Pair pair, Object shown, Runnable unlink, boolean pending) {
        if (pending) {
            change(home.change(), null);
            free(node);
            return;
        }
        if (locks == null) {
            Transactions.onAbort(owner, () -> {
                if (pair != null) {
                    showKept(pair, shown);
                }
                link(node);
            });
            unlink.run();
        } else {
            node.change(Change.REMOVED);
            unlink.run();
            node.change(Change.GONE);
            count.decrement();
        }
        discard(node);
    }

    /** Frees a pair that no cell leads to any more, and gives back its cell. */
    private void discard(Node node) {
        free(node);
        long cell = node.cell();
        Transactions.onCommit(owner, () -> cells.giveBack(cell));
    }

    private static void free(Node node) {
        if (node instanceof Pair pair) {
            pair.free();
        }
    }

    // ---- failure-atomic blocks on a concurrent mirror ----

    /** Tells whether changes are to be seen by this thread only, until its failure-atomic block commits. */
    private boolean isPending() {
        return locks != null && Transactions.inFa(owner);
    }

    /** Makes the block's change of a node, if it has none yet. */
    private void touch(Node home) {
        if (home.change() != null) {
            return;
        }
        Change change = new Change(home, home);
        Object shown = home instanceof Pair pair ? pair.shown() : null;
        Object value = home instanceof Pair pair ? value(pair) : null;
        begin(change, shown);
        if (home instanceof Pair pair) {
            pair.show(value); // what others see until the commit
        }
        home.change(change); // last: from here on others are refused, until the block ends
    }

    /** Adds a node for the block's own eyes: to the mirror, or aside if that has a node of the key, which it removed. */
    private void insertPending(Node home, Node node) {
        if (home == null) {
            Change change = new Change(node, null);
            begin(change, null);
            node.change(change);
            link(node);
            return;
        }
        Change change = home.change();
        node.change(change);
        int cellsBefore = change.cells();
        Transactions.onAbort(owner, () -> change.keepCells(cellsBefore));
        change.addCell(node.cell());
        change(change, node);
    }

    private void begin(Change change, Object shown) {
        Transactions.onAbort(owner, () -> undo(change, shown));
        inFlight.add(change);
        Transactions.overlay(owner, new Overlay() {
            @Override
            public void durable() {
                takeOut(change);
            }

            @Override
            public void applied() {
                settle(change);
            }
        });
    }

    private void change(Change change, Node after) {
        Node before = change.after();
        Transactions.onAbort(owner, () -> change.after(before));
        change.after(after);
    }

    // No lock of keys from here on: whoever changes a key leaves one alone that has a change, and the thread that
    // commits must not wait for one that waits for its commit.

    /** Takes back a change, which was never durable. */
    private void undo(Change change, Object shown) {
        change.after(change.before());
        if (change.before() == null) {
            takeOut(change);
        } else if (change.home() instanceof Pair pair) {
            showKept(pair, shown);
        }
        change.end();
        inFlight.remove(change);
    }

    /** Takes what a change removed out of the mirror, as long as its key can be compared with. */
    private void takeOut(Change change) {
        Node home = change.home();
        Node after = change.after();
        if (after != null) {
            home.key(after.key()); // an equal one
            return;
        }
        Epochs.enterRead();
        try {
            Probe.readingFreed(() -> {
                unlink(home);
                return null;
            });
        } finally {
            Epochs.exitRead();
        }
        change.unlinked();
    }

    /** Makes a change, which is durable and in memory now, one that all see. */
    private void settle(Change change) {
        Node home = change.home();
        Node after = change.after();
        if (after != null) {
            if (after != home) {
                home.become(after);
            }
            if (home instanceof Pair pair) {
                pair.show(null); // not a proxy that is to be kept, as making it may run code of the program
            }
        }
        change.end();
        change.giveBackCells(cells);
        count.add(change.difference());
        inFlight.remove(change);
    }

    // ---- proxies of values ----

    ProxyCaching caching() {
        return caching;
    }

    void caching(ProxyCaching choice) {
        Objects.requireNonNull(choice, "caching");
        if (choice == caching) {
            return;
        }
        caching = choice;
        if (choice == ProxyCaching.EAGER) {
            keepAll();
        } else if (choice == ProxyCaching.BASE) {
            dropAll();
        }
    }

    /** Keeps the proxies of all values: of what an open failure-atomic block may have changed, when that has ended. */
    private void keepAll() {
        if (caching != ProxyCaching.EAGER) {
            return;
        }
        if (Transactions.inFa(owner)) {
            Heap heap = Identity.heap(owner);
            heap.onCommit(this::keepAll);
            heap.onAbort(this::keepAll);
            return;
        }
        for (Node node : mirror().values()) {
            value(node);
        }
    }

    private void dropAll() {
        for (Node node : mirror().values()) {
            if (node instanceof Pair pair) {
                ReentrantLock lock = lock(node.hash());
                if (node.change() == null) { // else what is shown is not what the pair holds
                    pair.show(null);
                }
                unlock(lock);
            }
        }
    }

    /** Shows what was shown before a change that is undone; kept proxies only if such are kept still. */
    private void showKept(Pair pair, Object shown) {
        pair.show(caching == ProxyCaching.BASE ? null : shown);
    }

    /** Computes a hash code; refuses a collection that contains itself, which has none. */
    int hash(IntSupplier computation) {
        Thread outer = hashing;
        Members.requireNotNested(owner, outer);
        hashing = Thread.currentThread();
        try {
            return computation.getAsInt();
        } finally {
            hashing = outer;
        }
    }
}
