package corpus.nesting;

import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Private fields that nest mates of each kind access: outer, inner, local and anonymous classes, lambdas, subclasses. */
public class PrivateFields {
    @Persistent
    static class A {
        private int x = 1;
        private String s = "a";
        private B b;
        private final int f;

        A(int f) {
            this.f = f;
            b = new B();
            b.x = 10;
            b.c = new B.C();
        }

        @Persistent
        static class B {
            private int x = 2;
            private C c;

            int outer(A a) {
                return ++a.x + a.f + (int) a.b.c.x++ + x;
            }

            @Persistent
            static class C {
                private long x = 100;

                IntSupplier lambda(A a, B b) {
                    return () -> a.x++ + (b.x += 5) + (int) x;
                }

                private int getX() {
                    return -1;
                }
            }

            class Volatile {
                private int x = 4;

                int read() {
                    return x++ + B.this.x-- + (int) c.x + c.getX();
                }
            }
        }

        String everything() {
            class Local {
                int add() {
                    return x += b.x + (b.c = new B.C()).getX();
                }
            }
            Function<A, String> more = a -> a.s += a.b.c.x;
            return new Local().add()
                    + more.apply(this)
                    + new Object() {
                        int get() {
                            return x + b.x;
                        }
                    }.get();
        }
    }

    @Persistent
    static class D extends A {
        private int x = 50;
        private String s = "d";

        D() {
            super(7);
        }

        String both() {
            return x + s + ((A) this).x + super.s + ((A) this).b.x + super.f;
        }
    }

    private static String of(D d) {
        d.x *= 2;
        ((A) d).x *= 3;
        ((A) d).s += "!";
        return d.both() + d.s;
    }

    public static void run(Stage s) {
        A a = new A(3);
        A.B b = new A.B();
        b.c = a.b.c;
        s.print(b.outer(a), new A.B.C().lambda(a, b).getAsInt(), a.everything(), a.x, a.s, a.b.x, b.x);
        A.B.Volatile v = b.new Volatile();
        s.print(v.read(), v.read(), v.x, b.x);
        s.print(of(new D()), of(new D()));
        s.caught(() -> ((A) null).x++);
    }
}
