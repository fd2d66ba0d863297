package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** What was given away stays reachable when the constructor throws. */
public class LeaksThisAndThrows {
    @Persistent
    static class Registry {
        Entry last;
    }

    @Persistent
    static class Entry {
        int stage;

        Entry(Registry registry) {
            stage = 1;
            registry.last = this;
            stage = 2;
            throw new IllegalStateException("at " + stage);
        }
    }

    public static void run(Stage s) {
        Registry r = new Registry();
        s.caught(() -> new Entry(r));
        s.print(r.last.stage);
        r.last.stage++;
        s.print(r.last.stage);
    }
}
