package org.jnvm.bench.restart;

import java.util.SplittableRandom;
import org.jnvm.bench.proxy.Refs;
import org.jnvm.runtime.Durability;
import org.jnvm.spi.Proxy;

/** What a heap is filled with. Objects are small, one block each, but for arrays of 1000 references. */
public enum Shape {
    /** Objects in arrays of 1000, which are in one array: work for any number of threads. */
    ARRAYS {
        @Override
        Proxy build(long objects) {
            return arrays(objects, false);
        }
    },
    /** The same, of which every second object is not referred to any more: a crash, or a leak, left it valid. */
    GARBAGE {
        @Override
        Proxy build(long objects) {
            return arrays(objects, true);
        }
    },
    /** A balanced binary tree. */
    TREE {
        @Override
        Proxy build(long objects) {
            return tree(objects);
        }
    },
    /** One linked list in the order of addresses: nothing to do for a second thread. */
    LIST {
        @Override
        Proxy build(long objects) {
            Node first = null;
            for (long i = 0; i < objects; i++) {
                first = new Node(i, first, null);
            }
            return first;
        }
    },
    /** One linked list that jumps: each stretch of a million is linked in random order. The worst case. */
    LIST_RANDOM {
        @Override
        Proxy build(long objects) {
            return randomList(objects);
        }
    };

    private static final int ARRAY = 1000;
    private static final int STRETCH = 1_000_000;

    /**
     * Makes the objects, valid, in the heap that the thread has entered.
     *
     * @param objects how many, arrays not counted, garbage counted
     * @return the one that leads to all
     */
    abstract Proxy build(long objects);

    private static Proxy arrays(long objects, boolean garbage) {
        long left = objects;
        Refs top = new Refs((int) ((objects + ARRAY - 1) / ARRAY));
        for (int i = 0; i < top.length(); i++) {
            int count = (int) Math.min(ARRAY, left);
            Refs array = new Refs(count);
            for (int k = 0; k < count; k++) {
                Node node = new Node(left, null, null);
                if (!garbage || k % 2 == 0) {
                    array.set(k, node);
                }
                left--;
            }
            Durability.validate(array);
            top.set(i, array);
        }
        Durability.validate(top);
        return top;
    }

    private static Node tree(long objects) {
        if (objects == 0) {
            return null;
        }
        long left = (objects - 1) / 2;
        return new Node(objects, tree(left), tree(objects - 1 - left));
    }

    private static Proxy randomList(long objects) {
        SplittableRandom random = new SplittableRandom(1);
        Node first = null;
        for (long done = 0; done < objects; ) {
            Node[] stretch = new Node[(int) Math.min(STRETCH, objects - done)];
            for (int i = 0; i < stretch.length; i++) {
                int at = random.nextInt(i + 1);
                stretch[i] = stretch[at];
                stretch[at] = new Node(done + i, null, null);
            }
            for (Node node : stretch) {
                node.setLeft(first);
                first = node;
            }
            done += stretch.length;
        }
        return first;
    }
}
