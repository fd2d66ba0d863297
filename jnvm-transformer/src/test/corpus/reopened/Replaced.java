package corpus.reopened;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A root that is replaced by objects which refer to the old ones, and dropped. */
public class Replaced {
    @Persistent
    static class Version {
        final int number;
        final Version before;

        Version(Version before) {
            this.before = before;
            number = before == null ? 1 : before.number * 2 + 1;
        }
    }

    public static void run(Stage s) {
        for (int i = 0; i < 5; i++) {
            s.put("Replaced", new Version(s.get("Replaced")));
            s.reopen();
        }
        for (Version v = s.get("Replaced"); v != null; v = v.before) {
            s.print(v.number);
        }
        s.put("Replaced", new Version(null));
        s.reopen();
        Version v = s.get("Replaced");
        s.print(v.number, v.before);
    }
}
