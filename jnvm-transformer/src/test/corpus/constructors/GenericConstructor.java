package corpus.constructors;

import java.util.List;
import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A constructor with a type parameter of its own, in a generic class. */
public class GenericConstructor {
    @Persistent
    static class Box<T extends PObject> {
        T content;
        String label;

        <N extends Number & Comparable<N>> Box(T content, N one, N other) {
            this.content = content;
            label = (one.compareTo(other) < 0 ? one : other).toString();
        }

        Box(List<? extends T> contents) {
            this(contents.get(0), contents.size(), 3);
        }
    }

    @Persistent
    static class Item implements PObject {
        int id;

        Item(int id) {
            this.id = id;
        }
    }

    public static void run(Stage s) {
        Box<Item> a = new Box<>(new Item(5), 2.5, 1.5);
        Box<Item> b = new Box<>(List.of(new Item(6), new Item(7)));
        s.print(a.content.id, a.label, b.content.id, b.label);
    }
}
