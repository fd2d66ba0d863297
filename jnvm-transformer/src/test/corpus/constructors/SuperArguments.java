package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Arguments of super(...) that call, branch, box and make objects. */
public class SuperArguments {
    @Persistent
    static class Base {
        int a;
        long b;
        double c;
        String d;
        Base e;

        Base(int a, long b, double c, String d, Base e) {
            this.a = a;
            this.b = b;
            this.c = c;
            this.d = d;
            this.e = e;
        }
    }

    @Persistent
    static class Derived extends Base {
        Integer own;

        Derived(int n) {
            super(n > 2 ? n * 2 : -n, twice(n), n / 4.0, "n" + n, n == 0 ? null : new Derived(n - 1));
            own = n;
        }

        static long twice(long n) {
            return n << 33;
        }
    }

    public static void run(Stage s) {
        for (Base b = new Derived(4); b != null; b = b.e) {
            s.print(b.a, b.b, b.c, b.d, ((Derived) b).own);
        }
    }
}
