package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Reading, writing and changing a field of null throws, after the operands that Java evaluates first. */
public class NullReceivers {
    @Persistent
    static class Node {
        int value;
        String text;
        Node next;
        long wide;
    }

    static String trace = "";

    static int note(int n) {
        trace += n;
        return n;
    }

    static Node none() {
        trace += "-";
        return null;
    }

    public static void run(Stage s) {
        Node n = new Node();
        s.caught(() -> s.print(none().value));
        s.caught(() -> none().value = note(1));
        s.caught(() -> none().value += note(2));
        s.caught(() -> none().value++);
        s.caught(() -> n.next.text = "x" + note(3));
        s.caught(() -> n.next.text += note(4));
        s.caught(() -> n.next.next.wide -= note(5));
        s.caught(() -> n.value = none().value + note(6));
        s.caught(() -> n.next.wide = n.wide = note(7));
        s.print(trace, n.value, n.wide);
    }
}
