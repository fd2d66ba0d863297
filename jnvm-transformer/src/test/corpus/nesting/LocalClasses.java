package corpus.nesting;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Local classes, enums, interfaces and records in methods of persistent classes, which capture persistent objects. */
public class LocalClasses {
    @Persistent
    static class Account {
        int balance;
        Account other;

        int settle(Account creditor, int amount) {
            enum Kind {
                IN,
                OUT
            }
            interface Move {
                int apply(Account a);
            }
            record Step(Kind kind, Account account, int amount) implements Move {
                @Override
                public int apply(Account a) {
                    return kind == Kind.IN ? (a.balance += amount) : (account.balance -= amount);
                }
            }
            class Transfer {
                final Move[] moves = {new Step(Kind.IN, null, amount), new Step(Kind.OUT, Account.this, amount)};
                int done;

                int run() {
                    for (Move m : moves) {
                        done += m.apply(creditor);
                        other = creditor;
                    }
                    return done;
                }
            }
            return new Transfer().run() + new Step(Kind.OUT, this, 1).account().balance--;
        }
    }

    public static void run(Stage s) {
        Account a = new Account();
        Account b = new Account();
        a.balance = 100;
        s.print(a.settle(b, 30), a.balance, b.balance, a.other.balance);
        s.print(b.settle(a, 5), a.balance, b.balance, b.other.balance);
    }
}
