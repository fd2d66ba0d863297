package corpus.atomic;

import org.jnvm.NotFailureAtomic;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** What an exception leaves behind: fields of all kinds, of several objects, and what was new, are as before. */
public class Undone {
    @Persistent(fa = "non-private")
    static class All {
        int i = 1;
        long l = 2;
        double d = 3;
        boolean z = true;
        byte b = 4;
        String s = "s";
        Integer box = 5;
        Long wide = 6L;
        Thread.State e = Thread.State.NEW;
        All next;
        transient int t;

        All(All next) {
            this.next = next;
        }

        void change(boolean fail) {
            i++;
            l <<= i;
            d /= 7;
            z = !z;
            b -= 9;
            s += s + i;
            box = box == null ? 5 : null;
            wide = wide == null ? 1L : wide * 1_000_000;
            e = Thread.State.valueOf(s.length() > 5 ? "BLOCKED" : "RUNNABLE");
            t++;
            if (next != null) {
                next.change(false);
                next.next = new All(null);
            }
            if (fail) {
                next = next.next;
                throw new IllegalStateException("i=" + i + " " + next.next.i);
            }
        }

        @NotFailureAtomic
        void print(Stage stage) {
            stage.print(i, l, d, z, b, s, box, wide, e, t, next == null ? "-" : next.next == null ? "+" : next.next.i);
        }
    }

    public static void run(Stage s) {
        All b = new All(null);
        All a = new All(b);
        s.put("Undone", a);
        s.aborted(() -> a.change(true), a, b);
        a.print(s);
        b.print(s);
        a.change(false);
        s.aborted(() -> a.change(true), a, b, b.next);
        a.print(s);
        b.print(s);
        b.change(false);
        a.print(s);
        b.print(s);
    }
}
