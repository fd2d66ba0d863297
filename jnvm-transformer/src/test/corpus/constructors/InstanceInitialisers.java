package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Blocks between fields, which run in the order of the source, once for each constructor that does not delegate. */
public class InstanceInitialisers {
    @Persistent
    static class Log {
        String log = "a";

        {
            log += "b";
            for (int i = 0; i < 3; i++) {
                log += i;
            }
        }

        int length = log.length();

        {
            try {
                log += Integer.parseInt(log);
            } catch (NumberFormatException e) {
                log += "x";
            }
            length += 100;
        }

        Log() {
            log += "()";
        }

        Log(int n) {
            this();
            log += n;
        }

        Log(String end) {
            log += end;
        }
    }

    public static void run(Stage s) {
        for (Log l : new Log[] {new Log(), new Log(9), new Log("end")}) {
            s.print(l.log, l.length);
        }
    }
}
