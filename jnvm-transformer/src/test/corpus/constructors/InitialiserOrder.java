package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Superclass first, then fields and blocks, then the body. */
public class InitialiserOrder {
    static StringBuilder trace = new StringBuilder();

    static int note(String what) {
        trace.append(what).append(' ');
        return trace.length();
    }

    @Persistent
    static class A {
        int a1 = note("a1");

        {
            note("a-block");
        }

        A() {
            note("A()");
        }
    }

    @Persistent
    static class B extends A {
        int b1 = note("b1");

        B(int argument) {
            note("B(int)");
        }

        {
            note("b-block");
        }

        int b2 = note("b2");
    }

    @Persistent
    static class C extends B {
        int c1 = note("c1");

        C() {
            super(note("argument"));
            note("C()");
        }
    }

    public static void run(Stage s) {
        C c = new C();
        s.print(trace);
        s.print(c.a1, c.b1, c.b2, c.c1);
    }
}
