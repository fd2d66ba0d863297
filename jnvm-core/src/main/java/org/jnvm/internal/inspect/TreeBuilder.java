package org.jnvm.internal.inspect;

import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.TreeLayout;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.util.LongStack;

/**
 * Makes a B+-tree of leaves whose order is given. Entries lie in a leaf as they came; the program, which has the comparator, puts them in
 * order when it first uses the leaf.
 */
final class TreeBuilder implements IndexBuilder {
    /** Children of a node, of which there is room for 60 at most when the program changes it. */
    private static final int CHILDREN = 45;

    private static final int ENTRY_WORDS = TreeLayout.PAIR_BYTES / Long.BYTES;

    private final NewObjects heap;
    private final LongStack words = new LongStack();
    private final LongStack leaves = new LongStack();

    TreeBuilder(NewObjects heap) {
        this.heap = heap;
    }

    @Override
    public void add(long key, long value) {
        if (words.size() / ENTRY_WORDS == TreeLayout.MOST_PLACES) {
            throw new IllegalArgumentException("leaf of a sorted collection with more than " + TreeLayout.MOST_PLACES
                    + " entries: give several leaves");
        }
        words.push(key);
        words.push(value);
    }

    @Override
    public void endLeaf() {
        int entries = words.size() / ENTRY_WORDS;
        if (entries == 0) {
            return;
        }
        int blocks = 1;
        while (TreeLayout.placesIn(blocks) < entries) {
            blocks++;
        }
        int places = Math.min(TreeLayout.placesIn(blocks), TreeLayout.MOST_PLACES);
        ObjectView made = heap.whole(ReservedClass.TREE_LEAF, TreeLayout.leafBytes(places));
        made.store(TreeLayout.PLACES_OFFSET, places);
        for (int i = 0; i < entries; i++) {
            long at = TreeLayout.PAIRS_OFFSET + (long) TreeLayout.PAIR_BYTES * i;
            made.store(at, words.get(ENTRY_WORDS * i));
            made.store(at + Long.BYTES, words.get(ENTRY_WORDS * i + 1));
        }
        words.clear();
        leaves.push(heap.finishWithMembers(made));
    }

    @Override
    public long finish() {
        endLeaf();
        LongStack level = leaves;
        while (level.size() > 1) {
            level = nodesOf(level);
        }
        return level.isEmpty() ? Reference.NULL : level.get(0);
    }

    /** Makes nodes of about as many children each. */
    private LongStack nodesOf(LongStack children) {
        LongStack nodes = new LongStack();
        int count = (children.size() + CHILDREN - 1) / CHILDREN;
        for (int i = 0; i < count; i++) {
            int from = (int) ((long) children.size() * i / count);
            int to = (int) ((long) children.size() * (i + 1) / count);
            ObjectView made = heap.whole(ReservedClass.TREE_NODE, TreeLayout.nodeBytes(to - from));
            made.store(TreeLayout.CHILDREN_OFFSET, to - from);
            for (int child = from; child < to; child++) {
                made.store(TreeLayout.CHILD_OFFSET + 8L * (child - from), children.get(child));
            }
            nodes.push(heap.finishWithMembers(made));
        }
        return nodes;
    }
}
