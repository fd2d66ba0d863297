package corpus.lambdas;

import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Lambdas that call themselves through a field, and continuations. */
public class Recursive {
    @Persistent
    static class Solver {
        long steps;
        transient LongUnaryOperator collatz = n -> n == 1 ? steps : next(n % 2 == 0 ? n / 2 : 3 * n + 1);
        transient Function<Long, Long> last;

        long next(long n) {
            steps++;
            last = x -> x + steps;
            return collatz.applyAsLong(n);
        }
    }

    public static void run(Stage s) {
        Solver solver = new Solver();
        s.print(solver.next(7), solver.next(27), solver.last.apply(1L), solver.steps);
    }
}
