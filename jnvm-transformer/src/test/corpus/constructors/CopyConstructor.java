package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A deep copy, by constructors that call each other. */
public class CopyConstructor {
    @Persistent
    static class Node {
        int value;
        String label;
        Node left;
        Node right;

        Node(int value, Node left, Node right) {
            this.value = value;
            this.label = "n" + value;
            this.left = left;
            this.right = right;
        }

        Node(Node other) {
            this(
                    other.value,
                    other.left == null ? null : new Node(other.left),
                    other.right == null ? null : new Node(other.right));
            label = other.label + "'";
        }

        String text() {
            return "(" + (left == null ? "" : left.text()) + label + (right == null ? "" : right.text()) + ")";
        }
    }

    public static void run(Stage s) {
        Node tree = new Node(1, new Node(2, null, null), new Node(3, new Node(4, null, null), null));
        Node copy = new Node(tree);
        tree.left.label = "changed";
        s.print(tree.text());
        s.print(copy.text());
    }
}
