package org.jnvm.internal.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jnvm.HeapFullException;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.TreeLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.LongStack;

/**
 * Splits leaves that are full, and merges or takes away those that are nearly empty. The caller keeps out all other changes but
 * commits. What is in the tree stays as it is, so none of that is undone with a failure-atomic block.
 *
 * <p>Nothing is changed in its place but one reference to a child or to the root: new leaves and nodes are made, and take the place of the
 * old ones. They have several blocks, one behind the other; where the heap has no such run of free ones, they are smaller, and more.
 */
// persist-order: [new leaves and nodes] < pfence < [the reference that leads to them] < pfence < the old ones are freed
//   crash before the reference is durable: the old ones are there; after it, the new ones, with the same entries
final class Shape {
    /** Blocks of a leaf: as they grow as long as there is only one, and as they are where there are no longer runs. */
    private static final int[] LEAF_BLOCKS = {1, 3, 6};
    /** Blocks of a node at most, where a leaf has so many. */
    private static final int[] NODE_BLOCKS = {1, 2, 4};

    /** How full new leaves and nodes are made, of 1. */
    private static final double NEW = 0.6;
    /** How full leaves and nodes are that are filled in order, so that some entries may come between them. */
    private static final double FILLED = 0.9;
    /** Which part of the entries goes to the new leaf where keys come in order. */
    private static final int TAIL = 8;

    private final PersistentHeap heap;
    private final ObjectSpace space;
    private final Keys keys;
    private final Leaves leaves;
    private final Nodes nodes;
    private final long field;
    /** Places of a leaf of a tree that has several, where there are runs for such ones. */
    private final int fullPlaces;
    /** Children of a node at most, there. */
    private final int mostChildren;

    /** Which of the sizes leaves and nodes have that are made now. */
    private int size;
    /** Places of leaves of that size. */
    private int places;
    /** Children of nodes of that size, at most. */
    private int children;

    /** What is to be freed once nothing leads there any more. */
    private final LongStack old = new LongStack();
    /** What was made, and nothing leads to yet. */
    private final List<ObjectView> fresh = new ArrayList<>();

    /** How often something was put in the place of something else. */
    private volatile long changes;

    /** Whether the collection is new, and nobody else sees it. */
    private boolean isNew;

    Shape(PersistentHeap heap, Keys keys, Leaves leaves, Nodes nodes, long field, int fullPlaces, int mostChildren) {
        this.heap = heap;
        this.space = heap.space();
        this.keys = keys;
        this.leaves = leaves;
        this.nodes = nodes;
        this.field = field;
        this.fullPlaces = fullPlaces > 0 ? fullPlaces : TreeLayout.placesIn(last(LEAF_BLOCKS));
        this.mostChildren = mostChildren > 0 ? mostChildren : TreeLayout.childrenIn(last(NODE_BLOCKS));
    }

    private static int last(int[] numbers) {
        return numbers[numbers.length - 1];
    }

    /** Returns a number that is another one when entries have been moved since. */
    long changes() {
        return changes;
    }

    // ---- larger ----

    /**
     * Makes room in the leaf of a key for one more entry.
     *
     * @throws HeapFullException if there is none; nothing of it is left in the heap
     */
    void makeRoom(Object wanted, boolean ofNew) {
        isNew = ofNew;
        orNothing(() -> makeRoom(wanted));
    }

    private void makeRoom(Object wanted) {
        Path path = nodes.path(wanted, 0);
        if (path == null) {
            publish(field, leafOf(new Gathered(0), 0, 0, TreeLayout.placesIn(1)));
            return;
        }
        long leaf = Nodes.untied(path.leaf);
        MappedChunk chunk = space.chunk(leaf);
        leaves.putInOrder(chunk, leaf);
        if (leaves.purge(chunk, leaf) && Leaves.count(chunk, leaf) * 8 < Leaves.places(chunk, leaf) * 7) {
            return;
        }
        if (isFixed(chunk, leaf)) {
            if (Leaves.isFull(chunk, leaf)) {
                chain(path, chunk, leaf);
            }
            return;
        }
        replaceByParts(path, chunk, leaf, wanted);
    }

