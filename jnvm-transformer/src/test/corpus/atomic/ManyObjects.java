package corpus.atomic;

import org.jnvm.NotFailureAtomic;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A block that makes and changes more objects than fit into one record of the log, then one that undoes as many. */
public class ManyObjects {
    @Persistent(fa = "non-private")
    static class Node {
        int value;
        String text;
        Node next;

        @NotFailureAtomic
        Node(int value, Node next) {
            this.value = value;
            this.text = "n" + value;
            this.next = next;
        }
    }

    @Persistent(fa = "non-private")
    static class Chain {
        Node first;
        int size;

        void grow(int n) {
            for (int i = 0; i < n; i++) {
                first = new Node(size++, first);
            }
        }

        void scale(int by, boolean fail) {
            for (Node n = first; n != null; n = n.next) {
                n.value *= by;
                n.text += n.value;
            }
            grow(200);
            if (fail) {
                first = null;
                throw new IllegalStateException("size " + size);
            }
        }

        long sum() {
            long sum = 0;
            for (Node n = first; n != null; n = n.next) {
                sum = sum * 7 + n.value + n.text.hashCode();
            }
            return sum;
        }
    }

    public static void run(Stage s) {
        Chain c = new Chain();
        c.grow(300);
        s.print(c.sum(), c.size);
        c.scale(3, false);
        s.print(c.sum(), c.size);
        Object[] all = new Object[c.size + 1];
        int i = 0;
        all[i++] = c;
        for (Node n = c.first; n != null; n = n.next) {
            all[i++] = n;
        }
        s.aborted(() -> c.scale(5, true), all);
        s.print(c.sum(), c.size);
    }
}
