package corpus.control;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** synchronized methods and blocks, nested, left by return and by exceptions. */
public class Synchronized {
    @Persistent
    static class Counter {
        int n;
        transient Object lock = new Object();

        synchronized int next() {
            return n++;
        }

        int twice(boolean fail) {
            synchronized (lock) {
                synchronized (this) {
                    n *= 2;
                    if (fail) {
                        throw new IllegalStateException("at " + n);
                    }
                    return next() + next();
                }
            }
        }

        static synchronized int of(Counter c) {
            synchronized (Counter.class) {
                return c.n;
            }
        }

        boolean held() {
            return Thread.holdsLock(lock);
        }
    }

    public static void run(Stage s) {
        Counter c = new Counter();
        s.print(c.next(), c.next(), c.twice(false), Counter.of(c));
        s.caught(() -> c.twice(true));
        s.print(c.held(), Counter.of(c));
        synchronized (c) {
            s.print(c.next());
        }
    }
}
