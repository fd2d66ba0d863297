package org.jnvm.fuzz;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jnvm.Heap;
import org.jnvm.JNVM;
import org.jnvm.fuzz.Model.Difference;
import org.jnvm.fuzz.Model.Kind;
import org.jnvm.fuzz.Model.Node;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.Proxy;

/**
 * One outermost failure-atomic block with random content, on stripes whose locks the caller holds; done to a heap and
 * to its {@link AtomicState}, or to the state alone. What it does depends on its seed and the stripes only.
 */
final class AtomicBlock {
    /** Ways to open a block. */
    private static final int STYLES = 4;

    private static final int BY_HAND = 2;
    private static final int WOVEN = 3;
    private static final int MOST_NESTED = 5;
    private static final int KEYS = 24;
    private static final int MOST_LISTED = 45;
    private static final int MOST_CHAINED = 20;
    private static final int[] SIZES = {0, 1, 100, 232, 233, 700};
    private static final Kind[] PAYLOADS = {Kind.THING, Kind.STRING, Kind.VALUES, Kind.BLOB, Kind.BIG, Kind.LONGS};

    /** Leaves blocks, down to one of them, and is caught there. */
    private interface Leaving {
        /** Returns the depth of the outermost block that it leaves. */
        int depth();
    }

    private static final class LeavingException extends RuntimeException implements Leaving {
        private static final long serialVersionUID = 1L;
        private final int depth;

        LeavingException(int depth) {
            super(null, null, false, false);
            this.depth = depth;
        }

        @Override
        public int depth() {
            return depth;
        }
    }

    private static final class LeavingError extends Error implements Leaving {
        private static final long serialVersionUID = 1L;
        private final int depth;

        LeavingError(int depth) {
            super(null, null, false, false);
            this.depth = depth;
        }

        @Override
        public int depth() {
            return depth;
        }
    }

    private final AtomicState state;
    private final Heap heap;
    private final int thread;
    private final long seq;
    private final int[] stripes;
    private final Random random;
    /** Restores nodes, the last one first. */
    private final Deque<Runnable> undo = new ArrayDeque<>();

    /** Actions that wait for the commit, that ran, and the same of those that wait for an abort. */
    private int commitActions;

    private int commitActionsRun;
    private int abortActions;
    private int abortActionsWanted;
    private int abortActionsRun;

    /**
     * Prepares a block.
     *
     * @param state what it changes
     * @param heap the heap that it changes as well; null for the state alone
     * @param thread the number of the thread
     * @param seq the number of the block in its thread
     * @param seed what it does
     * @param stripes what it changes
     */
    AtomicBlock(AtomicState state, Heap heap, int thread, long seq, long seed, int[] stripes) {
        this.state = state;
        this.heap = heap;
        this.thread = thread;
        this.seq = seq;
        this.stripes = stripes;
        this.random = new Random(seed);
    }

    private boolean real() {
        return heap != null;
    }

    /**
     * Runs the block.
     *
     * @return whether it was committed
     */
    boolean run() {
        boolean committed = block(0);
        if (committed) {
            for (int stripe : stripes) {
                state.operations[stripe]++;
            }
        }
        if (real()) {
            requireEqual("commit actions run", committed ? commitActions : 0, commitActionsRun);
            requireEqual("abort actions run", abortActionsWanted, abortActionsRun);
            if (JNVM.inFa()) {
                throw new Difference("a block is open after the outermost one has ended");
            }
        }
        return committed;
    }

    private static void requireEqual(String what, long expected, long found) {
        if (expected != found) {
            throw new Difference(what + ": expected=" + expected + ", found=" + found);
        }
    }

    // ---- blocks ----

    /** Runs a block; returns whether it ended without an exception. An exception for a block around it goes on. */
    private boolean block(int depth) {
        int before = undo.size();
        try {
            open(depth, random.nextInt(STYLES));
            return true;
        } catch (LeavingException | LeavingError e) {
            while (undo.size() > before) {
                undo.pop().run();
            }
            if (((Leaving) e).depth() < depth) {
                throw e;
            }
            return false;
        }
    }

    private void open(int depth, int style) {
        if (style == BY_HAND) {
            openByHand(depth);
        } else if (!real()) {
            body(depth);
        } else if (style == WOVEN) {
            openWoven(depth);
        } else if (style == 0) {
            heap.atomically(() -> body(depth));
        } else {
            call(depth);
        }
    }

    /** As the transformer weaves it. */
    private void openWoven(int depth) {
        Proxy self = state.threads.proxy;
        int opened = Transactions.faStart(self);
        requireEqual("depth", depth + 1, opened);
        try {
            body(depth);
        } catch (RuntimeException | Error e) {
            Transactions.faFail(self, e, opened);
            throw e;
        }
        Transactions.faEnd(self);
    }

