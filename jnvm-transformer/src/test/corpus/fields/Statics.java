package corpus.fields;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Static fields stay the class's own, with their initialisers, also of a type that no persistent field may have. */
public class Statics {
    @Persistent
    static class Counted {
        static int count;
        static final List<Counted> ALL = new ArrayList<>();
        static long[] table = new long[4];
        static Counted first;
        static final int MASK = 0b11;
        int id = ++count;

        Counted() {
            ALL.add(this);
            table[id & MASK] += id;
            if (first == null) {
                first = this;
            }
            first.id += 100;
        }
    }

    public static void run(Stage s) {
        for (int i = 0; i < 6; i++) {
            new Counted();
        }
        s.print(Counted.count, Counted.ALL.size(), Counted.table, Counted.first.id, Counted.ALL.get(5).id);
        s.print(Counted.ALL.stream().mapToInt(c -> c.id).sum());
    }
}
