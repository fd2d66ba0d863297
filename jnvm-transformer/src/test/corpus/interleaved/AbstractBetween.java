package corpus.interleaved;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** An abstract transient class between persistent ones, with a template method, and a transient leaf. */
public class AbstractBetween {
    interface Step {
        int apply(int x);
    }

    @Persistent
    abstract static class Base {
        int total;

        abstract int run(int x);
    }

    abstract static class Template extends Base implements Step {
        transient int depth;

        @Override
        int run(int x) {
            depth++;
            total += apply(x);
            return total * 10 + depth;
        }
    }

    @Persistent
    static class Doubling extends Template {
        int factor = 2;

        @Override
        public int apply(int x) {
            return x * factor++;
        }
    }

    static final class Negating extends Doubling {
        @Override
        public int apply(int x) {
            return -super.apply(x) + depth;
        }
    }

    public static void run(Stage s) {
        for (Base b : new Base[] {new Doubling(), new Negating()}) {
            s.print(b.run(3), b.run(4), b.total, ((Template) b).depth, ((Doubling) b).factor);
            Step step = (Step) b;
            s.print(step.apply(100), ((Doubling) step).factor);
        }
    }
}
