package corpus.reopened;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Transient fields are gone after the heap was closed, and resurrect() gives them values again. */
public class Transients {
    @Persistent
    static class Cache implements PObject {
        int kept = 5;
        transient int count;
        transient StringBuilder text;

        Cache() {
            resurrect();
        }

        public void resurrect() {
            text = new StringBuilder("k" + kept);
        }

        int use() {
            text.append('!');
            return kept++ + ++count;
        }
    }

    public static void run(Stage s) {
        Cache c = new Cache();
        s.print(c.use(), c.text);
        s.put("Transients", c);
        s.reopen();
        c = s.get("Transients");
        // what Java has to be told, as it forgets nothing
        c.count = 0;
        c.resurrect();
        s.print(c.use(), c.text, c.kept);
        Cache same = s.get("Transients");
        s.print(same.use(), c.text, c.count);
    }
}
