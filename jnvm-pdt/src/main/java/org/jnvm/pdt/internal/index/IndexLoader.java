package org.jnvm.pdt.internal.index;

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
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.Helpers;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.SlotTable;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.SlotVisitor;

/**
 * Builds the index of a collection from its slots: of a large one in several threads, which take ranges of slot blocks
 * in turn.
 *
 * <p><b>What helpers do.</b> They make nodes whose keys are strings or arrays of primitives. Anything else, and what
 * throws, they leave to the calling thread, which does it when they have ended. So the program's code (of keys of its
 * own classes) runs in the thread that asked for the collection, and cannot wait for what that thread has half done;
 * and every exception arises there as if it had been alone.
 *
 * <p><b>Where nodes go.</b> Into a concurrent index by the thread that made them, into another one by the calling
 * thread. Those of a sorted one are sorted first: a tree is made of them in linear time, and a skip list is many times
 * faster filled in order.
 *
 * <p>Besides the index this takes a few bytes for each entry, which are garbage afterwards.
 */
final class IndexLoader implements SlotVisitor {
    /** Slot blocks that a thread takes at a time: up to 1856 slots, less than a millisecond's work. */
    private static final int RANGE = 64;
    /** Of collections with fewer slot blocks, some 7400 slots, the time does not pay for another thread. */
    private static final int MANY = 256;

    private final Proxy owner;
    private final Map<Object, IndexNode> nodes;
    private final boolean ofMap;
    private final boolean concurrent;
    private final boolean sorted;

    private SlotTable slots;
    private long[] blocks = new long[1];
    private int blockCount;
    private int inUse;

    private final AtomicInteger nextRange = new AtomicInteger();
    private volatile boolean failed;
    /** What helpers made that the calling thread is to put into the index. */
    private final Queue<NodeList> made = new ConcurrentLinkedQueue<>();
    /** Slots that are left to the calling thread. */
    private final Queue<long[]> left = new ConcurrentLinkedQueue<>();
    /** Nodes whose key was freed, and set to null by recovery. */
    private final Map<IndexNode, IndexNode> keyless = new HashMap<>();

    /**
     * Makes ready for the slots.
     *
     * @param nodes is empty
     * @param ofMap whether a slot leads to an entry, or to an element
     */
    IndexLoader(Proxy owner, Map<Object, IndexNode> nodes, boolean ofMap) {
        this.owner = owner;
        this.nodes = nodes;
        this.ofMap = ofMap;
        concurrent = nodes instanceof ConcurrentMap;
        sorted = nodes instanceof SortedMap;
    }