    /** By hand, an exception can only be answered by aborting the outermost block. */
    private void openByHand(int depth) {
        if (real()) {
            JNVM.faStart();
        }
        try {
            body(depth);
        } catch (LeavingException | LeavingError e) {
            if (real() && JNVM.inFa()) {
                JNVM.faAbort();
            }
            throw new LeavingException(0);
        }
        if (real()) {
            JNVM.faEnd();
        }
    }

    private void call(int depth) {
        Callable<Integer> body = () -> {
            body(depth);
            return depth;
        };
        Integer result;
        try {
            result = heap.atomically(body);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("the body throws no checked exception", e);
        }
        requireEqual("result of a block", depth, result);
    }

    private void body(int depth) {
        boolean leaves = random.nextInt(depth == 0 ? 15 : 5) == 0;
        actions();
        for (int i = 1 + random.nextInt(random.nextInt(8) == 0 ? 20 : 5); i > 0; i--) {
            if (depth + 1 < MOST_NESTED && random.nextInt(4) == 0) {
                block(depth + 1);
            } else {
                step();
            }
        }
        if (leaves) {
            leave(depth);
        }
        if (depth == 0) {
            stamp();
        }
    }

    private void leave(int depth) {
        int downTo = random.nextInt(depth + 1);
        int how = random.nextInt(3);
        if (how == 0) {
            throw new LeavingError(downTo);
        }
        if (how == 1) {
            if (real()) {
                JNVM.faAbort();
            }
            throw new LeavingException(0);
        }
        throw new LeavingException(downTo);
    }

    /** Registers what is to run after the commit, and on an abort. */
    private void actions() {
        if (random.nextInt(4) != 0) {
            return;
        }
        commitActions++;
        abortActions++;
        undo.push(() -> {
            commitActions--;
            abortActions--;
            abortActionsWanted++;
        });
        if (real()) {
            heap.onCommit(() -> commitActionsRun++);
            heap.onAbort(() -> abortActionsRun++);
        }
    }

    /** Writes what tells that the block was committed, in several objects. */
    private void stamp() {
        Node own = state.threads.refs[thread];
        setNumber(own, 0, seq);
        for (int stripe : stripes) {
            Node root = state.stripes[stripe];
            setNumber(root.refs[AtomicState.HEAD], 0, seq);
            setNumber(root.refs[AtomicState.PLAIN], 0, random.nextLong());
            setValue(root.refs[AtomicState.VALUES], random.nextInt(3));
        }
    }

    // ---- single steps ----

    private void step() {
        Node root = state.stripes[stripes[random.nextInt(stripes.length)]];
        int which = random.nextInt(100);
        if (which < 14) {
            put(root);
        } else if (which < 20) {
            remove(root);
        } else if (which < 36) {
            list(root);
        } else if (which < 48) {
            array(root);
        } else if (which < 60) {
            chain(root);
        } else if (which < 64) {
            bytes(root.refs[AtomicState.BLOB]);
        } else if (which < 67) {
            longs(root.refs[AtomicState.LONGS]);
        } else if (which < 75) {
            transfer();
        } else if (which < 80) {
            setValue(root.refs[AtomicState.VALUES], random.nextInt(5));
        } else if (which < 88) {
            overwrite(root);
        } else if (which < 91) {
            move(root);
        } else if (which < 93) {
            discard(make());
        } else if (which < 94) {
            interrupt();
        } else if (real()) {
            Model.compare(root, root.proxy);
        }
    }

