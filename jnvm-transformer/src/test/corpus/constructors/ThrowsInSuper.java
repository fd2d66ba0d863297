package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** The superclass's constructor throws, and no statement of the subclass's is executed. */
public class ThrowsInSuper {
    static String trace = "";

    @Persistent
    static class Base {
        Base(String text) {
            trace += "B";
            text.length();
            trace += "b";
        }
    }

    @Persistent
    static class Derived extends Base {
        int length = note("f");

        Derived(String text) {
            super(text);
            trace += "d";
        }

        static int note(String what) {
            trace += what;
            return 1;
        }
    }

    public static void run(Stage s) {
        s.caught(() -> new Derived(null));
        s.caught(() -> s.print(new Derived("x").length));
        s.print(trace);
    }
}
