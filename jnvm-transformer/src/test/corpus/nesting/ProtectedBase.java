package corpus.nesting;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A class for subclasses of another package, {@code corpus.inheritance.ProtectedFields}. */
@Persistent
public class ProtectedBase {
    protected int x = 1;
    protected String s = "s";
    int hidden = 4;
    private int secret = 5;
    public ProtectedBase next;

    public int own() {
        return x * 10 + hidden + secret;
    }

    /** Of the same package and nest. */
    public static class Neighbour {
        public static int of(ProtectedBase base) {
            return base.x++ + base.hidden++ + base.secret++;
        }
    }

    public static void run(Stage s) {
        ProtectedBase base = new ProtectedBase();
        s.print(Neighbour.of(base), base.own());
    }
}