    private void replaceByParts(Path path, MappedChunk chunk, long leaf, Object wanted) {
        Gathered all = gather(leaf);
        int position = Leaves.positionOf(leaves.search(chunk, leaf, wanted, keys.kind(wanted), false));
        replace(path, path.length(), 1, split(path, chunk, leaf, all, position));
        retire(leaf);
        freeOld();
    }

    /** Tells whether a leaf has more places than others, as blocks had entries in it, and can be split now. */
    boolean isDivisible(MappedChunk chunk, long leaf) {
        return Leaves.places(chunk, leaf) > fullPlaces && !isFixed(chunk, leaf);
    }

    /**
     * Splits the leaf of a key if it has more places than others.
     *
     * @throws HeapFullException if there is no room; the leaf is as it was
     */
    void divide(Object wanted) {
        isNew = false;
        orNothing(() -> {
            Path path = nodes.path(wanted, 0);
            long leaf = Nodes.untied(path.leaf);
            MappedChunk chunk = space.chunk(leaf);
            leaves.putInOrder(chunk, leaf);
            leaves.purge(chunk, leaf);
            if (isDivisible(chunk, leaf)) {
                replaceByParts(path, chunk, leaf, wanted);
            }
        });
    }

    /** Tells whether an entry in a leaf has to stay where it is. */
    private boolean isFixed(MappedChunk chunk, long leaf) {
        return leaves.isPinned(chunk, leaf) || isOwn(leaf, chunk);
    }

    /** Tells whether the calling thread's block has made a leaf, so that its commit validates it. */
    private boolean isOwn(long leaf, MappedChunk chunk) {
        Transaction transaction = heap.fa();
        return transaction != null && !isNew && transaction.memory().isOwn(ref(chunk, leaf));
    }

    private static long ref(MappedChunk chunk, long node) {
        return Reference.toBlock(node, BlockLayout.generation(chunk.loadLong(node)));
    }

    private long[] split(Path path, MappedChunk chunk, long leaf, Gathered all, int position) {
        if (path.length() == 0 && Leaves.places(chunk, leaf) < places && all.count < places) {
            return new long[] {leafOf(all, 0, all.count, placesFor(all.count + 1))};
        }
        if (all.count > 1 && all.count <= places && position == all.count && isLast(path)) {
            int tail = Math.max(1, all.count / TAIL);
            return new long[] {
                leafOf(all, 0, all.count - tail, places), leafOf(all, all.count - tail, all.count, places)
            };
        }
        int parts = (int) Math.max(2, Math.ceil(all.count / (places * NEW)));
        if (all.count < places * NEW) {
            parts = 1;
        }
        long[] made = new long[parts];
        for (int i = 0; i < parts; i++) {
            int from = (int) ((long) all.count * i / parts);
            made[i] = leafOf(all, from, (int) ((long) all.count * (i + 1) / parts), places);
        }
        return made;
    }

    /** Tells whether the leaf of a path is the last one. */
    private boolean isLast(Path path) {
        for (int level = 0; level < path.length(); level++) {
            long node = path.node(level);
            if (path.child(level) < Nodes.children(space.chunk(node), node) - 1) {
                return false;
            }
        }
        return true;
    }

    private int placesFor(int entries) {
        for (int blocks : LEAF_BLOCKS) {
            int those = TreeLayout.placesIn(blocks);
            if (those >= entries && those < places) {
                return those;
            }
        }
        return places;
    }

    /** Puts a leaf with more places before one whose entries must stay where they are. */
    private void chain(Path path, MappedChunk chunk, long leaf) {
        int base = Leaves.places(chunk, leaf);
        int all = Math.min(TreeLayout.MOST_PLACES, Math.max(2 * base, places));
        if (all == base) {
            throw new HeapFullException("too many entries in flight in one leaf of a sorted collection: heap="
                    + space.file().path() + ", entries=" + base + "; commit earlier");
        }
        ObjectView made = create(ReservedClass.TREE_LEAF, TreeLayout.leafBytes(all));
        made.store(TreeLayout.PLACES_OFFSET, all);
        made.store(TreeLayout.NEXT_OFFSET, ref(chunk, leaf));
        leaves.copyWords(chunk, leaf, space.chunk(Reference.offset(made.ref())), Reference.offset(made.ref()));
        if (isOwn(leaf, chunk)) {
            // becomes valid with what leads there; no block owns it, as it stays if an inner one is undone
            long link = linkTo(path);
            space.overwritingAt(link);
            space.chunk(link).storeLong(link, made.ref());
            fresh.clear();
        } else {
            complete(made);
            replace(path, path.length(), 1, new long[] {made.ref()});
        }
        Leaves.leave(chunk, leaf);
    }

