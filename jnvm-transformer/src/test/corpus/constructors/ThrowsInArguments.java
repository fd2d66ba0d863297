package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** An argument of super(...) throws, when there is no object yet. */
public class ThrowsInArguments {
    @Persistent
    static class Base {
        int n;

        Base(int n) {
            this.n = n;
        }
    }

    @Persistent
    static class Parsed extends Base {
        Parsed(String text) {
            super(Integer.parseInt(text));
        }
    }

    public static void run(Stage s) {
        s.caught(() -> s.print(new Parsed("12").n));
        s.caught(() -> s.print(new Parsed("twelve").n));
    }
}
