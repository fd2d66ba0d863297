package corpus.arrays;

import java.util.Map;
import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;
import org.jnvm.transform.corpus.Stage;

/** Persistent maps with keys and values of transformed classes. */
public class Maps {
    @Persistent
    static class Key implements PObject, Comparable<Key> {
        final int a;
        final String b;

        Key(int a, String b) {
            this.a = a;
            this.b = b;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key k && k.a == a && k.b.equals(b);
        }

        @Override
        public int hashCode() {
            return 31 * a + b.hashCode();
        }

        @Override
        public int compareTo(Key other) {
            return a != other.a ? a - other.a : b.compareTo(other.b);
        }
    }

    @Persistent
    static class Book {
        PHashMap<Key, PString> hashed = new PHashMap<>();
        PTreeMap<Key, PString> sorted = new PTreeMap<>();

        void add(int a, String b, String value) {
            hashed.put(new Key(a, b), new PString(value));
            sorted.put(new Key(a, b), new PString(value));
        }
    }

    public static void run(Stage s) {
        Book book = new Book();
        for (int i = 0; i < 9; i++) {
            book.add(i % 4, "k" + i % 3, "v" + i);
        }
        s.print(
                book.hashed.size(),
                book.sorted.size(),
                book.hashed.get(new Key(1, "k2")),
                book.hashed.get(new Key(9, "")));
        for (Map.Entry<Key, PString> e : book.sorted.entrySet()) {
            s.print(e.getKey().a, e.getKey().b, e.getValue(), book.hashed.get(e.getKey()));
        }
    }
}
