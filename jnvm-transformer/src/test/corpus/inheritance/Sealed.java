package corpus.inheritance;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Sealed and final classes. */
public class Sealed {
    sealed interface Expr extends PObject permits Num, Binary {
        long eval();
    }

    @Persistent
    static final class Num implements Expr {
        final long value;
        int uses;

        Num(long value) {
            this.value = value;
        }

        @Override
        public long eval() {
            uses++;
            return value;
        }
    }

    @Persistent
    abstract static sealed class Binary implements Expr permits Add, Mul {
        final Expr left;
        final Expr right;

        Binary(Expr left, Expr right) {
            this.left = left;
            this.right = right;
        }
    }

    @Persistent
    static final class Add extends Binary {
        Add(Expr left, Expr right) {
            super(left, right);
        }

        @Override
        public long eval() {
            return left.eval() + right.eval();
        }
    }

    @Persistent
    static non-sealed class Mul extends Binary {
        Mul(Expr left, Expr right) {
            super(left, right);
        }

        @Override
        public long eval() {
            return left.eval() * right.eval();
        }
    }

    public static void run(Stage s) {
        Num two = new Num(2);
        Expr e = new Add(two, new Mul(new Num(5), new Add(two, two)));
        s.print(e.eval(), two.uses, e.eval(), two.uses);
        s.print(Expr.class.isSealed(), ((Binary) e).right instanceof Mul m ? m.left.eval() : 0);
    }
}
