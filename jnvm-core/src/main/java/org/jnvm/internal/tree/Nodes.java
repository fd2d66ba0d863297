package org.jnvm.internal.tree;

import java.lang.invoke.VarHandle;
import org.jnvm.HeapFormatException;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.TreeLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.ShortWait;
import org.jspecify.annotations.Nullable;

/**
 * The way from the root of a tree to a leaf.
 *
 * <p>Nodes do not change but for references to children, which are replaced as a whole. Between two children is the word of a
 * key that was the first of the right one when the node was made: a key with a smaller word is on the left, one with a larger one on the
 * right. One with an equal word is <em>tied</em>: it is compared with the first key that the right child has now. That may change
 * while an entry is added, so {@link Tree} adds one at the end of a leaf that has ties only when no other one is added.
 */
final class Nodes {
    /** Times that a look-up begins anew as it came upon what is not in use any more, while nobody changes anything. */
    private static final int MOST_TRIES = 10_000;

    /** Times that words are made anew as a key was freed meanwhile, before that is taken for what the program did wrong. */
    private static final int STALE_TRIES = 1000;

    /** Instead of a child: what leads there is not in use any more. */
    private static final int AGAIN = -1;
    /** Instead of an order: the same; see {@link Keys#DEAD}. */
    private static final int MOVED = 3;

    private static final int NO_NODE = 0;
    private static final int LEAF = 1;
    private static final int NODE = 2;

    private final ObjectSpace space;
    private final Keys keys;
    private final Leaves leaves;
    private final long order;
    /** The heap offset of the word that leads to the root. */
    private final long field;

    private final Patience patience;

    Nodes(PersistentHeap heap, Keys keys, Leaves leaves, long order, long field, Patience patience) {
        this.patience = patience;
        this.space = heap.space();
        this.keys = keys;
        this.leaves = leaves;
        this.order = order;
        this.field = field;
    }

    // ---- parts ----

    static int children(MappedChunk chunk, long node) {
        return (int) chunk.loadLong(node + TreeLayout.CHILDREN_OFFSET);
    }

    static long childAt(long node, int number) {
        return node + TreeLayout.CHILD_OFFSET + 8L * number;
    }

    private static long words(MappedChunk chunk, long node) {
        return childAt(node, children(chunk, node));
    }

    private static int kind(MappedChunk chunk, long node) {
        return chunk.loadByte(node + TreeLayout.NODE_KIND_OFFSET);
    }

    private static int skip(MappedChunk chunk, long node) {
        return chunk.loadByte(node + TreeLayout.NODE_SKIP_OFFSET);
    }

    long root() {
        return space.chunk(field).loadLongAcquire(field);
    }

    /** Tells what a reference leads to, trusting nothing. */
    private int look(long ref) {
        long offset = Reference.offset(ref);
        MappedChunk chunk = space.file().chunkWith(offset, BlockLayout.BLOCK_BYTES);
        if (chunk == null || (offset & BlockLayout.BLOCK_MASK) != 0) {
            return NO_NODE;
        }
        long header = chunk.loadLongAcquire(offset);
        if (BlockLayout.generation(header) != Reference.generation(ref)) {
            return NO_NODE;
        }
        long blocks = BlockLayout.isExtent(header) ? BlockLayout.extentBlocks(header) : 1;
        long room = blocks << BlockLayout.BLOCK_SHIFT;
        if (blocks == 0 || !chunk.holds(offset + room - 1)) {
            return NO_NODE;
        }
        long count = chunk.loadLong(offset + TreeLayout.PLACES_OFFSET);
        return switch (BlockLayout.classId(header)) {
            case ReservedClass.TREE_LEAF ->
                count > 0 && count <= TreeLayout.MOST_PLACES && TreeLayout.leafBytes((int) count) <= room
                        ? LEAF
                        : NO_NODE;
            case ReservedClass.TREE_NODE ->
                count > 0 && count <= TreeLayout.MOST_PLACES && TreeLayout.nodeBytes((int) count) <= room
                        ? NODE
                        : NO_NODE;
            default -> NO_NODE;
        };
    }

    HeapFormatException damaged(long ref) {
        return new HeapFormatException("tree damaged: heap=" + space.file().path() + ", no node at "
                + Reference.describe(ref) + "; restore the file from a copy");
    }

    // ---- from the root to a leaf ----

    /** Tells whether a key was tied on the way to a {@link #leaf}. */
    static boolean isTied(long leaf) {
        return (leaf & 1) != 0;
    }

    /** Returns the leaf without what {@link #isTied} asks for. */
    static long untied(long leaf) {
        return leaf & -2;
    }

    /** Returns the leaf of a key, with what {@link #isTied} asks for; 0 if the tree is empty. */
    long leaf(Object wanted, int kind) {
        long first = keys.firstUnits(wanted, kind);
        return leaf(wanted, kind, first, keys.secondUnits(wanted, kind, first));
    }

