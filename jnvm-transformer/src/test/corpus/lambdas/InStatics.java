package corpus.lambdas;

import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Lambdas in static initialisers and static fields, and in default and static methods of interfaces. */
public class InStatics {
    interface Visit {
        int on(N n);

        default Visit twice() {
            return n -> on(n) + on(n);
        }

        static Visit adding(int k) {
            return n -> n.value += k;
        }
    }

    @Persistent
    static class N {
        static final Map<String, Function<N, Object>> READERS =
                Map.of("value", n -> n.value, "text", n -> n.text + n.value++);
        static ToIntBiFunction<N, Integer> changer;

        static {
            N hidden = new N();
            changer = (n, k) -> hidden.value += n.value * k;
        }

        int value = 3;
        String text = "t";
    }

    public static void run(Stage s) {
        N n = new N();
        s.print(N.READERS.get("value").apply(n), N.READERS.get("text").apply(n), N.changer.applyAsInt(n, 2));
        s.print(
                Visit.adding(5).twice().on(n),
                n.value,
                ((Visit) x -> -x.value).twice().on(n));
    }
}
