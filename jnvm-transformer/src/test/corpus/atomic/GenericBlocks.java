package corpus.atomic;

import java.util.function.UnaryOperator;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Blocks with bridge methods and covariant results. */
public class GenericBlocks {
    @Persistent(fa = "non-private")
    abstract static class Base<T> {
        int calls;

        abstract T change(T value);

        Base<T> self() {
            calls++;
            return this;
        }

        T twice(T value) {
            return change(change(value));
        }
    }

    @Persistent(fa = "non-private")
    static class Texts extends Base<String> implements UnaryOperator<String> {
        String last;

        @Override
        String change(String value) {
            calls += 10;
            return last = value + "!";
        }

        @Override
        Texts self() {
            calls += 100;
            return (Texts) super.self();
        }

        @Override
        public String apply(String value) {
            return twice(value);
        }
    }

    public static void run(Stage s) {
        Texts t = new Texts();
        Base<String> base = t;
        s.print(base.twice("a"), base.self().calls, t.self().apply("b"), t.last, t.calls);
        UnaryOperator<String> op = t;
        s.print(op.andThen(x -> x + t.calls).apply("c"));
    }
}
