package corpus.control;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Recursion over objects and over methods that call each other. */
public class Recursion {
    @Persistent
    static class Tree {
        int key;
        Tree left;
        Tree right;
        int visits;

        Tree(int key) {
            this.key = key;
        }

        void insert(int k) {
            visits++;
            if (k < key) {
                if (left == null) {
                    left = new Tree(k);
                } else {
                    left.insert(k);
                }
            } else if (right == null) {
                right = new Tree(k);
            } else {
                right.insert(k);
            }
        }

        int depth() {
            return 1 + Math.max(left == null ? 0 : left.depth(), right == null ? 0 : right.depth());
        }

        boolean even(int n) {
            return n == 0 || right != null && right.odd(n - 1);
        }

        boolean odd(int n) {
            visits++;
            return n != 0 && right != null && right.even(n - 1);
        }

        String list() {
            return (left == null ? "" : left.list()) + key + ":" + visits + " " + (right == null ? "" : right.list());
        }
    }

    public static void run(Stage s) {
        Tree t = new Tree(50);
        for (int i = 1; i < 40; i++) {
            t.insert(i * 37 % 101);
        }
        s.print(t.depth(), t.even(2), t.odd(1), t.even(7));
        s.print(t.list());
    }
}
