package corpus.control;

import org.jnvm.NotFailureAtomic;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** The lines of the source, in what methods and constructors throw, whether they are blocks or not. */
public class StackTraces {
    @Persistent(fa = "non-private")
    static class Deep {
        int n;
        Deep next;

        Deep(int n) {
            this.n = 10 / n;
            this.n++;
        }

        @NotFailureAtomic
        int plain() {
            n++;
            return n // null is on the next line
                    + next.n;
        }

        int atomic(int k) {
            n++;
            if (k == 0) {
                throw new IllegalStateException();
            }
            return 1 // called on the next line
                    + atomic(k - 1);
        }
    }

    static void lines(Stage s, Stage.Action action) {
        try {
            action.run();
        } catch (Throwable e) {
            for (StackTraceElement frame : e.getStackTrace()) {
                boolean mine = frame.getClassName().contains("StackTraces") && !frame.isNativeMethod();
                if (mine && frame.getLineNumber() > 0) {
                    s.print(frame.getMethodName(), frame.getLineNumber());
                }
            }
        }
    }

    public static void run(Stage s) {
        lines(s, () -> new Deep(0));
        Deep d = new Deep(1);
        lines(s, d::plain);
        lines(s, () -> d.atomic(3));
        lines(s, () -> d.next.n++);
        lines(
                s,
                () -> // null is on the next line
                d.next = d.next.next);
    }
}
