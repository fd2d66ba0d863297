package corpus.control;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Exceptions of one's own that hold persistent objects; rethrown, wrapped, caught by superclass. */
public class Exceptions {
    static class Short extends Exception {
        private static final long serialVersionUID = 1L;
        final transient Account account;
        final int missing;

        Short(Account account, int missing) {
            super("short of " + missing, null, false, false);
            this.account = account;
            this.missing = missing;
        }
    }

    @Persistent
    static class Account {
        int balance;
        int refusals;

        void take(int n) throws Short {
            if (n > balance) {
                refusals++;
                throw new Short(this, n - balance);
            }
            balance -= n;
        }

        void takeTwice(int n) throws Exception {
            try {
                take(n);
                take(n);
            } catch (final Exception e) {
                balance += 1000;
                throw e;
            }
        }
    }

    public static void run(Stage s) {
        Account a = new Account();
        a.balance = 10;
        try {
            a.takeTwice(7);
        } catch (Short e) {
            e.account.balance += e.missing;
            s.print(e.getMessage(), e.account.refusals, a.balance);
        } catch (Exception e) {
            s.print("other");
        }
        s.caught(() -> a.take(2000));
        s.print(a.refusals, a.balance);
        try {
            try {
                a.take(Integer.MAX_VALUE);
            } catch (Short e) {
                throw new IllegalStateException(e);
            }
        } catch (IllegalStateException e) {
            s.print(((Short) e.getCause()).account.refusals);
        }
    }
}
