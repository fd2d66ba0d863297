package org.jnvm.pdt;

import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jnvm.HeapFormatException;
import org.jnvm.runtime.CellTable;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.Helpers;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.CellVisitor;
import org.jnvm.spi.Proxy;

/**
 * Builds the mirror of a collection from its cells: of a large one in several threads, which take ranges of cell blocks
 * in turn.
 *
 * <p><b>What helpers do.</b> They make nodes whose keys are strings or arrays of primitives. Anything else, and what
 * throws, they leave to the calling thread, which does it when they have ended. So the program's code (of keys of its
 * own classes) runs in the thread that asked for the collection, and cannot wait for what that thread has half done;
 * and every exception arises there as if it had been alone.
 *
 * <p><b>Where nodes go.</b> Into a concurrent mirror by the thread that made them, into another one by the calling
 * thread. Those of a sorted one are sorted first: a tree is made of them in linear time, and a skip list is many times
 * faster filled in order.
 *
 * <p>Besides the mirror this takes a few bytes for each entry, which are garbage afterwards.
 */
final class MirrorLoad implements CellVisitor {
    /** Cell blocks that a thread takes at a time: up to 1856 cells, less than a millisecond's work. */
    private static final int RANGE = 64;
    /** Of collections with fewer cell blocks, some 7400 cells, the time does not pay for another thread. */
    private static final int MANY = 256;

    private final Proxy owner;
    private final Map<Object, Node> mirror;
    private final boolean pairs;
    private final boolean concurrent;
    private final boolean sorted;

    private CellTable cells;
    private long[] blocks = new long[1];
    private int blockCount;
    private int inUse;

    private final AtomicInteger nextRange = new AtomicInteger();
    private volatile boolean failed;
    /** What helpers made that the calling thread is to put into the mirror. */
    private final Queue<NodeShare> made = new ConcurrentLinkedQueue<>();
    /** Cells that are left to the calling thread. */
    private final Queue<long[]> left = new ConcurrentLinkedQueue<>();
    /** Nodes whose key was freed, and set to null by recovery. */
    private final Map<Node, Node> keyless = new HashMap<>();

    /**
     * Makes ready for the cells.
     *
     * @param mirror is empty
     * @param pairs whether a cell leads to a pair, or to an element
     */
    MirrorLoad(Proxy owner, Map<Object, Node> mirror, boolean pairs) {
        this.owner = owner;
        this.mirror = mirror;
        this.pairs = pairs;
        concurrent = mirror instanceof ConcurrentMap;
        sorted = mirror instanceof SortedMap;
    }

    @Override
    public void visit(long cell, long ref) {
        inUse++;
    }

