package corpus.inheritance;

import java.util.Comparator;
import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Generic superclasses and interfaces, so that javac makes bridge methods, also for fields of a type variable. */
public class Bridges {
    interface Transformer<A, B> extends PObject {
        B apply(A a);

        default <C> C then(Transformer<? super B, C> next, A a) {
            return next.apply(apply(a));
        }
    }

    @Persistent
    abstract static class Node<T extends PObject, S extends Node<T, S>> implements Comparable<S> {
        T value;
        S next;
        int rank;

        abstract T get();

        void set(T t) {
            value = t;
            rank++;
        }

        S append(S s) {
            next = s;
            return s;
        }
    }

    @Persistent
    static class Leaf implements Transformer<Integer, String> {
        String text = "leaf";

        @Override
        public String apply(Integer n) {
            return text += n;
        }
    }

    @Persistent
    static class Length implements Transformer<CharSequence, Integer> {
        int total;

        @Override
        public Integer apply(CharSequence text) {
            return total += text.length();
        }
    }

    @Persistent
    static class LeafNode extends Node<Leaf, LeafNode> {
        @Override
        Leaf get() {
            return value;
        }

        @Override
        void set(Leaf leaf) {
            leaf.text += "*";
            super.set(leaf);
        }

        @Override
        public int compareTo(LeafNode other) {
            return rank - other.rank;
        }
    }

    static <T extends PObject, S extends Node<T, S>> void fill(S node, T value) {
        node.set(value);
        node.set(node.get());
    }

    public static void run(Stage s) {
        LeafNode a = new LeafNode();
        LeafNode b = new LeafNode();
        fill(a, new Leaf());
        Node<Leaf, LeafNode> raw = a.append(b);
        raw.set(a.value);
        s.print(
                a.get().text,
                b.rank,
                a.rank,
                a.compareTo(b),
                Comparator.<LeafNode>naturalOrder().compare(b, a));
        s.print(a.value.then(new Length(), 7), a.next.value.apply(8));
        @SuppressWarnings({"unchecked", "rawtypes"})
        Stage.Action wrong = () -> ((Transformer) a.value).apply("text");
        s.caught(wrong);
    }
}
