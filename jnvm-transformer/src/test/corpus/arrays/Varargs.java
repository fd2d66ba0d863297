package corpus.arrays;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Methods with a variable number of persistent objects, and overloads that javac chooses among. */
public class Varargs {
    @Persistent(fa = "non-private")
    static class Sum {
        int v;

        Sum(int v) {
            this.v = v;
        }

        @SafeVarargs
        final <T extends Sum> int all(T... others) {
            int sum = v;
            for (T other : others) {
                sum += other.v++;
            }
            return sum;
        }

        String pick(Object o) {
            return "object";
        }

        String pick(Sum s) {
            return "sum";
        }

        String pick(Sum... s) {
            return "many" + s.length;
        }

        String pick(long l) {
            return "long";
        }

        String pick(Integer i) {
            return "box";
        }
    }

    public static void run(Stage s) {
        Sum a = new Sum(1);
        Sum b = new Sum(2);
        s.print(a.all(), a.all(a, b), a.all(new Sum[] {b}), a.v, b.v);
        s.print(a.pick(a), a.pick((Object) a), a.pick(a, b), a.pick(), a.pick(a.v), a.pick((Integer) a.v), a.pick("x"));
    }
}
