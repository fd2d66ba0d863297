package org.jnvm.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;

/**
 * A way from a root to an object: the root, then fields by {@code .name}, elements by {@code [3]}, values of maps by
 * {@code ["key"]} or {@code [key]}.
 */
final class HeapPath {
    private final String root;
    private final List<String> steps = new ArrayList<>();

    /**
     * Reads a path.
     *
     * @param heap which roots it has decides where the name of the root ends
     * @param text the path
     */
    HeapPath(StoredHeap heap, String text) {
        String longest = null;
        for (String name : heap.rootNames()) {
            boolean fits = text.startsWith(name)
                    && (text.length() == name.length()
                            || text.charAt(name.length()) == '.'
                            || text.charAt(name.length()) == '[');
            if (fits && (longest == null || name.length() > longest.length())) {
                longest = name;
            }
        }
        if (longest == null) {
            throw new IllegalArgumentException(
                    "no such root: heap=" + heap.path() + ", path=" + text + ", roots=" + heap.rootNames());
        }
        root = longest;
        for (int at = root.length(); at < text.length(); ) {
            int end = text.charAt(at) == '[' ? endOfBracket(text, at) : endOfName(text, at + 1);
            steps.add(text.charAt(at) == '[' ? text.substring(at, end) : text.substring(at + 1, end));
            at = end;
        }
    }

    private static int endOfBracket(String text, int from) {
        boolean quoted = from + 1 < text.length() && text.charAt(from + 1) == '"';
        int end = text.indexOf(quoted ? "\"]" : "]", from + (quoted ? 2 : 1));
        if (end < 0) {
            throw new IllegalArgumentException("bracket is not closed: path=" + text);
        }
        return end + (quoted ? 2 : 1);
    }

    private static int endOfName(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
            end++;
        }
        return end;
    }

    /** Returns the root. */
    String root() {
        return root;
    }

    /**
     * Follows the path.
     *
     * @return what it leads to, as {@link StoredObject#value} gives it
     * @throws IllegalArgumentException if there is no such field or element
     */
    Object follow(StoredHeap heap) {
        Parts parts = new Parts(heap);
        Object value = heap.object(heap.root(root));
        for (String step : steps) {
            if (!(value instanceof StoredObject object)) {
                throw new IllegalArgumentException("nothing to look into: heap=" + heap.path() + ", step=" + step
                        + ", value=" + Values.text(value));
            }
            Object[] found = {this};
            List<String> labels = new ArrayList<>();
            parts.visit(object, (label, part) -> {
                if (label.equals(step)
                        || Objects.equals(label, step.replace("[", "[\"").replace("]", "\"]"))) {
                    found[0] = part;
                    return false;
                }
                if (labels.size() < 10) {
                    labels.add(label);
                }
                return true;
            });
            if (found[0] == this) {
                throw new IllegalArgumentException("no such field or element: heap=" + heap.path() + ", object="
                        + Values.name(object) + ", wanted=" + step + ", first there=" + labels);
            }
            value = found[0];
        }
        return value;
    }
}
