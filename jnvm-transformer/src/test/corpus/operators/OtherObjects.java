package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Increments along a path: a.b.c++, and receivers with side effects, which happen once. */
public class OtherObjects {
    @Persistent
    static class Node {
        Node next;
        int count;
        long total;
        String text = "";

        Node next() {
            count++;
            return next;
        }
    }

    public static void run(Stage s) {
        Node a = new Node();
        a.next = new Node();
        a.next.next = new Node();
        a.next.next.next = a;
        a.next.count++;
        ++a.next.next.count;
        int old = a.next.next.count-- - --a.next.next.next.count;
        a.next.next.total += a.next.count += 10;
        a.next().next().total -= a.next().count;
        a.next().next().next().text += a.next().text += "t";
        s.print(old);
        for (Node n : new Node[] {a, a.next, a.next.next}) {
            s.print(n.count, n.total, n.text);
        }
    }
}