    /** An interrupted thread does all as before; the mark is cleared when the block has ended. */
    private void interrupt() {
        if (real()) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes the node be restored if the block is undone; called before it is changed. */
    private void touch(Node node) {
        Node before = node.shallowCopy();
        undo.push(() -> node.restore(before));
    }

    private void setNumber(Node node, int index, long value) {
        touch(node);
        node.numbers[index] = value;
        if (real()) {
            Model.setNumber(node.proxy, index, value);
        }
    }

    private void setRef(Node node, int index, Node target) {
        touch(node);
        node.refs[index] = target;
        if (real()) {
            Model.setRef(node.proxy, index, target == null ? null : target.proxy);
        }
    }

    /** Makes an object, which the caller links. */
    private Node make() {
        Node node = new Node(PAYLOADS[random.nextInt(PAYLOADS.length)]);
        if (node.kind == Kind.BLOB) {
            node.bytes = new byte[SIZES[random.nextInt(SIZES.length)]];
            random.nextBytes(node.bytes);
        } else if (node.kind == Kind.LONGS) {
            node.numbers = random.longs(random.nextInt(70)).toArray();
        } else if (node.kind == Kind.STRING) {
            node.text = text();
        } else {
            Arrays.setAll(node.numbers, i -> random.nextLong());
        }
        if (real()) {
            node.proxy = switch (node.kind) {
                case THING -> new Thing(node.numbers[0]);
                case BIG -> new Big();
                case BLOB -> new Blob(node.bytes);
                case STRING -> new PString(node.text);
                case LONGS -> new PLongArray(node.numbers);
                default -> new Values();
            };
        }
        if (node.kind == Kind.BIG) {
            for (int part = 0; part < Big.PARTS; part++) {
                setNumber(node, part, node.numbers[part]);
            }
        } else if (node.kind == Kind.VALUES) {
            setValue(node, random.nextInt(5));
        }
        return node;
    }

    private String text() {
        return random.nextInt(1000) + "x".repeat(random.nextInt(random.nextInt(20) == 0 ? 400 : 30));
    }

    /** Frees an object that nothing refers to any more. */
    private void discard(Node node) {
        if (real() && node != null) {
            heap.free(node.proxy);
        }
    }

    private static void requireSame(Node expected, Object found, String what) {
        long wanted = expected == null ? 0 : expected.proxy.$jnvm$ref();
        if (found == null ? expected != null : ((Proxy) found).$jnvm$ref() != wanted) {
            throw new Difference(
                    what + ": expected=" + (expected == null ? null : expected.proxy) + ", found=" + found);
        }
    }

    // ---- map ----

    @SuppressWarnings("unchecked")
    private static PHashMap<Object, Object> map(Node node) {
        return (PHashMap<Object, Object>) node.proxy;
    }

    private void put(Node root) {
        put(root, "key " + random.nextInt(KEYS), make());
    }

    private void put(Node root, String key, Node value) {
        Node map = root.refs[AtomicState.MAP];
        touch(map);
        boolean isNew = !map.map.containsKey(key);
        Node before = map.map.put(key, value);
        if (real()) {
            Object given = isNew ? new PString(key) : keyOf(map, key); // the map keeps the key that it has
            requireSame(before, map(map).put(given, value.proxy), "put");
        }
        setNumber(root.refs[AtomicState.BIG], AtomicState.MAP_SIZE, map.map.size());
        discard(before);
    }

    private static Object keyOf(Node map, String wanted) {
        for (Object key : map(map).keySet()) {
            if (key.toString().equals(wanted)) {
                return key;
            }
        }
        throw new Difference("key is not found by iteration: " + wanted);
    }

    private void remove(Node root) {
        discard(take(root));
    }

    /** Removes an entry; returns its value, or null if the map is empty. */
    private Node take(Node root) {
        Node map = root.refs[AtomicState.MAP];
        if (map.map.isEmpty()) {
            return null;
        }
        List<String> keys = new ArrayList<>(map.map.keySet());
        String key = keys.get(random.nextInt(keys.size()));
        touch(map);
        Node before = map.map.remove(key);
        if (real()) {
            Object stored = keyOf(map, key);
            requireSame(before, map(map).remove(key), "remove");
            heap.free(stored);
        }
        setNumber(root.refs[AtomicState.BIG], AtomicState.MAP_SIZE, map.map.size());
        return before;
    }

    /** Moves a value from a map to a list, of another stripe maybe. */
    private void move(Node root) {
        Node value = take(root);
        if (value != null) {
            add(state.stripes[stripes[random.nextInt(stripes.length)]], value);
        }
    }

    // ---- list ----

    @SuppressWarnings("unchecked")
    private static PArrayList<Object> list(Object proxy) {
        return (PArrayList<Object>) proxy;
    }

    private void add(Node root, Node value) {
        Node list = root.refs[AtomicState.LIST];
        touch(list);
        list.list.add(value);
        if (real()) {
            list(list.proxy).add(value.proxy);
        }
        setNumber(root.refs[AtomicState.BIG], AtomicState.LIST_SIZE, list.list.size());
    }

    private void list(Node root) {
        Node list = root.refs[AtomicState.LIST];
        int size = list.list.size();
        int which = size > MOST_LISTED ? 9 : random.nextInt(10);
        if (size == 0 || which < 4) {
            add(root, make());
            return;
        }
        int at = random.nextInt(size);
        Node gone = null;
        touch(list);
        if (which < 6) {
            Node value = make();
            list.list.add(at, value);
            if (real()) {
                list(list.proxy).add(at, value.proxy);
            }
        } else if (which < 8) {
            Node value = make();
            gone = list.list.set(at, value);
            if (real()) {
                requireSame(gone, list(list.proxy).set(at, value.proxy), "set");
            }
        } else {
            int removed = random.nextBoolean() ? at : size - 1;
            gone = list.list.remove(removed);
            if (real()) {
                requireSame(gone, list(list.proxy).remove(removed), "remove");
            }
        }
        setNumber(root.refs[AtomicState.BIG], AtomicState.LIST_SIZE, list.list.size());
        discard(gone);
    }

    // ---- array, chain, bytes, fields ----

    private void array(Node root) {
        Node array = root.refs[AtomicState.ARRAY];
        int at = random.nextInt(array.refs.length);
        Node before = array.refs[at];
        boolean freeFirst = random.nextBoolean();
        if (freeFirst) {
            setRef(array, at, null);
            discard(before);
        }
        setRef(array, at, random.nextInt(4) == 0 ? null : make());
        if (!freeFirst) {
            discard(before);
        }
    }

    /** Links a thing with a payload into the chain at the stripe's head, or takes one out. */
    private void chain(Node root) {
        Node at = root.refs[AtomicState.HEAD];
        int length = 0;
        for (Node next = at.refs[0]; next != null; next = next.refs[0]) {
            length++;
        }
        for (int steps = random.nextInt(length + 1); steps > 0 && at.refs[0].refs[0] != null; steps--) {
            at = at.refs[0];
        }
        if (at.refs[0] == null || length < MOST_CHAINED && random.nextInt(5) < 3) {
            Node made = new Node(Kind.THING);
            made.numbers[0] = random.nextLong();
            if (real()) {
                made.proxy = new Thing(made.numbers[0]);
            }
            setRef(made, 1, random.nextBoolean() ? make() : null);
            setRef(made, 0, at.refs[0]);
            setRef(at, 0, made);
        } else {
            Node gone = at.refs[0];
            setRef(at, 0, gone.refs[0]);
            discard(gone.refs[1]);
            discard(gone);
        }
    }

    private void bytes(Node blob) {
        int length = blob.bytes.length;
        touch(blob);
        blob.bytes = blob.bytes.clone();
        if (random.nextBoolean()) {
            int at = random.nextInt(length);
            blob.bytes[at] = (byte) random.nextInt();
            if (real()) {
                ((Blob) blob.proxy).set(at, blob.bytes[at]);
            }
            return;
        }
        int from = random.nextInt(length);
        byte[] some = new byte[random.nextInt(length - from)];
        random.nextBytes(some);
        System.arraycopy(some, 0, blob.bytes, from, some.length);
        if (real()) {
            ((Blob) blob.proxy).write(from, some);
        }
    }

    /** Changes an array of longs as a whole or in part; elements by themselves are changed by {@link #overwrite}. */
    private void longs(Node array) {
        touch(array);
        array.numbers = array.numbers.clone();
        if (random.nextInt(3) == 0) {
            long value = random.nextLong();
            Arrays.fill(array.numbers, value);
            if (real()) {
                ((PLongArray) array.proxy).fill(value);
            }
            return;
        }
        int from = random.nextInt(array.numbers.length);
        long[] some = random.longs(random.nextInt(array.numbers.length - from)).toArray();
        System.arraycopy(some, 0, array.numbers, from, some.length);
        if (real()) {
            ((PLongArray) array.proxy).set(from, some, 0, some.length);
        }
    }

    private void transfer() {
        Node from = state.stripes[stripes[0]].refs[AtomicState.BIG];
        Node to = state.stripes[stripes[stripes.length - 1]].refs[AtomicState.BIG];
        long amount = random.nextInt(1000);
        setNumber(from, AtomicState.BALANCE, from.numbers[AtomicState.BALANCE] - amount);
        setNumber(to, AtomicState.BALANCE, to.numbers[AtomicState.BALANCE] + amount);
    }

    private void setValue(Node node, int which) {
        Values.Content old = node.content;
        boolean none = random.nextInt(4) == 0;
        Values.Content changed = new Values.Content(
                which != 0 ? old.name() : none ? null : text(),
                which != 1 ? old.large() : none ? null : (Long) random.nextLong(),
                which != 2 ? old.rate() : none ? null : (Double) random.nextDouble(),
                which != 3 ? old.small() : none ? null : (Integer) random.nextInt(),
                which != 4 ? old.color() : none ? null : Values.Color.values()[random.nextInt(3)]);
        touch(node);
        node.content = changed;
        if (real()) {
            ((Values) node.proxy).set(which, changed);
        }
    }

    /** Changes an object of the list or the array in place. */
    private void overwrite(Node root) {
        List<Node> some = random.nextBoolean()
                ? root.refs[AtomicState.LIST].list
                : Arrays.asList(root.refs[AtomicState.ARRAY].refs);
        Node node = some.isEmpty() ? null : some.get(random.nextInt(some.size()));
        if (node == null) {
            return;
        }
        if (node.numbers.length > 0) {
            setNumber(node, random.nextInt(node.numbers.length), random.nextLong());
        } else if (node.kind == Kind.VALUES) {
            setValue(node, random.nextInt(5));
        } else if (node.kind == Kind.BLOB && node.bytes.length > 0) {
            bytes(node);
        }
    }
}
