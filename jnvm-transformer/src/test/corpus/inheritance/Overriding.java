package corpus.inheritance;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Overridden methods, called through each type of the hierarchy, from constructors, and by super. */
public class Overriding {
    @Persistent
    static class A {
        int n = 1;

        int get() {
            return n;
        }

        final int twice() {
            return get() * 2;
        }

        static String name() {
            return "A";
        }

        private int hidden() {
            return 1000 + n;
        }

        int viaHidden() {
            return hidden();
        }
    }

    @Persistent
    static class B extends A {
        int n = 10;

        @Override
        int get() {
            return n + super.get() + super.n;
        }

        static String name() {
            return "B";
        }

        private int hidden() {
            return 2000 + n;
        }

        int both() {
            return hidden() + viaHidden();
        }
    }

    @Persistent
    static class C extends B {
        @Override
        int get() {
            return -super.get() + n++;
        }
    }

    public static void run(Stage s) {
        for (A a : new A[] {new A(), new B(), new C()}) {
            s.print(a.get(), a.twice(), a.n, a.viaHidden(), a.get());
        }
        s.print(A.name(), B.name(), C.name(), new C().both());
    }
}
