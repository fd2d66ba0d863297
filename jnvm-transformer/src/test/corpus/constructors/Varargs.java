package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Constructors with a variable number of arguments. */
public class Varargs {
    @Persistent
    static class Sum {
        int count;
        long total;
        Sum last;

        Sum(long... values) {
            count = values.length;
            for (long v : values) {
                total += v;
            }
        }

        Sum(String name, Sum... parts) {
            this(parts.length, name.length());
            for (Sum part : parts) {
                last = part;
                total += part.total;
            }
        }
    }

    public static void run(Stage s) {
        Sum a = new Sum();
        Sum b = new Sum(1, 2, 3_000_000_000L);
        Sum c = new Sum("abc", a, b);
        Sum d = new Sum("", new Sum[0]);
        for (Sum x : new Sum[] {a, b, c, d}) {
            s.print(x.count, x.total, x.last == null ? "none" : x.last.total);
        }
    }
}