    /** Returns the word that leads to the leaf of a path. */
    private long linkTo(Path path) {
        int level = path.length() - 1;
        return level < 0 ? field : Nodes.childAt(path.node(level), path.child(level));
    }

    // ---- filled in order ----

    /** Fills an empty tree with entries in order: leaf after leaf, then the nodes above them; nobody sees any before the end. */
    final class Filling {
        private final int most = Math.max(1, (int) (fullPlaces * FILLED));
        private final LongStack made = new LongStack();
        private Gathered next = new Gathered(most);
        private long count;

        /** Adds an entry, whose key is behind that of the last one. */
        void add(Object key, long keyRef, long value) {
            if (next.count == most) {
                addLeaf();
            }
            next.keys[next.count] = key;
            next.keyRefs[next.count] = keyRef;
            next.values[next.count++] = value;
            count++;
        }

        // persist-order: [keys, values, and what they lead to] < pfence
        //   here already: another thread that stores one of them elsewhere, and finds it valid, does not fence
        private void addLeaf() {
            heap.validator().validateUnfenced(next.keyRefs, next.count);
            heap.validator().validateUnfenced(next.values, next.count);
            space.pfence();
            for (int from = 0; from < next.count; ) {
                int first = from;
                from = inRuns(() -> addLeaf(first));
            }
            next = new Gathered(most);
        }

        /** Makes a leaf of the entries from one on; returns which is the next one. */
        private int addLeaf(int from) {
            int to = Math.min(next.count, from + Math.max(1, (int) (places * FILLED)));
            // the only leaf is as small as if its entries had come one by one
            boolean isOnly = made.isEmpty() && next.count < most && to == next.count;
            made.push(leafOf(next, from, to, isOnly ? placesFor(to - from) : places));
            return to;
        }

        private void end() {
            if (count == 0) {
                return;
            }
            addLeaf();
            long[] top = new long[made.size()];
            for (int i = 0; i < top.length; i++) {
                top[i] = made.get(i);
            }
            while (top.length > 1) {
                long[] below = top;
                top = inRuns(() -> nodesOf(below, (int) Math.ceil(below.length / Math.max(2, children * FILLED))));
            }
            publish(field, top[0]);
        }

        // persist-order: [what was validated last] < pfence, as in addLeaf
        private void giveUp() {
            giveBack(0);
            space.pfence();
        }
    }

    /**
     * Fills an empty tree.
     *
     * @param adds adds the entries in order
     * @return how many there are
     * @throws HeapFullException if there is no room; nothing of it is left in the heap
     */
    // persist-order: [keys, values, and what they lead to; leaves and nodes] < pfence < [the root] < pfence
    //   crash before the root is durable: the tree is empty, and nothing leads to the rest; after it, all entries are
    // there
    long fill(Consumer<Filling> adds) {
        isNew = false;
        begin();
        Filling filling = new Filling();
        try {
            adds.accept(filling);
            filling.end();
            return filling.count;
        } catch (RuntimeException | Error e) {
            filling.giveUp();
            throw e;
        }
    }

    // ---- smaller ----

    /**
     * Takes the leaf of a key away if it is empty, or merges it with one beside it if they have few entries. Does the same with
     * those beside it, whose entries blocks may have removed: as long as a block is open, its leaves stay.
     */
    void shrink(Object wanted) {
        isNew = false;
        orNothing(() -> shrinkAt(wanted));
    }

