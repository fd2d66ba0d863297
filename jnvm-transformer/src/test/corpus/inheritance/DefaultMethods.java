package corpus.inheritance;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Default methods on persistent classes: inherited, overridden, chosen among several, calling private ones. */
public class DefaultMethods {
    interface Counted extends PObject {
        int count();

        void count(int n);

        default int increment() {
            count(count() + step());
            return count();
        }

        private int step() {
            return scale(1);
        }

        static int scale(int n) {
            return n * 5;
        }
    }

    interface Loud {
        default String say() {
            return "LOUD";
        }
    }

    interface Quiet {
        default String say() {
            return "quiet";
        }
    }

    @Persistent
    static class Simple implements Counted {
        int count;

        @Override
        public int count() {
            return count;
        }

        @Override
        public void count(int n) {
            count = n;
        }
    }

    @Persistent
    static class Both extends Simple implements Loud, Quiet {
        String last;

        @Override
        public int increment() {
            return super.increment() + Counted.scale(count);
        }

        @Override
        public String say() {
            return last = Loud.super.say() + last + Quiet.super.say();
        }
    }

    public static void run(Stage s) {
        Counted c = new Simple();
        Both b = new Both();
        s.print(c.increment(), c.increment(), b.increment(), b.increment(), b.say(), b.say());
        Loud loud = b;
        s.print(loud.say().length(), ((Simple) c).count);
    }
}
