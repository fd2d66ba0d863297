package corpus.lambdas;

import java.util.function.DoubleUnaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.UnaryOperator;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Increments and compound assignments inside lambdas, of fields of all kinds. */
public class FieldsInLambdas {
    @Persistent
    static class N {
        int i = 1;
        long l = 2;
        double d = 3;
        String s = "";
        byte b;
        Integer box = 5;

        N[] none() {
            return new N[] {this};
        }

        String work() {
            IntUnaryOperator f = x -> i++ + (i += x) - --i;
            LongBinaryOperator g = (x, y) -> l = l++ * x + (l -= y);
            DoubleUnaryOperator h = x -> d /= x + d--;
            UnaryOperator<String> u = x -> s += x + s.length();
            Runnable r = () -> none()[b++].box += b;
            r.run();
            r.run();
            return f.applyAsInt(5) + " " + g.applyAsLong(3, 4) + " " + h.applyAsDouble(2) + " "
                    + u.andThen(u).apply("x");
        }
    }

    public static void run(Stage s) {
        N n = new N();
        s.caught(() -> s.print(n.work()));
        s.print(n.i, n.l, n.d, n.s, n.b, n.box);
        n.b = -1;
        s.caught(n::work);
        n.b = 0;
        s.caught(n::work);
        s.print(n.b, n.box);
    }
}
