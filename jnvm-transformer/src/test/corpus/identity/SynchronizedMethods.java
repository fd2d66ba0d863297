package corpus.identity;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** synchronized methods of one object, called by threads through proxies of their own; blocks by annotation inside. */
public class SynchronizedMethods {
    @Persistent(fa = "non-private")
    static class Account {
        private long balance;
        private int entries;
        private Account self = this;

        synchronized long add(long n) {
            entries++;
            return balance += n;
        }

        synchronized boolean take(long n) {
            if (n > balance) {
                return false;
            }
            add(-n);
            return true;
        }

        static synchronized int entries(Account a) {
            return a.entries;
        }
    }

    public static void run(Stage s) throws Exception {
        s.put("SynchronizedMethods", new Account());
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            Account a = ((Account) s.get("SynchronizedMethods")).self;
            threads[i] = new Thread(() -> {
                for (int k = 1; k <= 300; k++) {
                    a.add(k);
                    a.self.take(k % 3);
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        Account a = s.get("SynchronizedMethods");
        s.print(a.balance, Account.entries(a), a.take(Long.MAX_VALUE));
    }
}
