package corpus.inheritance;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Overloaded methods on types of a hierarchy, with boxes and widening, called with fields. */
public class Overloads {
    @Persistent
    static class A {
        byte b = 1;
        int i = 2;
        Integer box = 3;
        Long wide = 4L;
        char c = 'c';
        A a;
        PObject p;

        String f(int x) {
            return "int";
        }

        String f(long x) {
            return "long";
        }

        String f(double x) {
            return "double";
        }

        String f(Object x) {
            return "object";
        }

        String f(Number x) {
            return "number";
        }

        String f(A x) {
            return "A";
        }

        String f(B x) {
            return "B";
        }
    }

    @Persistent
    static class B extends A {
        @Override
        String f(long x) {
            return "LONG";
        }

        String f(byte x) {
            return "byte";
        }
    }

    public static void run(Stage s) {
        A a = new A();
        B b = new B();
        a.a = b;
        s.print(a.f(a.b), a.f(a.i), a.f(a.box), a.f(a.wide), a.f(a.c), a.f(a.a), a.f(a.p), a.f((long) a.i), a.f(b));
        s.print(b.f(b.b), b.f(b.i), b.f(b.wide), b.f(b.wide + 1), b.f((B) a.a), b.f(b.i + 1f), a.a.f(b.b), a.a.f(1L));
    }
}
