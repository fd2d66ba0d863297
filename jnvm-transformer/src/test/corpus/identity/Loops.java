package corpus.identity;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Loops that end where they began: a cyclic list, compared by reference. */
public class Loops {
    @Persistent
    static class Node {
        final int v;
        Node next;
        Node previous;

        Node(int v) {
            this.v = v;
            next = previous = this;
        }

        void insert(Node n) {
            n.next = next;
            n.previous = this;
            next.previous = n;
            next = n;
        }

        Node remove() {
            if (next == this) {
                return null;
            }
            previous.next = next;
            next.previous = previous;
            return next;
        }
    }

    public static void run(Stage s) {
        Node first = new Node(0);
        for (int i = 1; i < 10; i++) {
            first.insert(new Node(i));
        }
        int sum = 0;
        Node n = first;
        do {
            sum = sum * 3 + n.v;
            n = n.next;
        } while (n != first);
        s.print(sum);
        // every third leaves the circle
        for (Node at = first; at != null; ) {
            at = at.next.next;
            s.print(at.v, at == first, at.next == at.previous);
            at = at.remove();
        }
    }
}
