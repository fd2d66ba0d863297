package corpus.legacy;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Accounts and transfers with checks, a journal as a list, and failed transfers that are undone. */
public class Bank {
    @Persistent(fa = "non-private")
    static class Account {
        final int number;
        private long balance;
        private Entry journal;
        private int entries;

        Account(int number, long balance) {
            this.number = number;
            this.balance = balance;
        }

        void transfer(Account to, long amount) {
            if (amount <= 0) {
                throw new IllegalArgumentException("amount " + amount);
            }
            to.book(amount, this);
            book(-amount, to);
        }

        void book(long amount, Account other) {
            balance += amount;
            journal = new Entry(amount, other, journal);
            entries++;
            if (balance < 0) {
                throw new IllegalStateException(number + " is short of " + -balance);
            }
        }
    }

    @Persistent
    static class Entry {
        final long amount;
        final Account other;
        final Entry previous;

        Entry(long amount, Account other, Entry previous) {
            this.amount = amount;
            this.other = other;
            this.previous = previous;
        }
    }

    static String history(Account a) {
        StringBuilder out = new StringBuilder(a.number + ": " + a.balance + " " + a.entries);
        for (Entry e = a.journal; e != null; e = e.previous) {
            out.append(' ').append(e.amount).append('@').append(e.other.number);
        }
        return out.toString();
    }

    public static void run(Stage s) {
        Account[] all = new Account[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Account(i, 50);
        }
        for (int i = 0; i < 30; i++) {
            Account from = all[i * 7 % 4];
            Account to = all[(i * 3 + 1) % 4];
            long amount = i * 13 % 37;
            if (amount == 0 || from.number != to.number && from.balance < amount) {
                s.aborted(() -> from.transfer(to, amount), from, to);
            } else {
                from.transfer(to, amount);
            }
        }
        long sum = 0;
        for (Account a : all) {
            s.print(history(a));
            sum += a.balance;
        }
        s.print(sum);
    }
}
