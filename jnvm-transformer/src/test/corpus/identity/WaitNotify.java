package corpus.identity;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A producer and a consumer that wait for each other on a persistent object, each by a proxy of its own. */
public class WaitNotify {
    @Persistent
    static class Slot {
        int value;
        boolean full;

        synchronized void put(int v) throws InterruptedException {
            while (full) {
                wait();
            }
            value = v;
            full = true;
            notifyAll();
        }

        int take() throws InterruptedException {
            synchronized (this) {
                while (!full) {
                    this.wait(10_000);
                }
                full = false;
                this.notify();
                return value;
            }
        }
    }

    public static void run(Stage s) throws Exception {
        s.put("WaitNotify", new Slot());
        Slot in = s.get("WaitNotify");
        Slot out = s.get("WaitNotify");
        Thread producer = new Thread(() -> {
            try {
                for (int i = 1; i <= 50; i++) {
                    in.put(i * i);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < 50; i++) {
            sum = sum * 3 + out.take();
        }
        producer.join();
        s.print(sum, out.full);
        s.caught(out::notify);
    }
}