    private void shrinkAt(Object wanted) {
        Path path = nodes.path(wanted, 0);
        if (path == null) {
            return;
        }
        if (!takeAwayIfEmpty(path) && path.length() > 0) {
            mergeWithOneBeside(path);
        }
        // a key that was the first of its leaf, and is tied, leads to the leaf before that one
        tidyBeside(wanted, true);
        tidyBeside(wanted, false);
    }

    private void tidyBeside(Object wanted, boolean up) {
        Path path = nodes.path(wanted, 0);
        while (path != null && nodes.step(path, up)) {
            if (!takeAwayIfEmpty(path)) {
                mergeIfSparse(path);
                return;
            }
            path = nodes.path(wanted, 0);
        }
    }

    private void mergeIfSparse(Path path) {
        long leaf = Nodes.untied(path.leaf);
        MappedChunk chunk = space.chunk(leaf);
        if (Leaves.isSparse(Leaves.count(chunk, leaf), Leaves.places(chunk, leaf))) {
            mergeWithOneBeside(path);
        }
    }

    /** Takes the leaves away at one end that nobody sees anything in. */
    void shrinkEnd(boolean last) {
        isNew = false;
        orNothing(() -> {
            Path path = nodes.path(null, last ? 1 : -1);
            while (path != null && takeAwayIfEmpty(path)) {
                path = nodes.path(null, last ? 1 : -1);
            }
        });
    }

    /** Takes a leaf away that nobody sees anything in, but for the only one; returns whether it did. */
    private boolean takeAwayIfEmpty(Path path) {
        long leaf = Nodes.untied(path.leaf);
        MappedChunk chunk = space.chunk(leaf);
        leaves.putInOrder(chunk, leaf);
        leaves.purge(chunk, leaf);
        if (path.length() == 0 || Leaves.count(chunk, leaf) > 0 || isFixed(chunk, leaf)) {
            return false;
        }
        replace(path, path.length(), 1, new long[0]);
        retire(leaf);
        freeOld();
        return true;
    }

    private void mergeWithOneBeside(Path path) {
        long leaf = Nodes.untied(path.leaf);
        if (isFixed(space.chunk(leaf), leaf)) {
            return;
        }
        int level = path.length() - 1;
        long node = path.node(level);
        int child = path.child(level);
        if (!merge(path, leaf, node, child, child + 1)) {
            merge(path, leaf, node, child, child - 1);
        }
    }

    private boolean merge(Path path, long leaf, long node, int child, int beside) {
        MappedChunk its = space.chunk(node);
        if (beside < 0 || beside >= Nodes.children(its, node)) {
            return false;
        }
        long ref = its.loadLong(Nodes.childAt(node, beside));
        if (space.classIdAt(ref) != ReservedClass.TREE_LEAF) {
            return false;
        }
        long other = Reference.offset(ref);
        MappedChunk chunk = space.chunk(other);
        leaves.putInOrder(chunk, other);
        leaves.purge(chunk, other);
        int count = Leaves.count(chunk, other) + Leaves.count(space.chunk(leaf), leaf);
        if (count > fullPlaces / 2 || isFixed(chunk, other)) {
            return false;
        }
        long left = child < beside ? leaf : other;
        long right = child < beside ? other : leaf;
        Gathered both = gather(left, right);
        path.truncate(path.length() - 1);
        path.add(node, Math.min(child, beside));
        replace(path, path.length(), 2, new long[] {leafOf(both, 0, both.count, fullPlaces)});
        retire(left);
        retire(right);
        freeOld();
        return true;
    }

    // ---- leaves ----

    /** Entries in their order. */
    private static final class Gathered {
        private final Object[] keys;
        private final long[] keyRefs;
        private final long[] values;
        private int count;

        private Gathered(int most) {
            keys = new Object[most];
            keyRefs = new long[most];
            values = new long[most];
        }
    }

    /** Gathers the entries of leaves, of which nothing is in flight. */
    private Gathered gather(long... from) {
        int most = 0;
        for (long leaf : from) {
            most += Leaves.count(space.chunk(leaf), leaf);
        }
        Gathered all = new Gathered(most);
        for (long leaf : from) {
            addTo(all, space.chunk(leaf), leaf);
        }
        return all;
    }

