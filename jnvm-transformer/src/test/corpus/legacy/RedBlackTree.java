package corpus.legacy;

import org.jnvm.NotFailureAtomic;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A left-leaning red-black tree with parent-less rotations. */
public class RedBlackTree {
    @Persistent(fa = "non-private")
    static class Tree {
        private Node root;
        private int size;

        @Persistent
        private static class Node {
            int key;
            String value;
            Node left;
            Node right;
            boolean red = true;

            Node(int key, String value) {
                this.key = key;
                this.value = value;
            }
        }

        void put(int key, String value) {
            root = put(root, key, value);
            root.red = false;
        }

        private Node put(Node h, int key, String value) {
            if (h == null) {
                size++;
                return new Node(key, value);
            }
            if (key < h.key) {
                h.left = put(h.left, key, value);
            } else if (key > h.key) {
                h.right = put(h.right, key, value);
            } else {
                h.value = value;
            }
            if (red(h.right) && !red(h.left)) {
                h = rotateLeft(h);
            }
            if (red(h.left) && red(h.left.left)) {
                h = rotateRight(h);
            }
            if (red(h.left) && red(h.right)) {
                h.red = !h.red;
                h.left.red = h.right.red = false;
            }
            return h;
        }

        private static boolean red(Node n) {
            return n != null && n.red;
        }

        private static Node rotateLeft(Node h) {
            Node x = h.right;
            h.right = x.left;
            x.left = h;
            x.red = h.red;
            h.red = true;
            return x;
        }

        private static Node rotateRight(Node h) {
            Node x = h.left;
            h.left = x.right;
            x.right = h;
            x.red = h.red;
            h.red = true;
            return x;
        }

        @NotFailureAtomic
        int height() {
            return height(root);
        }

        private static int height(Node n) {
            return n == null ? 0 : 1 + Math.max(height(n.left), height(n.right));
        }

        String text() {
            return text(root, new StringBuilder()).toString();
        }

        private static StringBuilder text(Node n, StringBuilder out) {
            if (n != null) {
                text(n.left, out);
                out.append(n.key).append(n.red ? '*' : '=').append(n.value).append(' ');
                text(n.right, out);
            }
            return out;
        }
    }

    public static void run(Stage s) {
        Tree t = new Tree();
        for (int i = 0; i < 200; i++) {
            t.put(i * 71 % 113, "v" + i);
        }
        s.print(t.size, t.height());
        s.print(t.text());
    }
}
