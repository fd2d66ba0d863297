package corpus.nesting;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Classes nested four deep that use each other's private members. */
public class DeepNesting {
    private static int counter;

    @Persistent
    private static class A {
        private int a = ++counter;

        @Persistent
        private static class B {
            private int b = ++counter;
            private A up;

            private B(A up) {
                this.up = up;
            }

            @Persistent
            private static class C {
                private int c = ++counter;
                private B up = new B(new A());

                private int all() {
                    return up.up.a++ * 100 + up.b-- * 10 + c + D.of(this);
                }

                private static class D {
                    private static int of(C c) {
                        return c.c += c.up.b *= c.up.up.secret();
                    }
                }
            }
        }

        private int secret() {
            return a * 2;
        }
    }

    public static void run(Stage s) {
        A.B.C c = new A.B.C();
        s.print(c.all(), c.all(), c.up.b, c.up.up.a, c.c, counter);
    }
}