    @Override
    public void visit(long slot, long ref) {
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
     * Builds the index.
     *
     * @param table the slots, which this has visited
     * @return the nodes without a key, which are not in the index
     */
    Collection<IndexNode> run(SlotTable table) {
        slots = table;
        if (blockCount >= MANY) {
            share(
                    Transactions.inFa(owner)
                            ? 0
                            : blockCount / RANGE); // a helper would not see what the block has changed
        } else {
            long[] range = new long[SlotTable.SLOTS_PER_ARRAY];
            for (int i = 0; i < blockCount; i++) {
                load(range, 0, slots.slotsInUse(blocks[i], range, 0));
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

    private void load(long slot) {
        Object found = slots.get(slot);
        if (ofMap && !(found instanceof MapEntry)) {
            throw damaged("slot of a map leads to no entry", slot, found);
        }
        Object key = ofMap ? ((MapEntry) found).storedKey(slots) : found;
        IndexNode node = node(slot, found, key);
        if (key == null) {
            requireNew(keyless.put(node, node), node);
        } else {
            insert(node);
        }
    }

    private IndexNode node(long slot, Object found, Object key) {
        IndexNode node = ofMap ? (MapEntry) found : new SetElement();
        node.attach(slot, key, key == null ? 0 : key.hashCode());
        return node;
    }

    private void insert(IndexNode node) {
        try {
            requireNew(nodes.put(node, node), node);
        } catch (ClassCastException e) {
            throw unordered(node, e);
        }
    }

    private void requireNew(IndexNode twin, IndexNode node) {
        if (twin != null) {
            throw damaged(
                    "two slots of a " + (ofMap ? "map lead to one entry" : "set lead to one element"),
                    node.slot(),
                    node.stored());
        }
    }

    private HeapFormatException unordered(IndexNode node, ClassCastException e) {
        return damaged("keys have no order (" + e.getMessage() + ")", node.slot(), node.stored());
    }

    private HeapFormatException damaged(String what, long slot, Object found) {
        String where = "slot=0x" + Long.toHexString(slot) + ", found=" + Identity.describe((Proxy) found);
        return FieldAccess.damaged(
                owner, what, where); // says that it was freed, if another thread has freed it meanwhile
    }

    // ---- several threads ----

    private void share(int helpers) {
        if (!sorted) {
            nodes.putAll(new Announced(inUse));
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
        private final long[] range = new long[RANGE * SlotTable.SLOTS_PER_ARRAY];
        /** The slots of the range that nothing was done about yet. */
        private int from;

        private int to;
        /** What no other thread has of what this one made. */
        private NodeList share = new NodeList(range.length);

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
                    share.sort(IndexLoader.this::compare);
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
                to = slots.slotsInUse(blocks[i], range, to);
            }
            return block < blockCount;
        }

        /** Makes nodes of the range, but of the slots that are left to the calling thread. */
        private void fill() {
            int others = 0;
            try {
                Epochs.enterRead();
                try {
                    for (; from < to; from++) {
                        IndexNode node = plain(range[from]);
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

        private IndexNode plain(long slot) {
            Object found = slots.getPlain(slot);
            Object key = !ofMap ? found : found instanceof MapEntry entry ? entry.plainKey() : null;
            return key == null ? null : node(slot, found, key);
        }

        private void deliver() {
            if (concurrent || !helper && !sorted) {
                while (share.size() > 0) {
                    insert(share.last());
                    share.removeLast();
                }
            } else {
                made.add(share);
                share = new NodeList(range.length);
            }
            if (!helper && !sorted) {
                drain();
            }
        }

        private void giveUp() {
            leave(from, to);
            long[] mine = new long[share.size()];
            for (int i = 0; i < mine.length; i++) {
                mine[i] = share.get(i).slot();
            }
            left.add(mine);
        }

        private void leave(int begin, int end) {
            if (begin < end) {
                left.add(Arrays.copyOfRange(range, begin, end));
            }
        }
    }

    /** Puts what helpers of an unsorted collection have made into the index. */
    private void drain() {
        for (NodeList share = made.poll(); share != null; share = made.poll()) {
            for (int i = 0; i < share.size(); i++) {
                insert(share.get(i));
            }
        }
    }

    /** Makes the tree of what all threads have made. */
    private void plant() {
        NodeList all = new NodeList(Math.max(inUse, 1));
        for (NodeList share = made.poll(); share != null; share = made.poll()) {
            all.addAll(share);
        }
        all.sort(this::compare);
        for (int i = 1; i < all.size(); i++) {
            requireNew(all.get(i).equals(all.get(i - 1)) ? all.get(i) : null, all.get(i)); // else putAll takes both
        }
        nodes.putAll(new SortedNodes(all));
    }

    private int compare(Object one, Object other) {
        try {
            return LookupKey.ORDER.compare(one, other);
        } catch (ClassCastException e) {
            throw unordered((IndexNode) one, e);
        }
    }

    /** Has no entries but says that it has: {@code putAll} of the hash maps makes room for them, once. */
    private static final class Announced extends AbstractMap<Object, IndexNode> {
        private final int size;

        private Announced(int size) {
            this.size = size;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Set<Entry<Object, IndexNode>> entrySet() {
            return Set.of();
        }
    }
}
