package corpus.identity;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Threads that lock one object, each by a path of its own. */
public class SynchronizedBlocks {
    @Persistent
    static class Counter {
        int n;
        long square;
        Counter self = this;
    }

    public static void run(Stage s) throws Exception {
        s.put("SynchronizedBlocks", new Counter());
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            Counter own = s.get("SynchronizedBlocks");
            Counter path = i % 2 == 0 ? own : own.self;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 500; k++) {
                    synchronized (path.self) {
                        path.n++;
                        synchronized (path) {
                            path.square = (long) path.n * path.n;
                        }
                    }
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        Counter c = s.get("SynchronizedBlocks");
        s.print(c.n, c.square);
    }
}