    private void addTo(Gathered all, MappedChunk chunk, long leaf) {
        int count = Leaves.count(chunk, leaf);
        for (int i = 0; i < count; i++) {
            long entry = leaves.entryIn(chunk, leaf, i);
            MappedChunk its = leaves.chunkOf(chunk, entry);
            long value = its.loadLong(entry);
            long key = its.loadLong(Keys.keyOf(entry));
            if (value != Reference.NULL && key != Reference.NULL) {
                all.keys[all.count] = keys.object(key);
                all.keyRefs[all.count] = key;
                all.values[all.count++] = value;
            }
        }
    }

    /** Makes a leaf of some entries; returns its reference. */
    private long leafOf(Gathered all, int from, int to, int places) {
        int count = to - from;
        ObjectView made = create(ReservedClass.TREE_LEAF, TreeLayout.leafBytes(places));
        made.store(TreeLayout.PLACES_OFFSET, places);
        long leaf = Reference.offset(made.ref());
        MappedChunk chunk = space.chunk(leaf);
        Object[] sorted = new Object[count];
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            long pair = leaf + TreeLayout.PAIRS_OFFSET + (long) TreeLayout.PAIR_BYTES * i;
            chunk.storeLong(pair, all.keyRefs[from + i]);
            chunk.storeLong(pair + Long.BYTES, all.values[from + i]);
            sorted[i] = all.keys[from + i];
            numbers[i] = i;
        }
        leaves.begin(chunk, leaf, sorted, numbers, count);
        complete(made);
        return made.ref();
    }

    // ---- nodes ----

    /**
     * Puts children in the place of some.
     *
     * @param level how many nodes of the path lead to the children; 0 for the root
     * @param removed how many, from the child of the path on
     * @param made the new ones
     */
    private void replace(Path path, int level, int removed, long[] made) {
        if (level == 0) {
            long[] top = made;
            while (top.length > children) {
                top = grouped(top);
            }
            publish(field, top.length == 0 ? Reference.NULL : nodeOf(top));
            return;
        }
        long node = path.node(level - 1);
        MappedChunk chunk = space.chunk(node);
        int first = path.child(level - 1);
        if (made.length == 1 && removed == 1) {
            publish(Nodes.childAt(node, first), made[0]);
            return;
        }
        int before = Nodes.children(chunk, node);
        long[] refs = new long[before - removed + made.length];
        for (int i = 0; i < refs.length; i++) {
            refs[i] = i < first
                    ? chunk.loadLong(Nodes.childAt(node, i))
                    : i < first + made.length
                            ? made[i - first]
                            : chunk.loadLong(Nodes.childAt(node, i - made.length + removed));
        }
        long[] now;
        if (refs.length < 2) {
            now = refs;
        } else if (refs.length <= children) {
            now = new long[] {nodeLike(chunk, node, first, removed, refs, made.length)};
        } else {
            now = grouped(refs);
        }
        replace(path, level - 1, 1, now);
        old.push(ref(chunk, node));
    }

    /** Makes nodes of more children than one has room for. */
    private long[] grouped(long[] refs) {
        return nodesOf(refs, refs.length <= 2 * children ? 2 : (int) Math.ceil(refs.length / (children * NEW)));
    }

    private long[] nodesOf(long[] refs, int parts) {
        long[] made = new long[parts];
        for (int i = 0; i < parts; i++) {
            int from = (int) ((long) refs.length * i / parts);
            made[i] = nodeOf(Arrays.copyOfRange(refs, from, (int) ((long) refs.length * (i + 1) / parts)));
        }
        return made;
    }

    private ObjectView makeNode(long[] refs) {
        ObjectView made = create(ReservedClass.TREE_NODE, TreeLayout.nodeBytes(refs.length));
        made.store(TreeLayout.CHILDREN_OFFSET, refs.length);
        for (int i = 0; i < refs.length; i++) {
            made.store(TreeLayout.CHILD_OFFSET + 8L * i, refs[i]);
        }
        return made;
    }

    private long nodeOf(long[] refs) {
        if (refs.length == 1) {
            return refs[0];
        }
        ObjectView made = makeNode(refs);
        long node = Reference.offset(made.ref());
        nodes.storeWords(space.chunk(node), node, refs);
        complete(made);
        return made.ref();
    }

    private long nodeLike(MappedChunk its, long like, int first, int removed, long[] refs, int made) {
        ObjectView view = makeNode(refs);
        long node = Reference.offset(view.ref());
        if (!nodes.copyWords(its, like, first, removed, space.chunk(node), node, refs, made)) {
            nodes.storeWords(space.chunk(node), node, refs);
        }
        complete(view);
        return view.ref();
    }

    // ---- what both consist of ----

    /** There is no run of as many free blocks as something has. */
    private static final class NoRunException extends HeapFullException {
        private static final long serialVersionUID = 1;

        private NoRunException(String message) {
            super(message);
        }
    }

    private void begin() {
        fresh.clear();
        setSize(LEAF_BLOCKS.length - 1);
    }

    private void setSize(int number) {
        size = number;
        places = Math.min(fullPlaces, TreeLayout.placesIn(LEAF_BLOCKS[number]));
        children = Math.min(mostChildren, TreeLayout.childrenIn(NODE_BLOCKS[number]));
    }

    /** Runs something; if the heap has no room for what it makes, that is freed. */
    private void orNothing(Runnable change) {
        begin();
        try {
            inRuns(() -> {
                change.run();
                return null;
            });
        } catch (HeapFullException | StaleObjectException e) {
            giveBack(0);
            throw e;
        }
    }

    /** Makes leaves and nodes, smaller ones where the heap has no run of free blocks for larger ones. */
    private <T> T inRuns(Supplier<T> making) {
        int before = fresh.size();
        while (true) {
            try {
                return making.get();
            } catch (NoRunException e) {
                if (size == 0) {
                    throw new HeapFullException(e.getMessage());
                }
                giveBack(before);
                setSize(size - 1);
            }
        }
    }

    /** Frees what was made, but for the first ones. */
    private void giveBack(int kept) {
        while (fresh.size() > kept) {
            space.free(fresh.remove(fresh.size() - 1).ref());
        }
    }

    /** Makes an object whose bytes lie one behind the other: invalid, not written back. */
    private ObjectView create(int classId, long bytes) {
        ObjectView made = space.create(classId, bytes);
        if (made.blocks() != null) {
            space.free(made.ref());
            throw new NoRunException("no run of free blocks for a sorted collection: heap="
                    + space.file().path() + ", bytes=" + bytes
                    + "; commit earlier, or open the heap with a larger size");
        }
        fresh.add(made);
        return made;
    }

    /** Makes an object valid; in a new collection that does whatever makes that reachable. */
    private void complete(ObjectView made) {
        if (!isNew) {
            made.setValid();
            made.pwb();
        }
    }

    // persist-order: none for a new collection: whatever makes it reachable writes back and validates what it leads to;
    // else see above
    private void publish(long word, long ref) {
        changes++;
        MappedChunk chunk = space.chunk(word);
        space.overwritingAt(word); // maybe what the new leaf leads to
        if (isNew) {
            Transaction transaction = heap.fa();
            if (transaction != null) {
                fresh.forEach(made -> transaction.allocated(made, null));
            }
            fresh.clear();
            chunk.storeLong(word, ref);
            return;
        }
        fresh.clear();
        space.pfence();
        chunk.storeLongRelease(word, ref);
        chunk.pwb(word);
        space.pfence();
    }

    /** Says that a leaf is not in use any more, which is freed with those behind it. */
    private void retire(long leaf) {
        Leaves.leave(space.chunk(leaf), leaf);
        for (long at = leaf; at != 0; ) {
            MappedChunk chunk = space.chunk(at);
            old.push(ref(chunk, at));
            at = leaves.next(chunk, at);
        }
    }

    private void freeOld() {
        Transaction transaction = isNew ? heap.fa() : null;
        while (!old.isEmpty()) {
            long ref = old.pop();
            if (transaction != null) {
                transaction.free(ref);
            } else {
                space.free(ref);
            }
        }
    }
}
