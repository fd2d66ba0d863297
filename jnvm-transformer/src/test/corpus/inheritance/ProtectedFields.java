package corpus.inheritance;

import corpus.nesting.ProtectedBase;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Protected fields of a class of another package, and fields there that cannot be seen and have the same names. */
public class ProtectedFields {
    @Persistent
    static class Sub extends ProtectedBase {
        int hidden = 40;
        private int secret = 50;

        int getX() {
            return 77;
        }

        int inLambda(Sub other) {
            IntSupplier sum = () -> {
                other.x += 2;
                x += other.x;
                return x;
            };
            return sum.getAsInt();
        }

        class Inner {
            int read() {
                return ++x + s.length() + Sub.this.x;
            }
        }

        static class Nested {
            int read(Sub sub) {
                return sub.x-- + sub.secret++;
            }
        }

        private String text() {
            return s += "t";
        }

        String all() {
            next = new Below();
            next.next = this;
            Supplier<String> text = this::text;
            return inLambda(this) + " " + new Inner().read() + text.get() + hidden + secret;
        }
    }

    static class Below extends ProtectedBase {
        int twice() {
            return (x += x)
                    + new Object() {
                        int get() {
                            return x;
                        }
                    }.get();
        }
    }

    public static void run(Stage s) {
        Sub sub = new Sub();
        s.print(sub.all(), new Sub.Nested().read(sub), sub.own(), sub.getX());
        s.print(ProtectedBase.Neighbour.of(sub), sub.own(), new Below().twice(), sub.next.next.own());
    }
}
