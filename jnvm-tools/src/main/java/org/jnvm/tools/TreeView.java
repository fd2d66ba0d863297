package org.jnvm.tools;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;

/** Prints objects and what they lead to as a tree. */
final class TreeView {
    private final Parts parts;
    private final int depth;
    private final int width;
    private final Appendable out;
    private final Set<Long> path = new HashSet<>();
    private final Set<Long> shown = new HashSet<>();

    TreeView(StoredHeap heap, int depth, int width, Appendable out) {
        this.parts = new Parts(heap);
        this.depth = depth;
        this.width = width;
        this.out = out;
    }

    /** Prints one tree. */
    void print(String label, Object value) throws IOException {
        try {
            print("", "", label, value, 0);
        } catch (Unwritable e) {
            throw e.cause;
        }
    }

    /** Takes an exception through visitors. */
    private static final class Unwritable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient IOException cause;

        private Unwritable(IOException cause) {
            super(cause);
            this.cause = cause;
        }
    }

    private void line(String text) {
        try {
            out.append(text).append(System.lineSeparator());
        } catch (IOException e) {
            throw new Unwritable(e);
        }
    }

    private void print(String first, String further, String label, Object value, int level) {
        String start = first + label + " = " + Values.text(value);
        if (!(value instanceof StoredObject object) || object.immediate() != null) {
            line(start);
            return;
        }
        String size = object.layout().tail() == null ? "" : " [" + object.length() + "]";
        if (path.contains(object.ref())) {
            line(start + size + "  (cycle: it contains this)");
        } else if (shown.contains(object.ref())) {
            line(start + size + "  (shown above)");
        } else {
            line(start + size);
            if (level < depth) { // else another place may show what is in it
                shown.add(object.ref());
            }
            path.add(object.ref());
            children(further, object, level);
            path.remove(object.ref());
        }
    }

    /** A part that waits until it is known whether it is the last one. */
    private record Child(String label, Object value) {}

    private void children(String indent, StoredObject object, int level) {
        Child[] held = new Child[1];
        int[] count = {0};
        boolean[] cut = {false};
        parts.visit(object, (label, value) -> {
            if (level >= depth || count[0] == width) {
                cut[0] = true;
                return false;
            }
            if (held[0] != null) {
                print(indent + "├─ ", indent + "│  ", held[0].label(), held[0].value(), level + 1);
            }
            held[0] = new Child(label, value);
            count[0]++;
            return true;
        });
        if (held[0] != null) {
            print(
                    indent + (cut[0] ? "├─ " : "└─ "),
                    indent + (cut[0] ? "│  " : "   "),
                    held[0].label(),
                    held[0].value(),
                    level + 1);
        }
        if (cut[0]) {
            line(indent + "└─ …");
        }
    }
}
