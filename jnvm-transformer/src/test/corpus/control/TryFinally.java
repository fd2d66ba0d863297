package corpus.control;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** finally that changes fields, replaces results and swallows exceptions. */
public class TryFinally {
    @Persistent
    static class Log {
        String text = "";
        int n;

        int result(int how) {
            try {
                text += "t";
                if (how == 0) {
                    return n++;
                }
                if (how == 1) {
                    throw new IllegalStateException("one");
                }
                try {
                    text += "i";
                    if (how == 2) {
                        return n += 100;
                    }
                    throw new IllegalArgumentException("in" + n);
                } finally {
                    text += "f";
                    n *= 2;
                }
            } catch (IllegalArgumentException e) {
                text += e.getMessage();
                return n;
            } finally {
                text += "F";
                n++;
                if (how == 4) {
                    return -1;
                }
            }
        }

        @SuppressWarnings("finally")
        long swallow(long l) {
            for (int i = 0; ; i++) {
                try {
                    if (i > 2) {
                        return l + n;
                    }
                    throw new Error();
                } finally {
                    n++;
                    if (i < 5) {
                        continue;
                    }
                    text += ".";
                }
            }
        }
    }

    public static void run(Stage s) {
        Log log = new Log();
        for (int how = 0; how < 5; how++) {
            int h = how;
            s.caught(() -> s.print(log.result(h)));
            s.print(log.text, log.n);
        }
        s.print(log.swallow(1L << 40), log.text, log.n);
    }
}