    @Override
    public void visitBlock(long block) {
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, blockCount * 2);
        }
        blocks[blockCount++] = block;
    }

    /**
     * Builds the mirror.
     *
     * @param table the cells, which this has visited
     * @return the nodes without a key, which are not in the mirror
     */
    Collection<Node> run(CellTable table) {
        cells = table;
        if (blockCount >= MANY) {
            share(
                    Transactions.inFa(owner)
                            ? 0
                            : blockCount / RANGE); // a helper would not see what the block has changed
        } else {
            long[] range = new long[CellTable.CELLS_PER_BLOCK];
            for (int i = 0; i < blockCount; i++) {
                load(range, 0, cells.cellsInUse(blocks[i], range, 0));
            }
        }
        return keyless.keySet();
    }

    // ---- the calling thread, by itself ----

    private void load(long[] which, int from, int to) {
        for (int i = from; i < to; i++) {
            load(which[i]);
        }
    }

    private void load(long cell) {
        Object found = cells.get(cell);
        if (pairs && !(found instanceof Pair)) {
            throw damaged("cell of a map leads to no pair", cell, found);
        }
        Object key = pairs ? ((Pair) found).storedKey(cells) : found;
        Node node = node(cell, found, key);
        if (key == null) {
            requireNew(keyless.put(node, node), node);
        } else {
            insert(node);
        }
    }

    private Node node(long cell, Object found, Object key) {
        Node node = pairs ? (Pair) found : new Element();
        node.attach(cell, key, key == null ? 0 : key.hashCode());
        return node;
    }

    private void insert(Node node) {
        try {
            requireNew(mirror.put(node, node), node);
        } catch (ClassCastException e) {
            throw unordered(node, e);
        }
    }

    private void requireNew(Node twin, Node node) {
        if (twin != null) {
            throw damaged(
                    "two cells of a " + (pairs ? "map lead to one pair" : "set lead to one element"),
                    node.cell(),
                    node.stored());
        }
    }

    private HeapFormatException unordered(Node node, ClassCastException e) {
        return damaged("keys have no order (" + e.getMessage() + ")", node.cell(), node.stored());
    }

    private HeapFormatException damaged(String what, long cell, Object found) {
        String where = "cell=0x" + Long.toHexString(cell) + ", found=" + Identity.describe((Proxy) found);
        return FieldAccess.damaged(
                owner, what, where); // says that it was freed, if another thread has freed it meanwhile
    }

    // ---- several threads ----

    private void share(int helpers) {
        if (!sorted) {
            mirror.putAll(new Announced(inUse));
        }
        Helpers.run(helpers, new Part(false), () -> new Part(true).run(), () -> failed = true);
        if (sorted && !concurrent) {
            plant();
        } else {
            drain();
        }
        for (long[] rest = left.poll(); rest != null; rest = left.poll()) {
            load(rest, 0, rest.length);
        }
    }

    /** What one thread does. */
    private final class Part implements Runnable {
        private final boolean helper;
        private final long[] range = new long[RANGE * CellTable.CELLS_PER_BLOCK];
        /** The cells of the range that nothing was done about yet. */
        private int from;

        private int to;
        /** What no other thread has of what this one made. */
        private NodeShare share = new NodeShare(range.length);

        private Part(boolean helper) {
            this.helper = helper;
        }

        @Override
        public void run() {
            try {
                work();
            } catch (RuntimeException | Error e) {
                if (!helper) {
                    throw e;
                }
                giveUp(); // the calling thread meets it again
            }
        }

        private void work() {
            while (take()) {
                fill();
                if (!sorted) {
                    deliver();
                }
            }
            if (sorted) {
                if (concurrent) {
                    share.sort(MirrorLoad.this::compare);
                }
                deliver();
            }
        }

        private boolean take() {
            from = 0;
            to = 0;
            int block = failed ? blockCount : nextRange.getAndAdd(RANGE);
            int end = Math.min(block + RANGE, blockCount);
            for (int i = block; i < end; i++) {
                to = cells.cellsInUse(blocks[i], range, to);
            }
            return block < blockCount;
        }

        /** Makes nodes of the range, but of the cells that are left to the calling thread. */
        private void fill() {
            int others = 0;
            try {
                Epochs.enterRead();
                try {
                    for (; from < to; from++) {
                        Node node = plain(range[from]);
                        if (node != null) {
                            share.add(node);
                        } else {
                            range[others++] = range[from];
                        }
                    }
                } finally {
                    Epochs.exitRead();
                }
            } finally {
                leave(0, others); // also if the stack is too short for the end of the section
            }
        }

        private Node plain(long cell) {
            Object found = cells.getPlain(cell);
            Object key = !pairs ? found : found instanceof Pair pair ? pair.plainKey() : null;
            return key == null ? null : node(cell, found, key);
        }

        private void deliver() {
            if (concurrent || !helper && !sorted) {
                while (share.size() > 0) {
                    insert(share.last());
                    share.removeLast();
                }
            } else {
                made.add(share);
                share = new NodeShare(range.length);
            }
            if (!helper && !sorted) {
                drain();
            }
        }

        private void giveUp() {
            leave(from, to);
            long[] mine = new long[share.size()];
            for (int i = 0; i < mine.length; i++) {
                mine[i] = share.get(i).cell();
            }
            left.add(mine);
        }

        private void leave(int begin, int end) {
            if (begin < end) {
                left.add(Arrays.copyOfRange(range, begin, end));
            }
        }
    }

    /** Puts what helpers of an unsorted collection have made into the mirror. */
    private void drain() {
        for (NodeShare share = made.poll(); share != null; share = made.poll()) {
            for (int i = 0; i < share.size(); i++) {
                insert(share.get(i));
            }
        }
    }

    /** Makes the tree of what all threads have made. */
    private void plant() {
        NodeShare all = new NodeShare(Math.max(inUse, 1));
        for (NodeShare share = made.poll(); share != null; share = made.poll()) {
            all.addAll(share);
        }
        all.sort(this::compare);
        for (int i = 1; i < all.size(); i++) {
            requireNew(all.get(i).equals(all.get(i - 1)) ? all.get(i) : null, all.get(i)); // else putAll takes both
        }
        mirror.putAll(new SortedShare(all));
    }

    private int compare(Object one, Object other) {
        try {
            return Probe.ORDER.compare(one, other);
        } catch (ClassCastException e) {
            throw unordered((Node) one, e);
        }
    }

    /** Has no entries but says that it has: {@code putAll} of the hash maps makes room for them, once. */
    private static final class Announced extends AbstractMap<Object, Node> {
        private final int size;

        private Announced(int size) {
            this.size = size;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Set<Entry<Object, Node>> entrySet() {
            return Set.of();
        }
    }
}
