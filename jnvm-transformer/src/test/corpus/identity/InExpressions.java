package corpus.identity;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Comparisons by reference in ternaries, conditions of all loops, lambdas, assertions and arguments. */
public class InExpressions {
    @Persistent
    static class P {
        P left;
        P right;
        int n;

        Predicate<P> isLeft() {
            return p -> p == left && (p != right || left == right);
        }

        int count(P end) {
            int steps = 0;
            for (P p = this; p != end && p != null; p = steps % 2 == 0 ? p.left : p.right) {
                steps += p.left == p.right ? 10 : 1;
            }
            return steps;
        }
    }

    public static void run(Stage s) {
        P a = new P();
        P b = new P();
        P c = new P();
        a.left = a.right = b;
        b.left = c;
        b.right = a;
        c.left = a;
        BiPredicate<P, P> same = (x, y) -> x == y;
        s.print(
                a.isLeft().test(b),
                b.isLeft().test(a),
                same.test(a.left, a.right),
                same.test(a, c.left),
                same.test(c, null));
        s.print(a.count(c), c.count(a), b.count(null), (a.left == b ? b : c).n++, b.n);
        s.print(List.of(a, b, c).stream()
                .filter(p -> p.left == a || p.right == a)
                .count());
        P p = a;
        while ((p = p.left) != a) {
            p.n++;
        }
        s.print(a.n, b.n, c.n, (a.left == a.right) == (b.left != b.right));
    }
}