    /** The same with the first units of the key. */
    long leaf(Object wanted, int kind, long first, long second) {
        return walk(wanted, kind, first, second, 0, null);
    }

    /**
     * Returns the way to the leaf of a key; null if the tree is empty.
     *
     * @param wanted the key; null for the first or last leaf
     * @param end where to go where there is no key: -1 to the first leaf, 1 to the last one
     */
    @Nullable
    Path path(@Nullable Object wanted, int end) {
        Path path = new Path();
        int kind = wanted == null ? Keys.PLAIN : keys.kind(wanted);
        long first = keys.firstUnits(wanted, kind);
        path.leaf = walk(wanted, kind, first, keys.secondUnits(wanted, kind, first), end, path);
        return path.leaf == 0 ? null : path;
    }

    private long walk(Object wanted, int kind, long first, long second, int end, @Nullable Path path) {
        for (int tries = 0; ; tries++) {
            long root = root();
            if (root == Reference.NULL) {
                return 0;
            }
            if (path != null) {
                path.clear();
            }
            long leaf = walkFrom(root, wanted, kind, first, second, end, path);
            if (leaf != 0) {
                return leaf;
            }
            tries = patience.pause(tries, MOST_TRIES);
            if (tries < 0) {
                throw damaged(root);
            }
        }
    }

    /** Returns a leaf; 0 if what leads there is not in use any more. */
    private long walkFrom(long root, Object wanted, int kind, long first, long second, int end, @Nullable Path path) {
        long ref = root;
        long tied = 0;
        for (int level = 0; level < TreeLayout.MOST_LEVELS; level++) {
            long at = Reference.offset(ref);
            int what = look(ref);
            if (what == LEAF) {
                return at | tied;
            }
            if (what == NO_NODE) {
                return 0;
            }
            MappedChunk chunk = space.chunk(at);
            int child;
            if (wanted == null) {
                child = end < 0 ? 0 : children(chunk, at) - 1;
            } else {
                putInOrder(chunk, at);
                int found = child(chunk, at, wanted, kind, first, second);
                if (found == AGAIN) {
                    return 0;
                }
                tied |= found & 1;
                child = found >>> 1;
            }
            if (path != null) {
                path.add(at, child);
            }
            ref = chunk.loadLongAcquire(childAt(at, child));
        }
        throw damaged(ref);
    }

    /** Returns twice the number of the child to which a key belongs, and 1 more if it is tied; or {@link #AGAIN}. */
    private int child(MappedChunk chunk, long node, Object wanted, int kind, long first, long second) {
        int count = children(chunk, node);
        if (kind == Keys.PLAIN || kind != kind(chunk, node)) {
            return childByKeys(chunk, node, wanted, 1, count);
        }
        int skip = skip(chunk, node);
        int common = keys.compareCommon(wanted, first, second, chunk, node + TreeLayout.NODE_COMMON_OFFSET, skip);
        if (common != 0) {
            return common < 0 ? 0 : count - 1 << 1;
        }
        long word = keys.units(wanted, skip, first, second);
        long words = words(chunk, node);
        int from = Keys.lower(chunk, words, 1, count, word);
        if (from == count || chunk.loadLong(words + 8L * from) != word) {
            return from - 1 << 1;
        }
        int to = word == -1 ? count : Keys.lower(chunk, words, from, count, word + 1);
        return childByKeys(chunk, node, wanted, from, to);
    }

    /** Compares with the first keys of some children: the last of these is wanted that is not behind the key, or the one before them. */
    private int childByKeys(MappedChunk chunk, long node, Object wanted, int from, int to) {
        int best = from - 1;
        int low = from;
        int high = to;
        while (low < high) {
            int middle = low + high >>> 1;
            int at = middle;
            int found = orderOfFirst(chunk, node, at, wanted);
            while (found == Keys.DEAD && --at >= low) {
                found = orderOfFirst(chunk, node, at, wanted);
            }
            if (found == MOVED) {
                return AGAIN;
            }
            if (found == Keys.DEAD) {
                low = middle + 1; // they are empty
            } else if (found >= 0) {
                best = at;
                low = middle + 1;
            } else {
                high = at;
            }
        }
        return best << 1 | 1;
    }

    private int orderOfFirst(MappedChunk chunk, long node, int child, Object wanted) {
        First first = new First(wanted);
        return visitFirst(chunk.loadLongAcquire(childAt(node, child)), first, 0) ? first.order : Keys.DEAD;
    }

    // ---- the first key of a child ----

    /** What is done with the first entry of a child that some thread sees. */
    private static final class First {
        private final @Nullable Object wanted;
        private int order;
        private @Nullable Object key;
        private long visited;

        private First(@Nullable Object wanted) {
            this.wanted = wanted;
        }
    }

