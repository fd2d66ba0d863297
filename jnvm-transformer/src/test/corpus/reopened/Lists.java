package corpus.reopened;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A linked list that grows and shrinks over several openings. */
public class Lists {
    @Persistent
    static class Node {
        int v;
        Node next;

        Node(int v, Node next) {
            this.v = v;
            this.next = next;
        }
    }

    @Persistent
    static class Head {
        Node first;
        int size;
    }

    public static void run(Stage s) {
        s.put("Lists", new Head());
        for (int round = 1; round < 5; round++) {
            s.reopen();
            Head h = s.get("Lists");
            for (int i = 0; i < round * 10; i++) {
                h.first = new Node(h.size++ * round, h.first);
            }
            while (h.size % 7 != 0) {
                h.first = h.first.next.next;
                h.size -= 2;
            }
            long sum = 0;
            for (Node n = h.first; n != null; n = n.next) {
                sum = sum * 31 + n.v;
            }
            s.print(h.size, sum);
        }
    }
}
