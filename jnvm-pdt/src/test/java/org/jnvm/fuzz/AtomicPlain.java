package org.jnvm.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jnvm.Heap;
import org.jnvm.fuzz.Model.Difference;
import org.jnvm.fuzz.Model.Kind;
import org.jnvm.fuzz.Model.Node;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.spi.Proxy;

/**
 * One change outside of failure-atomic blocks, to what blocks change as well: atomic by itself. Then, by a store of its
 * own, the number in the thread's object. Done to a heap and to its {@link AtomicState}, or to the state alone.
 */
final class AtomicPlain {
    private static final int NUMBER = 0;
    private static final int MAP = 1;
    private static final int LIST = 2;
    private static final int ARRAY = 3;

    private final AtomicState state;
    private final int thread;
    private final long seq;
    private final int stripe;
    private final Node root;
    /** What is changed: one of the constants; where it is empty, the number instead. */
    private final int part;

    private final String key;
    private final int index;
    private final long value;

    /**
     * Prepares a change.
     *
     * @param state what it changes
     * @param thread the number of the thread
     * @param seq the number of the change in its thread
     * @param seed what it does
     * @param stripe what it changes
     */
    AtomicPlain(AtomicState state, int thread, long seq, long seed, int stripe) {
        this.state = state;
        this.thread = thread;
        this.seq = seq;
        this.stripe = stripe;
        root = state.stripes[stripe];
        Random random = new Random(seed);
        value = random.nextLong();
        List<String> keys = new ArrayList<>(root.refs[AtomicState.MAP].map.keySet());
        int listed = root.refs[AtomicState.LIST].list.size();
        int wanted = random.nextInt(4);
        part = wanted == MAP && keys.isEmpty() || wanted == LIST && listed == 0 ? NUMBER : wanted;
        key = part == MAP ? keys.get(random.nextInt(keys.size())) : null;
        index = switch (part) {
            case LIST -> random.nextInt(listed);
            case ARRAY -> random.nextInt(root.refs[AtomicState.ARRAY].refs.length);
            default -> 0;
        };
    }

    /** Tells whether a seed stands for such a change, and not for a block. */
    static boolean isMeant(long seed) {
        return (seed & 7) == 0;
    }

    /**
     * Makes the change and writes the thread's number.
     *
     * @param heap the heap that is changed as well; null for the state alone
     */
    void run(Heap heap) {
        change(heap);
        Node own = state.threads.refs[thread];
        own.numbers[0] = seq;
        if (heap != null) {
            ((Thing) own.proxy).setValue(seq);
        }
    }

    /** Makes the change alone; see {@link #run}. */
    void change(Heap heap) {
        state.operations[stripe]++;
        if (part == NUMBER) {
            Node plain = root.refs[AtomicState.PLAIN];
            plain.numbers[0] = value;
            if (heap != null) {
                ((Thing) plain.proxy).setValue(value);
            }
            return;
        }
        Node made = new Node(Kind.THING);
        made.numbers[0] = value;
        Node before = switch (part) {
            case MAP -> root.refs[AtomicState.MAP].map.put(key, made);
            case LIST -> root.refs[AtomicState.LIST].list.set(index, made);
            default -> {
                Node[] refs = root.refs[AtomicState.ARRAY].refs;
                Node old = refs[index];
                refs[index] = made;
                yield old;
            }
        };
        if (heap != null) {
            made.proxy = new Thing(value);
            link(made);
            if (before != null) {
                heap.free(before.proxy);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private void link(Node made) {
        switch (part) {
            case MAP -> {
                PHashMap<Object, Object> map = (PHashMap<Object, Object>) root.refs[AtomicState.MAP].proxy;
                for (PHashMap.Entry<Object, Object> entry : map.entrySet()) {
                    if (entry.getKey().toString().equals(key)) {
                        entry.setValue(made.proxy);
                        return;
                    }
                }
                throw new Difference("key is not found by iteration: " + key);
            }
            case LIST -> ((PArrayList<Object>) root.refs[AtomicState.LIST].proxy).set(index, made.proxy);
            default -> Model.setRef(root.refs[AtomicState.ARRAY].proxy, index, made.proxy);
        }
    }

    /** Tells whether a heap that does not have the thread's number has the change. */
    boolean isIn(Heap heap) {
        Links found = heap.root().get("stripe " + stripe, Links.class);
        Object there = switch (part) {
            case NUMBER -> found.get(AtomicState.PLAIN);
            case MAP -> ((PHashMap<?, ?>) found.get(AtomicState.MAP)).get(key);
            case LIST -> ((PArrayList<?>) found.get(AtomicState.LIST)).get(index);
            default -> Model.ref((Proxy) found.get(AtomicState.ARRAY), index);
        };
        return there instanceof Thing thing && thing.value() == value;
    }
}