    /** Returns the first key of a child that some thread sees; null if there is none. */
    @Nullable
    Object firstKey(long ref) {
        First first = new First(null);
        return visitFirst(ref, first, 0) && first.order != MOVED ? first.key : null;
    }

    /** Looks at the first entry of a child that some thread sees; returns whether there is one, or {@link #MOVED} is the answer. */
    private boolean visitFirst(long ref, First first, int level) {
        long at = Reference.offset(ref);
        int what = look(ref);
        if (++first.visited > space.file().bytes() >>> BlockLayout.BLOCK_SHIFT) {
            throw damaged(ref); // more than there can be
        }
        if (what == NO_NODE || level > TreeLayout.MOST_LEVELS) {
            first.order = MOVED;
            return true;
        }
        MappedChunk chunk = space.chunk(at);
        if (what == LEAF) {
            return visitFirstOf(chunk, at, first);
        }
        int count = children(chunk, at);
        for (int i = 0; i < count; i++) {
            if (visitFirst(chunk.loadLongAcquire(childAt(at, i)), first, level + 1)) {
                return true;
            }
        }
        return false;
    }

    private boolean visitFirstOf(MappedChunk chunk, long leaf, First first) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            leaves.putInOrder(chunk, leaf); // first: after a crash its version may be any
            int version = Leaves.version(chunk, leaf);
            if (version == Leaves.GONE) {
                first.order = MOVED;
                return true;
            }
            if ((version & 1) == 0) {
                try {
                    boolean found = lookAtFirst(chunk, leaf, first);
                    VarHandle.loadLoadFence();
                    if (Leaves.version(chunk, leaf) == version) {
                        return found;
                    }
                } catch (StaleObjectException e) {
                    VarHandle.loadLoadFence();
                    if (Leaves.version(chunk, leaf) == version) {
                        throw e;
                    } // else the entry was moved with its leaf, and then removed from there
                }
            }
            ShortWait.pause(tries);
        }
        first.order = MOVED;
        return true;
    }

    private boolean lookAtFirst(MappedChunk chunk, long leaf, First first) {
        int count = Math.min(Leaves.count(chunk, leaf), Leaves.places(chunk, leaf));
        for (int i = 0; i < count; i++) {
            if (first.wanted != null) {
                first.order = leaves.order(chunk, leaf, first.wanted, i);
                if (first.order != Keys.DEAD) {
                    return true;
                }
            } else if (leaves.isAliveAt(chunk, leaf, i)) {
                first.key = leaves.keyIn(chunk, leaf, i);
                if (first.key != null) {
                    return true;
                }
            }
        }
        return false;
    }

    // ---- words ----

    private void putInOrder(MappedChunk chunk, long node) {
        if (chunk.loadLongAcquire(node + TreeLayout.NODE_ORDER_OFFSET) != order) {
            putInOrderAnew(chunk, node);
        }
    }

    /** Makes the words of a node after a crash: nothing is added below it before that is done. */
    private synchronized void putInOrderAnew(MappedChunk chunk, long node) {
        if (chunk.loadLongAcquire(node + TreeLayout.NODE_ORDER_OFFSET) == order) {
            return;
        }
        int count = children(chunk, node);
        long[] refs = new long[count];
        for (int i = 0; i < count; i++) {
            refs[i] = chunk.loadLong(childAt(node, i));
        }
        storeWords(chunk, node, refs);
        pwb(chunk, node);
    }

    // persist-order: none: words are right only after a clean close, which is behind their write-back
    /** Stores the words of a node, by the keys that its children begin with now. */
    void storeWords(MappedChunk chunk, long node, long[] refs) {
        for (int tries = 0; ; tries++) {
            try {
                keys.readingFreed(() -> {
                    tryToStoreWords(chunk, node, refs);
                    return null;
                });
                return;
            } catch (StaleObjectException e) { // a commit has removed an entry, and freed its key
                if (tries > STALE_TRIES) {
                    throw e;
                }
            }
        }
    }

    /**
     * Stores the words of a node that has other children than an earlier one, if the keys of the new ones fit.
     *
     * @param old the earlier node
     * @param first the number of the first child that is another one
     * @param removed how many it had there
     * @param made how many are there now
     * @return whether that was possible
     */
    boolean copyWords(
            MappedChunk its, long old, int first, int removed, MappedChunk chunk, long node, long[] refs, int made) {
        return keys.readingFreed(() -> tryToCopyWords(its, old, first, removed, chunk, node, refs, made));
    }

    private boolean tryToCopyWords(
            MappedChunk its, long old, int first, int removed, MappedChunk chunk, long node, long[] refs, int made) {
        putInOrder(its, old); // nobody may have looked for a key in it yet
        int kind = kind(its, old);
        int skip = skip(its, old);
        long words = words(chunk, node);
        long oldWords = words(its, old);
        for (int i = 0; i < refs.length; i++) {
            long word;
            if (i <= first) {
                word = its.loadLong(oldWords + 8L * i);
            } else if (i >= first + made) {
                word = its.loadLong(oldWords + 8L * (i - made + removed));
            } else {
                Object key = firstKey(refs[i]);
                if (key == null
                        || kind != Keys.PLAIN
                                && (keys.kind(key) != kind
                                        || keys.compareCommon(key, its, old + TreeLayout.NODE_COMMON_OFFSET, skip)
                                                != 0)) {
                    return false;
                }
                word = kind == Keys.PLAIN ? 0 : keys.units(key, skip);
            }
            chunk.storeLong(words + 8L * i, word);
        }
        chunk.storeByte(node + TreeLayout.NODE_KIND_OFFSET, (byte) kind);
        chunk.storeByte(node + TreeLayout.NODE_SKIP_OFFSET, (byte) skip);
        for (int i = 0; i < TreeLayout.COMMON_UNITS; i += Long.BYTES) {
            chunk.storeLong(
                    node + TreeLayout.NODE_COMMON_OFFSET + i, its.loadLong(old + TreeLayout.NODE_COMMON_OFFSET + i));
        }
        chunk.storeLongRelease(node + TreeLayout.NODE_ORDER_OFFSET, order);
        return true;
    }

    private void tryToStoreWords(MappedChunk chunk, long node, long[] refs) {
        int count = refs.length;
        Object[] firsts = new Object[count];
        int found = 0;
        Object[] all = new Object[count];
        for (int i = 0; i < count; i++) {
            firsts[i] = firstKey(refs[i]);
            if (firsts[i] != null) {
                all[found++] = firsts[i];
            }
        }
        int kind = keys.commonKind(all, found);
        boolean open = firsts[count - 1] == null; // then nothing is behind all words
        int skip = kind == Keys.PLAIN || open ? 0 : keys.common(all[0], all[found - 1], kind);
        chunk.storeByte(node + TreeLayout.NODE_KIND_OFFSET, (byte) kind);
        chunk.storeByte(node + TreeLayout.NODE_SKIP_OFFSET, (byte) skip);
        if (skip > 0) {
            keys.storeCommon(all[0], chunk, node + TreeLayout.NODE_COMMON_OFFSET, skip);
        }
        long words = words(chunk, node);
        long word = -1;
        for (int i = count - 1; i >= 0; i--) {
            if (kind == Keys.PLAIN) {
                word = 0;
            } else if (firsts[i] != null) {
                word = keys.units(firsts[i], skip);
            }
            chunk.storeLong(words + 8L * i, word);
        }
        chunk.storeLongRelease(node + TreeLayout.NODE_ORDER_OFFSET, order);
    }

    private static void pwb(MappedChunk chunk, long node) {
        long end = words(chunk, node) + 8L * children(chunk, node);
        for (long line = node; line < end; line += BlockLayout.LINE_BYTES) {
            chunk.pwb(line);
        }
    }

    /** Goes on to the leaf beside; returns false if there is none, or sets the leaf to 0 if what leads there is not in use any more. */
    boolean step(Path path, boolean up) {
        for (int level = path.length() - 1; level >= 0; level--) {
            long node = path.node(level);
            MappedChunk chunk = space.chunk(node);
            int child = path.child(level) + (up ? 1 : -1);
            if (child >= 0 && child < children(chunk, node)) {
                path.truncate(level);
                path.add(node, child);
                path.leaf = walkFrom(
                        chunk.loadLongAcquire(childAt(node, child)), null, Keys.PLAIN, 0, 0, up ? -1 : 1, path);
                return true;
            }
        }
        return false;
    }

    boolean rootIsNode() {
        long root = root();
        return root != Reference.NULL && look(root) == NODE;
    }

    /** Counts the entries below a reference: the committed ones, or what a transaction sees. */
    long count(long ref, @Nullable Transaction transaction, int level) {
        long at = Reference.offset(ref);
        int what = look(ref);
        if (what == NO_NODE || level > TreeLayout.MOST_LEVELS) {
            return 0; // not in use any more
        }
        MappedChunk chunk = space.chunk(at);
        long count = 0;
        if (what == NODE) {
            for (int i = 0; i < children(chunk, at); i++) {
                count += count(chunk.loadLongAcquire(childAt(at, i)), transaction, level + 1);
            }
            return count;
        }
        leaves.putInOrder(chunk, at);
        for (int i = 0; i < Leaves.count(chunk, at); i++) {
            long entry = leaves.entryIn(chunk, at, i);
            long value = transaction != null ? transaction.memory().readWord(entry) : space.load(entry);
            count += value == Reference.NULL || space.load(Keys.keyOf(entry)) == Reference.NULL ? 0 : 1;
        }
        return count;
    }
}
