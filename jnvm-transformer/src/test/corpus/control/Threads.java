package corpus.control;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A synchronized counter that several threads use, one after the other and at once. */
public class Threads {
    @Persistent
    static class Counter {
        int n;
        final transient Object lock = new Object();

        void add(int times) {
            for (int i = 0; i < times; i++) {
                synchronized (lock) {
                    n++;
                }
            }
        }
    }

    public static void run(Stage s) throws InterruptedException {
        Counter c = new Counter();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> c.add(1000));
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        s.print(c.n);
    }
}
